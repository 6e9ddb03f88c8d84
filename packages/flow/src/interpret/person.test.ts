import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { delay, flowOf, retry, sms, whatsapp } from '../testing/build-flow.ts';
import { advance } from './advance.ts';
import type { Effect } from './effect.ts';
import type { Input } from './input.ts';
import { compileFlow } from './plan.ts';
import type { RunState } from './state.ts';

// What a person does to a run (C19). Minutes from noon of a Monday.

const noon = Date.parse('2026-01-05T12:00:00-03:00');

/** A run that began at noon, in words. */
function started(flow: Flow, status = 'pending') {
  const plan = compileFlow(flow);
  let state: RunState | null = null;
  const seen: string[] = [];
  const feed = (input: Input, minutes: number): RunState => {
    const before = state;
    const advanced = advance(plan, state, input, noon + minutes * 60_000, () => status);
    if (advanced.state === before) expect(advanced.effects).toEqual([]);
    seen.push(...advanced.effects.map(told));
    state = advanced.state;
    return state;
  };
  feed({ type: 'start' }, 0);
  return {
    seen,
    feed,
    sent: (message: string, minutes: number) => feed({ type: 'outcome', message, outcome: 'sent' }, minutes),
    failed: (message: string, minutes: number) =>
      feed({ type: 'outcome', message, outcome: 'failed', reason: 'REFUSED' }, minutes),
    skip: (minutes: number) => feed({ type: 'skip' }, minutes),
    get state(): RunState {
      return state!;
    },
    /** What an input adds to what was seen. */
    adds: (act: () => unknown): string[] => {
      const from = seen.length;
      act();
      return seen.slice(from);
    },
  };
}

function told(effect: Effect): string {
  if (effect.type === 'send') return `send ${effect.message}`;
  if (effect.type === 'finish') return `finish ${effect.outcome}`;
  const { entry } = effect;
  return `${entry.thread === 'main' ? '' : `${entry.thread} `}${entry.id} ${entry.outcome}`;
}

describe('skipping', () => {
  test('[C19] a delay is over at once, and what was already over is not waited for again', () => {
    const run = started(flowOf([delay(60), sms('a'), delay(5)]));
    expect(run.adds(() => run.skip(10))).toEqual(['send steps[1]#1']);
    expect(run.feed({ type: 'wake' }, 60)).toBe(run.state);
  });

  test('[C19] so is the pause between two attempts', () => {
    const run = started(flowOf([retry([sms('a')], { delayBetweenAttempts: 30 })]));
    run.failed('steps[0].steps[0]#1', 0);
    expect(run.adds(() => run.skip(1))).toEqual(['retry attempt', 'send steps[0].steps[0]#2']);
  });

  test('[C19] [C18] so are quiet hours, for the message that waited and no other', () => {
    const run = started(flowOf([sms('a'), sms('b')], { quietHours: { from: '11:00', to: '14:00' } }));
    expect(run.adds(() => run.skip(1))).toEqual(['send steps[0]#1']);
    expect(run.adds(() => run.sent('steps[0]#1', 2))).toEqual(['a sent']);
    expect(run.adds(() => run.feed({ type: 'wake' }, 120))).toEqual(['send steps[1]#1']);
    const after = started(flowOf([delay(60), sms('a')], { quietHours: { from: '11:00', to: '14:00' } }));
    expect(after.adds(() => after.skip(1))).toEqual([]);
    expect(after.adds(() => after.feed({ type: 'wake' }, 120))).toEqual(['send steps[1]#1']);
  });

  test('[C19] [C8] so is the time in which a reply may come', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('yes')], onNoReply: [sms('no')] })]));
    run.sent('steps[0]#1', 0);
    expect(run.adds(() => run.skip(5))).toEqual(['onNoReply@steps[0]#1 a starts', 'send steps[0].onNoReply[0]#1']);
    expect(run.adds(() => run.feed({ type: 'reply', message: 'steps[0]#1' }, 6))).toEqual([]);
  });

  test('[C19] of several waits the first is over, the others stay', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [delay(30), sms('b')] }), delay(20), sms('c')]));
    run.sent('steps[0]#1', 0);
    run.feed({ type: 'reply', message: 'steps[0]#1' }, 1);
    expect(run.adds(() => run.skip(2))).toEqual(['send steps[2]#1']);
    expect(run.adds(() => run.skip(2))).toEqual(['send steps[0].onResponse[1]#1']);
  });

  test('[C19] that nobody is listened to any more is a wait only where there is no other', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')] }), delay(20_000), sms('c')]));
    run.sent('steps[0]#1', 0);
    expect(run.adds(() => run.skip(1))).toEqual(['send steps[2]#1']);
    expect(run.adds(() => run.skip(2))).toEqual([]);
    expect(run.adds(() => run.sent('steps[2]#1', 3))).toEqual(['c sent']);
    expect(run.adds(() => run.skip(4))).toEqual(['finish completed']);
  });

  test('[C19] where the run waits for no instant nothing changes', () => {
    const run = started(flowOf([sms('a')]));
    const { state } = run;
    expect(run.skip(1)).toBe(state);
    const over = run.sent('steps[0]#1', 2);
    expect(run.skip(3)).toBe(over);
  });

  test('[C19] [C17] lateness counts from now, even of what is long overdue', () => {
    const run = started(flowOf([delay(60), sms('a')]));
    expect(run.adds(() => run.skip(5000))).toEqual(['send steps[1]#1']);
  });
});
