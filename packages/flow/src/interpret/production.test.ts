import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { check, delay, end, flowOf, loop, retry, sms, whatsapp } from '../testing/build-flow.ts';
import { advance } from './advance.ts';
import type { Effect } from '../execution/effect.ts';
import type { Input } from '../execution/input.ts';
import { compileFlow, type RunSettings } from '../execution/plan.ts';
import { isOver, runStatus, wakeAt, type RunState } from '../execution/state.ts';

// A run driven as in production: outcomes come later, wake-ups come late, and other inputs occur in between.

const noon = Date.parse('2026-01-05T12:00:00-03:00');
const minute = 60_000;
const day = 1440;

/** A run and a clock in minutes from noon of a Monday. */
function started(flow: Flow, settings?: RunSettings, at = 0, from?: number) {
  const plan = compileFlow(flow, settings);
  let state: RunState | null = null;
  let status: unknown = 'PENDING';
  const seen: string[] = [];
  const applyInput = (input: Input, at: number): readonly Effect[] => {
    const resolve = (field: string): unknown => (field === 'payment_status' ? String(status).toLowerCase() : null);
    const advanced = advance(plan, state, input, noon + at * minute, resolve);
    state = JSON.parse(JSON.stringify(advanced.state)) as RunState;
    for (const effect of advanced.effects) seen.push(effectText(effect));
    return advanced.effects;
  };
  applyInput({ type: 'start', ...(from !== undefined && { at: noon + from * minute }) }, at);
  return {
    applyInput,
    seen,
    wake: (at: number) => applyInput({ type: 'wake' }, at),
    sent: (message: string, at: number) => applyInput({ type: 'outcome', message, outcome: 'sent' }, at),
    set: (value: string) => (status = value),
    get state(): RunState {
      return state!;
    },
    get due(): number | null {
      const due = wakeAt(state!);
      return due === null ? null : (due - noon) / minute;
    },
  };
}

function effectText(effect: Effect): string {
  if (effect.type === 'send') return `send ${effect.message}`;
  if (effect.type === 'finish') return `finish ${effect.outcome}${effect.reason ? ` ${effect.reason}` : ''}`;
  const { entry } = effect;
  return `${entry.id} ${entry.outcome}${'reason' in entry ? ` ${entry.reason}` : ''}`;
}

describe('sending', () => {
  test('[RUN13] a thread waits for the outcome of its message, while other threads continue', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')] }), sms('c')]));
    expect([run.seen, runStatus(run.state), run.due]).toEqual([['send steps[0]#1'], 'running', null]);
    run.sent('steps[0]#1', 1);
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 2);
    run.sent('steps[0].onResponse[0]#1', 3);
    run.sent('steps[1]#1', 4);
    expect(run.seen.slice(1)).toEqual([
      'a sent',
      'send steps[1]#1',
      'a starts',
      'send steps[0].onResponse[0]#1',
      'b sent',
      'c sent',
      'finish completed',
    ]);
  });

  test('[RUN13] the key of a message is its path and pass, the same in every run', () => {
    const flow = flowOf([loop([sms('a')], { maxIterations: 2 })]);
    for (const run of [started(flow), started(flow, {}, 600)]) {
      run.sent('steps[0].steps[0]#1', 700);
      expect(run.seen.filter((line) => line.startsWith('send'))).toEqual([
        'send steps[0].steps[0]#1',
        'send steps[0].steps[0]#2',
      ]);
    }
  });

  test('[RUN13] an outcome counts once; without a waiting thread it changes nothing', () => {
    const run = started(flowOf([sms('a'), delay(5)]));
    run.sent('steps[0]#1', 1);
    const before = run.state;
    for (const message of ['steps[0]#1', 'steps[0]#2', 'steps[9]#1', 'nonsense', '#']) {
      expect(run.sent(message, 2)).toEqual([]);
    }
    expect(run.state).toEqual(before);
  });

  test('[RUN13] an unknown outcome is never retried, not even by a retry step', () => {
    const run = started(flowOf([retry([sms('a', { onNext: [sms('b')] })])]));
    run.applyInput({ type: 'outcome', message: 'steps[0].steps[0]#1', outcome: 'unknown' }, 1);
    expect(run.seen).toEqual([
      'retry attempt',
      'send steps[0].steps[0]#1',
      'a unknown',
      'send steps[0].steps[0].onNext[0]#1',
    ]);
  });

  test('[RUN13] a webhook before the outcome of its message is not lost', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')], onNoReply: [sms('no')] }), delay(5)]));
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 1);
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 1);
    expect(run.seen).toEqual(['send steps[0]#1']);
    run.sent('steps[0]#1', 2);
    expect(run.seen.slice(1)).toEqual(['a sent', 'wait-5 waits', 'a starts', 'send steps[0].onResponse[0]#1']);
    expect(run.state.listeners).toBeUndefined();
  });

  test('[RUN13] early reactions to a message that then failed are dropped', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')] })]));
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 1);
    run.applyInput({ type: 'outcome', message: 'steps[0]#1', outcome: 'failed', reason: 'REFUSED' }, 2);
    expect(run.seen.slice(1)).toEqual(['a failed REFUSED', 'finish completed']);
  });

  test('[RUN8] the no-reply time is a setting', () => {
    const run = started(flowOf([whatsapp('a', { onNoReply: [sms('no')] })]), { noReplyMinutes: 60 });
    run.sent('steps[0]#1', 1);
    expect(run.due).toBe(61);
    run.wake(61);
    expect(run.seen.at(-1)).toBe('send steps[0].onNoReply[0]#1');
  });

  test('[RUN8] a reply after the no-reply instant is too late, even before the run wakes', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('yes')], onNoReply: [sms('no')] })]));
    run.sent('steps[0]#1', 0);
    expect(run.applyInput({ type: 'reply', message: 'steps[0]#1' }, day + 10)).toEqual([]);
    run.wake(day + 10);
    expect(run.seen.at(-1)).toBe('send steps[0].onNoReply[0]#1');
  });
});

