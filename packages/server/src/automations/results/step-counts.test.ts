import { compileFlow, type Flow, type RunState, type TimedEntry } from '@retoma/flow';
import { expect, test } from 'vitest';
import { StepCounts } from './step-counts.ts';

const flow = {
  name: 'Teste',
  trigger_event: 'pix.generated',
  steps: [
    { id: 'retry', type: 'retry', steps: [{ id: 'wait', type: 'delay', minutes: 1 }] },
    { id: 'check', type: 'condition', field: 'payment_status', operator: '=', value: 'paid', if_true: [] },
  ],
} as unknown as Flow;
const plan = compileFlow(flow);

const entry = (id: string, event: object): TimedEntry =>
  ({ entry: { at: 0, thread: 'main', path: '', id, ...event }, duration: 0 }) as unknown as TimedEntry;
const at = (...threads: object[]): RunState => ({ v: 1, steps: 0, messages: 0, threads }) as unknown as RunState;

test('a run counts once for a step that it passed repeatedly, and once for each branch', () => {
  const counts = new StepCounts();
  counts.know(plan);
  const attempt = (number: number): TimedEntry => entry('retry', { outcome: 'attempt', attempt: number });
  const matched = entry('check', { outcome: 'matched', branch: 'if_true' });
  counts.addPassed(plan, [attempt(1), entry('wait', { outcome: 'waits' }), attempt(2), matched, matched], null);
  expect([...counts.entered]).toEqual([
    ['retry', 1],
    ['wait', 1],
    ['check', 1],
  ]);
  expect([...counts.branchCounts.get('check')!]).toEqual([
    ['if_true', 1],
    ['if_false', 0],
  ]);
});

test('a run that waits for an instant is waiting, one with a message in delivery is not', () => {
  const counts = new StepCounts();
  const waits = plan.numbers.get('steps[0].steps[0]')!;
  counts.addWaiting(plan, at({ at: waits, wait: { until: 1 } }, { at: waits, wait: { until: 2 } }));
  counts.addWaiting(plan, at({ at: 0, wait: { pass: 1, since: 0 } }));
  expect([...counts.waiting]).toEqual([['wait', 1]]);
});
