import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { check, delay, email, end, flowOf, loop, retry, sms, whatsapp } from '../testing/build-flow.ts';
import { advance } from './advance.ts';
import type { Effect } from '../execution/effect.ts';
import type { Input } from '../execution/input.ts';
import { compileFlow } from '../execution/plan.ts';
import { runStatus, wakeAt, type RunState } from '../execution/state.ts';

// A person's operations on a run (RUN19). Minutes from noon of a Monday.

const noon = Date.parse('2026-01-05T12:00:00-03:00');
const minute = 60_000;

/** A run that began at noon, with its effects as text. */
function started(flow: Flow) {
  let status = 'pending';
  const plan = compileFlow(flow);
  let state: RunState | null = null;
  const seen: string[] = [];
  const applyInput = (input: Input, minutes: number): RunState => {
    const before = state;
    const advanced = advance(plan, state, input, noon + minutes * minute, () => status);
    if (advanced.state === before) expect(advanced.effects).toEqual([]);
    seen.push(...advanced.effects.map(effectText));
    state = advanced.state;
    return state;
  };
  applyInput({ type: 'start' }, 0);
  return {
    seen,
    applyInput,
    sent: (message: string, minutes: number) => applyInput({ type: 'outcome', message, outcome: 'sent' }, minutes),
    failed: (message: string, minutes: number) =>
      applyInput({ type: 'outcome', message, outcome: 'failed', reason: 'REFUSED' }, minutes),
    set: (value: string) => (status = value),
    skip: (minutes: number) => applyInput({ type: 'skip' }, minutes),
    get state(): RunState {
      return state!;
    },
    /** The lines that an action adds. */
    adds: (act: () => unknown): string[] => {
      const from = seen.length;
      act();
      return seen.slice(from);
    },
  };
}

function effectText(effect: Effect): string {
  if (effect.type === 'send') return `send ${effect.message}`;
  if (effect.type === 'finish') return `finish ${effect.outcome}`;
  const { entry } = effect;
  return `${entry.thread === 'main' ? '' : `${entry.thread} `}${entry.id} ${entry.outcome}`;
}

describe('skipping', () => {
  test('[RUN19] ends a delay at once, and an elapsed delay is not awaited again', () => {
    const run = started(flowOf([delay(60), sms('a'), delay(5)]));
    expect(run.adds(() => run.skip(10))).toEqual(['send steps[1]#1']);
    expect(run.applyInput({ type: 'wake' }, 60)).toBe(run.state);
  });

  test('[RUN19] ends the pause between two attempts', () => {
    const run = started(flowOf([retry([sms('a')], { delayBetweenAttempts: 30 })]));
    run.failed('steps[0].steps[0]#1', 0);
    expect(run.adds(() => run.skip(1))).toEqual(['retry attempt', 'send steps[0].steps[0]#2']);
  });

  test('[RUN19] [RUN18] ends quiet hours for the waiting message only', () => {
    const run = started(flowOf([sms('a'), sms('b')], { quietHours: { from: '11:00', to: '14:00' } }));
    expect(run.adds(() => run.skip(1))).toEqual(['send steps[0]#1']);
    expect(run.adds(() => run.sent('steps[0]#1', 2))).toEqual(['a sent']);
    expect(run.adds(() => run.applyInput({ type: 'wake' }, 120))).toEqual(['send steps[1]#1']);
    const after = started(flowOf([delay(60), sms('a')], { quietHours: { from: '11:00', to: '14:00' } }));
    expect(after.adds(() => after.skip(1))).toEqual([]);
    expect(after.adds(() => after.applyInput({ type: 'wake' }, 120))).toEqual(['send steps[1]#1']);
  });

  test('[RUN19] [RUN8] ends the time in which a reply may come', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('yes')], onNoReply: [sms('no')] })]));
    run.sent('steps[0]#1', 0);
    expect(run.adds(() => run.skip(5))).toEqual(['onNoReply@steps[0]#1 a starts', 'send steps[0].onNoReply[0]#1']);
    expect(run.adds(() => run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 6))).toEqual([]);
  });

  test('[RUN19] ends the first of several waits, and the others stay', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [delay(30), sms('b')] }), delay(20), sms('c')]));
    run.sent('steps[0]#1', 0);
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 1);
    expect(run.adds(() => run.skip(2))).toEqual(['send steps[2]#1']);
    expect(run.adds(() => run.skip(2))).toEqual(['send steps[0].onResponse[1]#1']);
  });

  test('[RUN19] ends listening only if there is no other wait', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')] }), delay(20_000), sms('c')]));
    run.sent('steps[0]#1', 0);
    expect(run.adds(() => run.skip(1))).toEqual(['send steps[2]#1']);
    expect(run.adds(() => run.skip(2))).toEqual([]);
    expect(run.adds(() => run.sent('steps[2]#1', 3))).toEqual(['c sent']);
    expect(run.adds(() => run.skip(4))).toEqual(['finish completed']);
  });

  test('[RUN19] changes nothing if the run waits for no instant', () => {
    const run = started(flowOf([sms('a')]));
    const { state } = run;
    expect(run.skip(1)).toBe(state);
    const over = run.sent('steps[0]#1', 2);
    expect(run.skip(3)).toBe(over);
  });

  test('[RUN19] [RUN17] counts lateness from now, even for a long overdue wait', () => {
    const run = started(flowOf([delay(60), sms('a')]));
    expect(run.adds(() => run.skip(5000))).toEqual(['send steps[1]#1']);
  });
});