describe('the end of a run', () => {
  test('[RUN12] completed: every thread done and no listener open', () => {
    const run = started(flowOf([whatsapp('a', { onResponse: [sms('b')] })]));
    run.sent('steps[0]#1', 0);
    expect([runStatus(run.state), run.due]).toEqual(['waiting', 7 * day]);
    run.wake(7 * day);
    expect([runStatus(run.state), run.due, run.seen.at(-1)]).toEqual(['completed', null, 'finish completed']);
  });

  test('[RUN12] ended, cancelled and failed are distinct outcomes', () => {
    const ended = started(flowOf([end()]));
    const cancelled = started(flowOf([delay(5)]));
    cancelled.applyInput({ type: 'cancel', reason: 'deleted' }, 1);
    expect([ended, cancelled].map(({ state, seen }) => [runStatus(state), seen.at(-1)])).toEqual([
      ['ended', 'finish ended'],
      ['cancelled', 'finish cancelled deleted'],
    ]);
  });

  test('[RUN15] the outcome of a message in flight at the end of the run is recorded, and starts nothing', () => {
    const run = started(flowOf([whatsapp('a', { onNext: [sms('b')], onResponse: [sms('c')] })]));
    run.applyInput({ type: 'cancel' }, 1);
    expect(isOver(run.state)).toBe(true);
    run.sent('steps[0]#1', 2);
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 3);
    expect(run.seen).toEqual(['send steps[0]#1', 'finish cancelled', 'a sent']);
    expect(run.state.threads).toEqual([]);
  });

  test('[RUN15] every executed step has one entry, with its duration', () => {
    const run = started(flowOf([sms('a'), delay(5), check('c', { pending: [] })]));
    const [sent] = run.sent('steps[0]#1', 2);
    expect(sent).toMatchObject({
      type: 'record',
      duration: 2 * minute,
      entry: { at: noon + 2 * minute, thread: 'main' },
    });
    run.wake(7);
    expect(run.seen).toEqual(['send steps[0]#1', 'a sent', 'wait-5 waits', 'c matched', 'finish completed']);
  });
});

