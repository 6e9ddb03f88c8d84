import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walkFlow } from '../definition/walk.ts';
import type { Step } from './step.ts';
import { arbitraryFlow } from '../testing/arbitrary-flow.ts';
import { describeStep } from './describe.ts';

const cases: [Step, string, string][] = [
  [{ type: 'delay', minutes: 1 }, 'Espera 1 minuto', 'Wait 1 minute'],
  [{ type: 'delay', minutes: 1510 }, 'Espera 1 dia, 1 hora e 10 minutos', 'Wait 1 day, 1 hour and 10 minutes'],
  [
    { type: 'action', name: 'send_sms', data: { message: 'Oi,\n {{customer.name}}!' } },
    'Envia SMS: “Oi, {{customer.name}}!”',
    'Send SMS: “Oi, {{customer.name}}!”',
  ],
  [
    { type: 'condition', field: 'payment_status', operator: 'in', value: ['paid', 'failed'] },
    'Se pagamento é pago ou recusado',
    'If payment is paid or refused',
  ],
  [
    {
      type: 'condition',
      branches: [
        { id: 'a', label: 'Pago', conditions: [] },
        { id: 'b', conditions: [] },
      ],
    },
    'Escolhe: Pago, b',
    'Choose: Pago, b',
  ],
  [
    { type: 'retry', delayBetweenAttempts: 10, steps: [] },
    'Tenta até 3 vezes, com 10 minutos entre elas',
    'Try up to 3 times, 10 minutes apart',
  ],
  [
    { type: 'loop', maxIterations: 1, condition: { field: 'payment_method', operator: 'empty' }, steps: [] },
    'Repete até 1 vez enquanto forma de pagamento está vazio',
    'Repeat up to 1 time while payment method is empty',
  ],
  [{ type: 'end' }, 'Encerra a automação', 'End the automation'],
];

test.each(cases)('%o', (step, portuguese, english) => {
  expect(describeStep(step)).toBe(portuguese);
  expect(describeStep(step, 'en')).toBe(english);
});

test('every step has one short line in both languages', () => {
  const check = fc.property(arbitraryFlow, (flow) => {
    for (const { step } of walkFlow(flow)) {
      for (const locale of ['pt-BR', 'en'] as const) {
        expect(describeStep(step, locale)).toMatch(/^\S[^\n]{2,300}$/);
        expect(describeStep(step, locale)).not.toMatch(/undefined|\[object|null/);
      }
    }
  });
  fc.assert(check, { seed: 3, numRuns: 100 });
});
