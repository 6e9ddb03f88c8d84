import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { checkFlow } from '../state/check-flow.ts';
import { blocking, isTodo, listProblems } from './problems.ts';

const flow: Flow = {
  name: 'PIX',
  trigger_event: 'pix.generated',
  steps: [
    { type: 'delay', id: 'wait', minutes: 20_000 },
    {
      type: 'condition',
      id: 'ask',
      branches: [
        {
          id: 'b',
          conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }],
          steps: [
            {
              type: 'action',
              id: 'say',
              name: 'send_sms',
              data: { message: 'Oi, {{ customer.name }} {{order.nothing}}' },
            },
          ],
        },
      ],
    },
  ],
};

const problems = listProblems({ flow, ...checkFlow({ definition: flow, locale: 'pt-BR' }) }, 'pt-BR');

describe('the problems of a draft', () => {
  test('[DEF8] are grouped by step, errors first', () => {
    expect(problems.map(({ weight, stepId, stepName }) => [weight, stepId, stepName])).toEqual([
      ['structure', 'wait', expect.stringContaining('Esperar') as string],
      ['template', 'say', 'Mensagem de SMS'],
      ['template', 'say', 'Mensagem de SMS'],
    ]);
  });

  test('[EDT2] contain the operations that fix them', () => {
    expect(problems.map(({ fix }) => fix?.operations[0]?.op)).toEqual(['insert_before', 'update_step', undefined]);
  });

  test('[EDT11] of a new step a missing value is quiet, a wrong one counts as publishing counts it', () => {
    const steps = [
      { type: 'delay', id: 'new', minutes: 0 },
      { type: 'action', id: 'empty', name: 'send_sms', data: { message: '' } },
      { type: 'action', id: 'long', name: 'send_sms', data: { message: 'a'.repeat(300) } },
    ];
    const made = { name: 'Novos', trigger_event: 'lead.created', steps } as Flow;
    const found = listProblems(
      { flow: made, ...checkFlow({ definition: made, locale: 'pt-BR' }) },
      'pt-BR',
      () => true,
    );
    const counted = found.filter(({ isUntouched }) => !isUntouched).map(({ stepId, code }) => [stepId, code]);
    expect(counted).toEqual([
      ['new', 'OUT_OF_RANGE'],
      ['long', 'TOO_LONG'],
    ]);
    expect(found.filter(isTodo).map(({ stepId }) => stepId)).toEqual(['empty']);
  });

  test('[DEF8] issues of texts block only an active automation, in mode block', () => {
    expect(blocking(problems, 'block', true)).toHaveLength(3);
    expect(blocking(problems, 'block', false)).toHaveLength(1);
    expect(blocking(problems, 'warn', true)).toHaveLength(1);
  });
});