describe('pausing and lateness', () => {
  test('[RUN16] after a pause a run continues; one due more than 24 hours ago is cancelled as STALE', () => {
    const late = started(flowOf([delay(60), sms('a')]));
    late.applyInput({ type: 'resume' }, 60 + day);
    late.wake(60 + day);
    expect(late.seen.at(-1)).toBe('send steps[1]#1');
    const stale = started(flowOf([delay(60), sms('a')]));
    stale.applyInput({ type: 'resume' }, 61 + day);
    expect(stale.seen.at(-1)).toBe('finish cancelled STALE');
  });

  test('[RUN17] overdue work runs oldest first', () => {
    const run = started(
      flowOf([whatsapp('a', { onResponse: [delay(1), sms('b')], onNoReply: [] }), delay(60), sms('c')]),
    );
    run.sent('steps[0]#1', 0);
    run.applyInput({ type: 'reply', message: 'steps[0]#1' }, 10);
    run.wake(500);
    run.wake(500);
    expect(run.seen.slice(-2)).toEqual(['send steps[0].onResponse[1]#1', 'send steps[2]#1']);
  });

  test.each([
    [day, 'send steps[1]#1'],
    [day + 1, 'a failed TOO_LATE'],
  ])('[RUN17] a send %i minutes late: %s', (late, line) => {
    const run = started(flowOf([delay(60), sms('a'), delay(5)]));
    run.wake(60 + late);
    expect(run.seen[1]).toBe(line);
  });

  test('[RUN17] the maximum lateness is a setting, and counts from the event if the run began late', () => {
    const run = started(flowOf([sms('a')]), { lateMinutes: 30 }, 100, 60);
    expect(run.seen).toEqual(['a failed TOO_LATE', 'finish completed']);
  });

  test('[RUN17] the send effect contains its due instant', () => {
    const run = started(flowOf([delay(60), sms('a')]));
    expect(run.wake(90)).toMatchObject([{ type: 'send', due: noon + 60 * minute, channel: 'sms', listens: [] }]);
  });
});

describe('settings of an automation', () => {
  const stopping = flowOf([whatsapp('a', { onNoReply: [sms('no')] }), delay(60), sms('b')], {
    stopOn: 'payment.confirmed',
  });

  test('[RUN18] stopOn ends the run at once', () => {
    const run = started(stopping);
    run.sent('steps[0]#1', 0);
    expect(run.applyInput({ type: 'event', trigger: 'payment.failed' }, 10)).toEqual([]);
    run.applyInput({ type: 'event', trigger: 'payment.confirmed' }, 20);
    expect([run.seen.at(-1), run.due]).toEqual(['finish ended payment.confirmed', null]);
  });

  test('[RUN18] without stopOn, events change nothing', () => {
    const run = started(flowOf([delay(60)]));
    expect(run.applyInput({ type: 'event', trigger: 'payment.confirmed' }, 1)).toEqual([]);
  });

  test('[RUN18] a send in quiet hours waits for their end and uses the data of that instant', () => {
    const flow = flowOf([sms('a')], { quietHours: { from: '11:00', to: '14:00' } });
    const run = started(flow);
    expect([run.seen, run.due]).toEqual([[], 120]);
    run.wake(120);
    expect(run.seen).toEqual(['send steps[0]#1']);
  });

  test('[RUN18] [RUN17] waiting for the end of quiet hours is not lateness', () => {
    const flow = flowOf([sms('a')], { quietHours: { from: '00:00', to: '00:00', days: [1, 2] } });
    const run = started(flow);
    expect(run.due).toBe(36 * 60);
    run.wake(36 * 60);
    expect(run.seen).toEqual(['send steps[0]#1']);
  });
});

describe('the state', () => {
  const folder = path.join(import.meta.dirname, '../../samples/pix-recovery/flow.json');
  const recovery = JSON.parse(readFileSync(folder, 'utf8')) as Flow;

  test('[RUN13] a run that waits in a delay of the PIX recovery flow takes less than 300 bytes', () => {
    const run = started(recovery);
    expect(JSON.stringify(run.state).length).toBeLessThan(120);
    run.wake(30);
    run.sent('steps[1].branches[1].steps[0]#1', 31);
    expect(run.state.threads[0]!.wait).toEqual({ until: noon + (31 + 720) * minute });
    expect(JSON.stringify(run.state).length).toBeLessThan(300);
  });

  test('[RUN13] a state is never mutated: an input without effect returns the same object', () => {
    const plan = compileFlow(recovery);
    const { state } = advance(plan, null, { type: 'start' }, noon, () => 'pending');
    expect(advance(plan, state, { type: 'start' }, noon, () => 'pending').state).toBe(state);
    expect(advance(plan, state, { type: 'wake' }, noon, () => 'pending').state).toBe(state);
    expect(() => advance(plan, null, { type: 'wake' }, noon, () => null)).toThrow('not begun');
  });
});
