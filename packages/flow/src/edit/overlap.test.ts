import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import type { Steps } from '../steps/step.ts';
import { collectIds } from '../definition/ids.ts';
import { applyOperations } from './history/apply.ts';
import { validateFlow } from '../validate/validate.ts';
import { holdsMessagesOf, mergeOperations, overlaps } from './overlap.ts';

const recovery = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../samples/pix-recovery/flow.json'), 'utf8'),
) as Flow;
const message = { type: 'action', id: 'm', name: 'send_sms', data: { message: 'Olá' } } as const;
const only = (method: string, rest: Steps = []): Flow => ({
  ...recovery,
  steps: [
    { type: 'condition', id: 'c', field: 'payment_method', operator: '=', value: method, if_true: [message] },
    ...rest,
  ],
});

test('[EDT7] two flows overlap if both send a message on the same event', () => {
  expect(overlaps(recovery, { ...recovery, steps: [message] })).toBe(true);
  expect(overlaps(recovery, { ...recovery, trigger_event: 'boleto.generated' })).toBe(false);
  expect(overlaps(recovery, { ...recovery, steps: [{ type: 'end', id: 'e' }] })).toBe(false);
});

test('[EDT7] flows behind different values of one constant field do not overlap; all other flows do', () => {
  expect(overlaps(only('pix'), only('boleto'))).toBe(false);
  expect(overlaps(only('pix'), only(' PIX'))).toBe(true);
  expect(overlaps(only('pix'), only('boleto', [message]))).toBe(true);
  expect(overlaps(only('pix'), recovery)).toBe(true);
  const status = (value: string): Flow =>
    JSON.parse(JSON.stringify(only(value)).replace('payment_method', 'payment_status')) as Flow;
  expect(overlaps(status('paid'), status('pending'))).toBe(true);
});

test('[EDT7] merging appends the other steps with new ids, and the result is valid', () => {
  let made = 0;
  const merged = applyOperations(recovery, mergeOperations(recovery, recovery), () => `made-${++made}`);
  if (!merged.ok) throw new Error(JSON.stringify(merged));
  expect(collectIds(merged.flow).size).toBe(collectIds(recovery).size * 2);
  expect(validateFlow(merged.flow).valid).toBe(true);
  expect(holdsMessagesOf(merged.flow, recovery)).toBe(true);
  expect(holdsMessagesOf({ ...recovery, steps: [message] }, recovery)).toBe(false);
  const closed: Flow = { ...recovery, steps: [message, { type: 'end', id: 'fim' }] };
  const before = applyOperations(closed, mergeOperations(closed, { ...closed, steps: [message] }), () => 'new');
  expect(before.ok && before.flow.steps.map(({ id }) => id)).toEqual(['m', 'new', 'fim']);
});