describe('retrying', () => {
  const retryAt = (path: string, passes: { [step: string]: number } = {}): Input => ({ type: 'retry', path, passes });

  test('[RUN19] restarts a finished run at the step, and it finishes again', () => {
    const run = started(flowOf([delay(5), sms('a'), delay(7), sms('b')]));
    run.applyInput({ type: 'cancel' }, 1);
    expect(run.adds(() => run.applyInput(retryAt('steps[2]'), 10))).toEqual(['wait-7 waits']);
    expect([runStatus(run.state), wakeAt(run.state)]).toEqual(['waiting', noon + 17 * minute]);
    run.applyInput({ type: 'wake' }, 17);
    expect(run.adds(() => run.sent('steps[3]#1', 17))).toEqual(['b sent', 'finish completed']);
  });

  test.each([
    ['completed', sms('b'), undefined],
    ['ended', end(), undefined],
    ['failed', loop([loop([], { maxIterations: 100 })], { maxIterations: 100 }), undefined],
    ['cancelled', delay(5), { type: 'cancel' } as const],
  ])('[RUN19] works for every outcome: %s', (outcome, last, input) => {
    const run = started(flowOf([sms('a'), last]));
    run.sent('steps[0]#1', 0);
    if (outcome === 'completed') run.sent('steps[1]#1', 0);
    if (input) run.applyInput(input, 1);
    expect(runStatus(run.state)).toBe(outcome);
    expect(run.adds(() => run.applyInput(retryAt('steps[0]', { 0: 1 }), 10))).toEqual(['send steps[0]#2']);
    expect(runStatus(run.state)).toBe('running');
  });

  test('[RUN19] [RUN14] resets the budgets of a finished run, not those of a live one', () => {
    const run = started(flowOf([sms('a'), delay(5)]));
    run.sent('steps[0]#1', 0);
    run.applyInput(retryAt('steps[0]', { 0: 1 }), 1);
    expect([run.state.steps, run.state.messages]).toEqual([3, 2]);
    run.applyInput({ type: 'cancel' }, 1);
    run.sent('steps[0]#2', 1);
    run.applyInput(retryAt('steps[0]', { 0: 2 }), 2);
    expect([run.state.steps, run.state.messages]).toEqual([1, 1]);
  });

  test('[RUN19] [RUN13] uses no key again, not even for steps that run once', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')] }), delay(5), sms('c')]));
    run.sent('steps[0]#1', 0);
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 1);
    run.sent('steps[0].onResponse[0]#1', 1);
    expect(run.adds(() => run.applyInput(retryAt('steps[0]', { 0: 1, 1: 1 }), 2))).toEqual(['send steps[0]#2']);
    run.sent('steps[0]#2', 2);
    expect(run.adds(() => run.applyInput({ type: 'reply', message: 'steps[0]#2' }, 3))).toEqual([
      'onResponse@steps[0]#2 a starts',
      'send steps[0].onResponse[0]#2',
    ]);
    expect(run.adds(() => run.applyInput({ type: 'wake' }, 7))).toEqual(['send steps[2]#1']);
  });

  test('[RUN19] [RUN13] uses the run’s own count of its sends if it is higher', () => {
    const run = started(flowOf([loop([sms('a')])]));
    for (const pass of [1, 2]) run.sent(`steps[0].steps[0]#${pass}`, 0);
    expect(run.adds(() => run.applyInput(retryAt('steps[0].steps[0]', { 1: 1 }), 1))).toEqual([
      'send steps[0].steps[0]#4',
    ]);
  });

  test('[RUN19] ends the main thread of a live run; handlers and listeners stay', () => {
    const run = started(
      flowOf([
        whatsapp('a', { onResponse: [delay(30), sms('b')] }),
        email('c', { onOpen: [sms('d')] }),
        delay(20),
        sms('e'),
      ]),
    );
    run.sent('steps[0]#1', 0);
    run.sent('steps[1]#1', 0);
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 1);
    run.applyInput(retryAt('steps[2]'), 11);
    expect(run.adds(() => run.applyInput({ type: 'wake' }, 20))).toEqual([]);
    // Both are due; the main thread comes first (RUN10).
    expect(run.adds(() => run.applyInput({ type: 'wake' }, 31))).toEqual(['send steps[3]#1']);
    expect(run.adds(() => run.applyInput({ type: 'wake' }, 31))).toEqual(['send steps[0].onResponse[1]#1']);
    expect(run.adds(() => run.applyInput({ type: 'open', message: 'steps[1]#1' }, 32))).toEqual([
      'onOpen@steps[1]#1 c starts',
      'send steps[1].onOpen[0]#1',
    ]);
  });

  test('[RUN19] [RUN15] a message in flight in a live run is recorded and has listeners, and its thread ends', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')] }), sms('c')]));
    expect(run.adds(() => run.applyInput(retryAt('steps[1]', { 0: 1 }), 1))).toEqual(['send steps[1]#1']);
    run.sent('steps[1]#1', 1);
    expect(runStatus(run.state)).toBe('running');
    expect(run.adds(() => run.sent('steps[0]#1', 2))).toEqual(['a sent']);
    expect(run.adds(() => run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 3))).toHaveLength(2);
  });

  test('[RUN19] of a finished run waits for its messages first', () => {
    const run = started(flowOf([sms('a')]));
    const over = run.applyInput({ type: 'cancel' }, 1);
    expect(run.applyInput(retryAt('steps[0]', { 0: 1 }), 2)).toBe(over);
    run.sent('steps[0]#1', 3);
    expect(run.adds(() => run.applyInput(retryAt('steps[0]', { 0: 1 }), 4))).toEqual(['send steps[0]#2']);
  });

  test('[RUN19] at an invalid path changes nothing', () => {
    const run = started(flowOf([delay(5)]));
    const { state } = run;
    for (const path of ['steps[1]', 'steps', '', 'steps[0].onNext[0]'])
      expect(run.applyInput(retryAt(path), 1)).toBe(state);
  });

  test('[RUN19] [RUN6] [RUN7] sets every retry and loop around the step to its first attempt or iteration', () => {
    const run = started(flowOf([loop([retry([sms('a')], { maxAttempts: 2 })], { maxIterations: 2 })]));
    run.applyInput({ type: 'cancel' }, 0);
    run.sent('steps[0].steps[0].steps[0]#1', 0);
    run.applyInput(retryAt('steps[0].steps[0].steps[0]', { 2: 1 }), 1);
    run.failed('steps[0].steps[0].steps[0]#2', 1);
    run.sent('steps[0].steps[0].steps[0]#3', 1);
    run.sent('steps[0].steps[0].steps[0]#4', 1);
    expect(run.seen.slice(-12)).toEqual([
      'a failed',
      'retry attempt',
      'send steps[0].steps[0].steps[0]#3',
      'a sent',
      'retry succeeded',
      'loop iteration',
      'retry attempt',
      'send steps[0].steps[0].steps[0]#4',
      'a sent',
      'retry succeeded',
      'loop finished',
      'finish completed',
    ]);
  });

  test('[RUN19] [RUN1] inside a handler’s list starts a thread of that message', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [delay(30), sms('b')] }), delay(600)]));
    run.sent('steps[0]#1', 0);
    run.applyInput({ type: 'cancel' }, 1);
    run.applyInput(retryAt('steps[0].onResponse[0]', { 0: 3 }), 2);
    expect(run.seen.at(-1)).toBe('onResponse@steps[0]#3 wait-30 waits');
    // The existing thread of this list ends, otherwise its steps would run twice.
    expect(run.adds(() => run.applyInput(retryAt('steps[0].onResponse[1]', { 0: 3 }), 3))).toEqual([
      'send steps[0].onResponse[1]#1',
    ]);
    expect(run.adds(() => run.sent('steps[0].onResponse[1]#1', 3))).toEqual([
      'onResponse@steps[0]#3 b sent',
      'finish completed',
    ]);
    run.applyInput(retryAt('steps[0].onResponse[1]'), 4);
    expect(run.state.threads[0]!.of).toEqual({ on: 'onResponse', step: 0, pass: 1 });
  });

  test('[RUN19] [RUN3] in the flat format counts the step’s branch as matched, and keeps earlier matches', () => {
    const of = (parentId: string) => ({ parentId });
    const run = started(
      flowOf([
        check('one', { pending: undefined }),
        check('two', { pending: undefined, paid: undefined }),
        sms('a', of('two-paid')),
        sms('b', of('two-pending')),
        sms('c', of('two-paid')),
        sms('d', of('one-pending')),
      ]),
    );
    run.sent('steps[3]#1', 0);
    run.sent('steps[5]#1', 0);
    expect(runStatus(run.state)).toBe('completed');
    const from = run.seen.length;
    run.applyInput(retryAt('steps[2]', { 3: 1, 5: 1 }), 1);
    run.sent('steps[2]#1', 1);
    run.sent('steps[4]#1', 1);
    run.sent('steps[5]#2', 1);
    expect(run.seen.slice(from).filter((line) => line.startsWith('send'))).toEqual([
      'send steps[2]#1',
      'send steps[4]#1',
      'send steps[5]#2',
    ]);
  });

  test('[RUN19] [RUN3] evaluates a condition again, which may match nothing', () => {
    const run = started(flowOf([check('one', { pending: undefined }), sms('a', { parentId: 'one-pending' })]));
    run.sent('steps[1]#1', 0);
    run.set('paid');
    expect(run.adds(() => run.applyInput(retryAt('steps[0]', { 1: 1 }), 1))).toEqual([
      'one no_match',
      'finish completed',
    ]);
  });

  test('[RUN19] [RUN3] treats nested and flat branches of one condition alike', () => {
    const condition = check('one', { paid: [sms('a')], pending: undefined });
    const run = started(flowOf([condition, sms('b', { parentId: 'one-paid' })]));
    expect(runStatus(run.state)).toBe('completed');
    run.applyInput(retryAt('steps[0].branches[0].steps[0]'), 1);
    expect(run.adds(() => run.sent('steps[0].branches[0].steps[0]#1', 1))).toEqual(['a sent', 'send steps[1]#1']);
  });
});
