import { validateFlow, type Flow } from '@retoma/flow';
import { expect, test } from 'vitest';
import { problemsByStep, withoutRepeats } from './problems.ts';

test('an issue belongs to the innermost step of its path, in document order', () => {
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
  const problems = problemsByStep(flow, validateFlow(flow, { mode: 'block', locale: 'pt-BR' }));
  expect([...problems.keys()]).toEqual(['sms', 'vazia', 'espera']);
  expect(problems.get('sms')).toMatchObject({ errors: 1 });
  expect(problems.get('espera')).toMatchObject({ errors: 1, warnings: 0 });
});

test('an issue outside all steps belongs to the trigger', () => {
  const flow = { name: 'T', trigger_event: 'cart.abandoned', steps: [] } as unknown as Flow;
  expect([...problemsByStep(flow, validateFlow(flow)).keys()]).toEqual(['trigger-0']);
});

test('empty fields of an untouched step are counted, but not as errors', () => {
  const flow: Flow = {
    name: 'Teste',
    trigger_event: 'pix.generated',
    steps: [
      { id: 'new', type: 'action', name: 'send_whatsapp', data: { type: 'text', message: '' } },
      { id: 'old', type: 'action', name: 'send_whatsapp', data: { type: 'text', message: '' } },
    ],
  };
  const issues = withoutRepeats(validateFlow(flow, { audience: 'owner' }));
  const problems = problemsByStep(flow, issues, (id) => id === 'new');
  expect(problems.get('new')).toMatchObject({ errors: 0, warnings: 0, todo: 1 });
  expect(problems.get('old')).toMatchObject({ errors: 1, todo: 0, first: 'Texto não pode ficar vazio.' });
  expect(issues._validation!.steps.flatMap(({ warnings }) => warnings)).toEqual([]);
  const empty = { ...flow, steps: [] };
  expect(problemsByStep(empty, validateFlow(empty), () => true).get('trigger-0')).toMatchObject({ errors: 0, todo: 1 });
});
