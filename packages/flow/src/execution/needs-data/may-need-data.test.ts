import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../../definition/flow.ts';
import { arbitraryTurns, driveRun, type ArbitraryInputs } from '../../testing/arbitrary-inputs.ts';
import { lawRuns } from '../../testing/arbitrary-scenario.ts';
import { advance } from '../../interpret/advance.ts';
import type { Input } from '../input.ts';
import { mayNeedData } from './may-need-data.ts';
import { compileFlow, type Plan } from '../plan.ts';
import { isOver, wakeAt, type RunState } from '../state.ts';

const minute = 60_000;

/** Whether a run reads data or sends when it takes an input, and then is woken at `wake` until nothing is due. */
function usesData(plan: Plan, { before, input, now, resolve }: ArbitraryInputs, wake: number | null): boolean {
  let isUsed = false;
  let state = before;
  const take = (one: Input, at: number): void => {
    const advanced = advance(plan, state, one, at, (field) => {
      isUsed = true;
      return resolve(field);
    });
    isUsed ||= advanced.effects.some(({ type }) => type === 'send');
    state = advanced.state;
  };
  take(input, now);
  if (wake === null) return isUsed;
  for (let due = wakeAt(state!); due !== null && due <= wake; due = wakeAt(state!)) take({ type: 'wake' }, wake);
  return isUsed;
}

const seenIn = (check: (plan: Plan, transition: ArbitraryInputs) => void): void =>
  fc.assert(
    fc.property(arbitraryTurns, (one) => {
      driveRun(one, (transition) => check(one.plan, transition));
    }),
    { numRuns: lawRuns },
  );

const flowOf = (...steps: readonly object[]): Plan =>
  compileFlow({ name: 'Teste', trigger: 'pix.generated', steps } as unknown as Flow);
const delay = (minutes: number, onNext: readonly object[] = []) => ({ type: 'delay', minutes, onNext });
const send = (rest: object = {}) => ({ type: 'action', name: 'send_sms', data: { message: 'Oi' }, ...rest });
const started = (plan: Plan): RunState => advance(plan, null, { type: 'start' }, 0, () => null).state;

describe('whether a run may need data', () => {
  test('it is true whenever an input makes the run read data or send', () => {
    let used = 0;
    let spared = 0;
    seenIn((plan, transition) => {
      const { before, input, now } = transition;
      // A wake is not an input of a driver: it names the instant up to which it wakes.
      const [inputs, wake] = input.type === 'wake' ? [[], now] : [[{ input }], null];
      const isUsed = usesData(plan, transition, null);
      if (isUsed) expect(mayNeedData(plan, before, inputs, wake)).toBe(true);
      if (isUsed) used++;
      else if (!mayNeedData(plan, before, inputs, wake)) spared++;
    });
    expect(used).toBeGreaterThan(lawRuns);
    expect(spared).toBeGreaterThan(lawRuns);
  });

  test('it is true whenever an input and the wakes after it do', () => {
    seenIn((plan, transition) => {
      const wake = transition.now + 2 * 24 * 60 * minute;
      if (!usesData(plan, transition, wake)) return;
      expect(mayNeedData(plan, transition.before, [transition], wake)).toBe(true);
    });
  });

  test('it is false from one delay to the next, and at a start that waits first', () => {
    const plan = flowOf(delay(5), delay(5, [delay(1)]), send());
    const start = [{ input: { type: 'start' } }] as const;
    expect(mayNeedData(plan, null, start, null)).toBe(false);
    expect(mayNeedData(flowOf(send()), null, start, null)).toBe(true);
    let state = started(plan);
    const needs: boolean[] = [];
    for (let due = wakeAt(state); due !== null && !isOver(state); due = wakeAt(state)) {
      needs.push(mayNeedData(plan, state, [], due));
      state = advance(plan, state, { type: 'wake' }, due, () => null).state;
    }
    expect(needs).toEqual([false, false, true]);
  });

  test('it is false before the instant of a wait, and for events, cancels and ends of pauses', () => {
    const plan = flowOf(delay(5), send());
    const state = started(plan);
    expect(mayNeedData(plan, state, [], 5 * minute - 1)).toBe(false);
    for (const type of ['event', 'cancel', 'resume'] as const)
      expect(mayNeedData(plan, state, [{ input: { type, trigger: 'order.paid' } as unknown as Input }], null)).toBe(
        false,
      );
  });

  test('after an outcome it depends on what follows the message', () => {
    const outcome = { type: 'outcome', message: 'steps[0]#1', outcome: 'sent' } as const;
    const failure = { ...outcome, outcome: 'failed', reason: 'REFUSED' } as const;
    const needsOf = (plan: Plan, input: Input): boolean => mayNeedData(plan, started(plan), [{ input }], null);
    expect(needsOf(flowOf(send(), delay(5), send()), outcome)).toBe(false);
    expect(needsOf(flowOf(send(), send()), outcome)).toBe(true);
    expect(needsOf(flowOf(send({ onNext: [delay(1)] }), send()), outcome)).toBe(false);
    const inRetry = flowOf({ type: 'retry', steps: [send()] }, delay(5));
    const message = 'steps[0].steps[0]#1';
    expect(needsOf(inRetry, { ...outcome, message })).toBe(false);
    expect(needsOf(inRetry, { ...failure, message })).toBe(true);
    const inLoop = (stopOnError: boolean): Plan => flowOf({ type: 'loop', stopOnError, steps: [send(), send()] });
    expect(needsOf(inLoop(true), { ...failure, message })).toBe(false);
    expect(needsOf(inLoop(false), { ...failure, message })).toBe(true);
  });

  test('a reaction to a message needs data only if a handler waits for it', () => {
    const plan = flowOf(send({ onResponse: [send()] }), delay(5));
    const needs = (type: 'reply' | 'open'): boolean =>
      mayNeedData(plan, started(plan), [{ input: { type, message: 'steps[0]#1' } }], null);
    expect([needs('reply'), needs('open')]).toEqual([true, false]);
  });
});
