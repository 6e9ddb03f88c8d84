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

test('[TST6] every instant of a state is earlier, and nothing else changes', () => {
  const moved: RunState = {
    ...state,
    threads: [
      { at: 2, counts: [1], wait: { until: 4_000 } },
      { at: 4, of: { on: 'onOpen', step: 1, pass: 0 }, wait: { pass: 0, since: 2_000, early: ['open'] } },
    ],
    listeners: [
      { step: 1, pass: 0, until: 8_000, noReplyAt: 6_000, on: ['onClickLink', 'onNoReply'] },
      { step: 3, pass: 0, until: 7_000, on: ['onOpen'] },
    ],
  };
  expect(moveBack(state, 1_000)).toEqual(moved);
  expect(JSON.parse(moveStoredBack(JSON.stringify(state), 1_000))).toEqual(moved);
  const { listeners: _, ...waiting } = state;
  expect(moveBack(waiting, 0)).toEqual(waiting);
});
