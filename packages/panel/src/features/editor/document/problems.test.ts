import { validateFlow, type Flow } from '@retoma/flow';
import { expect, test } from 'vitest';
import { problemsOf } from './problems.ts';

test('what the validator says stands at the innermost step it is about, in the order of the document', () => {
  const flow: Flow = {
    name: 'Teste',
    trigger_event: 'cart.abandoned',
    steps: [
      {
        id: 'sms',
        type: 'action',
        name: 'send_sms',
        data: { message: 'Pague: {{order.pix_code}}' },
        onResponse: [{ id: 'vazia', type: 'action', name: 'send_whatsapp', data: { type: 'text', message: '' } }],
      },
      { id: 'espera', type: 'delay', minutes: 0 },
    ],
  };
  const problems = problemsOf(flow, validateFlow(flow, { mode: 'block', locale: 'pt-BR' }));
  expect([...problems.keys()]).toEqual(['sms', 'vazia', 'espera']);
  expect(problems.get('sms')).toMatchObject({ errors: 1 });
  expect(problems.get('espera')).toMatchObject({ errors: 1, warnings: 0 });
});

test('what is wrong with no step stands at the trigger', () => {
  const flow = { name: 'T', trigger_event: 'cart.abandoned', steps: [] } as unknown as Flow;
  expect([...problemsOf(flow, validateFlow(flow)).keys()]).toEqual(['trigger-0']);
});
