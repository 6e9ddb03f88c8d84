import { expect, test } from 'vitest';
import { moveBack, moveStoredBack } from './move-back.ts';
import type { RunState } from './state.ts';

const state: RunState = {
  v: 1,
  steps: 3,
  messages: 1,
  threads: [
    { at: 2, counts: [1], wait: { until: 5_000 } },
    { at: 4, of: { on: 'onOpen', step: 1, pass: 0 }, wait: { pass: 0, since: 3_000, early: ['open'] } },
  ],
  listeners: [
    { step: 1, pass: 0, until: 9_000, noReplyAt: 7_000, on: ['onClickLink', 'onNoReply'] },
    { step: 3, pass: 0, until: 8_000, on: ['onOpen'] },
  ],
};

test('[TST6] every instant of a state is earlier, due dates at most now, and nothing else changes', () => {
  const step = { ms: 1_000, now: 4_500 };
  const moved: RunState = {
    ...state,
    threads: [
      { at: 2, counts: [1], wait: { until: 4_500 } },
      { at: 4, of: { on: 'onOpen', step: 1, pass: 0 }, wait: { pass: 0, since: 2_000, early: ['open'] } },
    ],
    listeners: [
      { step: 1, pass: 0, until: 8_000, noReplyAt: 6_000, on: ['onClickLink', 'onNoReply'] },
      { step: 3, pass: 0, until: 7_000, on: ['onOpen'] },
    ],
  };
  expect(moveBack(state, step)).toEqual(moved);
  expect(JSON.parse(moveStoredBack(JSON.stringify(state), step))).toEqual(moved);
  const { listeners: _, ...waiting } = state;
  expect(moveBack(waiting, { ms: 0, now: 0 })).toEqual(waiting);
  const overdue = { ...waiting, threads: [{ at: 2, wait: { until: 5_000 } }] };
  expect(moveBack(overdue, { ms: 1_000, now: 6_000 })).toEqual(overdue);
});
