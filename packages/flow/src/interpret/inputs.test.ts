import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { arbitraryTurns, driveRun, passesOf, underWay, type ArbitraryInputs } from '../testing/arbitrary-inputs.ts';
import { arbitrarySettledFlow, lawRuns } from '../testing/arbitrary-scenario.ts';
import { advance } from './advance.ts';
import { parseMessageKey, type Effect } from '../execution/effect.ts';
import type { Input } from '../execution/input.ts';
import { compileFlow, type Plan } from '../execution/plan.ts';
import { isOver, wakeAt, type RunState } from '../execution/state.ts';

// Laws that hold for any inputs in any order, including a person's operations. LAW_RUNS=10000 runs more cases.

const law = (check: (plan: Plan, transitions: readonly ArbitraryInputs[]) => void): void => {
  const property = fc.property(arbitraryTurns, (run) => {
    const transitions: ArbitraryInputs[] = [];
    driveRun(run, (one) => transitions.push(one));
    check(run.plan, transitions);
  });
  fc.assert(property, { numRuns: lawRuns });
};

describe('laws of inputs', () => {
  test('[RUN13] [RUN19] no message is sent twice under one key', () => {
    law((_plan, transitions) => {
      const keys = transitions.flatMap(({ after }) => sentIn(after.effects));
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    });
  });

  test('[RUN13] [RUN19] a state survives JSON, and later inputs never mutate it', () => {
    law((plan, transitions) => {
      const texts = transitions.map(({ after }) => JSON.stringify(after.state));
      for (const { before, input, now, resolve, after } of transitions) {
        const read = JSON.parse(JSON.stringify(before)) as RunState | null;
        expect(advance(plan, read, JSON.parse(JSON.stringify(input)) as Input, now, resolve)).toEqual(after);
        expect(JSON.parse(JSON.stringify(after.state))).toEqual(after.state);
      }
      expect(transitions.map(({ after }) => JSON.stringify(after.state))).toEqual(texts);
    });
  });

  test('[RUN12] [RUN19] a run reports its end exactly once each time it ends', () => {
    law((_plan, transitions) => {
      for (const { before, input, after } of transitions) {
        const finishes = after.effects.filter(({ type }) => type === 'finish').length;
        const wasOver = before !== null && isOver(before);
        const resumed = input.type === 'retry' && after.state !== before;
        expect(finishes).toBe(isOver(after.state) && (!wasOver || resumed) ? 1 : 0);
        if (wasOver && !resumed) expect(isOver(after.state)).toBe(true);
      }
    });
  });

  test('[RUN19] a skip has an effect if and only if the run waits for an instant or listens', () => {
    law((plan, transitions) => {
      for (const { after, now, resolve } of transitions) {
        const { state } = after;
        const skipped = advance(plan, state, { type: 'skip' }, now, resolve);
        const closingOnly = state.threads.length > 0 && waitsForClosingOnly(state);
        expect(skipped.state !== state).toBe(wakeAt(state) !== null && !closingOnly);
      }
    });
  });

  test('[RUN19] a resumed run ends again', () => {
    const property = fc.property(arbitraryTurns, fc.nat(), ({ plan, context, turns }, pick) => {
      const messages: string[] = [];
      let now = 0;
      const state = driveRun({ plan, context, turns }, (transition) => {
        ({ now } = transition);
        messages.push(...sentIn(transition.after.effects));
      });
      const over = played(plan, state, now);
      messages.push(...over.messages);
      const { path } = plan.steps[pick % plan.steps.length]!;
      const retry = { type: 'retry', path, passes: passesOf(plan, messages) } as const;
      const again = advance(plan, over.state, retry, over.now, () => 'pending');
      const end = played(plan, again.state, over.now, again.effects);
      expect(isOver(end.state)).toBe(true);
      expect([...messages, ...end.messages].length).toBe(new Set([...messages, ...end.messages]).size);
    });
    fc.assert(property, { numRuns: lawRuns });
  });

  test('[RUN19] a run resumed from its first step repeats its first execution', () => {
    const property = fc.property(arbitrarySettledFlow, (flow: Flow) => {
      const plan = compileFlow(flow);
      const started = advance(plan, null, { type: 'start' }, monday, () => 'pending');
      const first = played(plan, started.state, monday, started.effects);
      // Weeks later, so that quiet hours are the same; holidays would not be.
      fc.pre(!JSON.stringify(flow).includes('businessHours'));
      const later = monday + Math.ceil((first.now - monday) / week) * week;
      const passes = passesOf(plan, first.messages);
      const again = advance(plan, first.state, { type: 'retry', path: 'steps[0]', passes }, later, () => 'pending');
      const second = played(plan, again.state, later, again.effects);
      expect(second.lines(later)).toEqual(first.lines(monday));
    });
    fc.assert(property, { numRuns: lawRuns });
  });
});

const monday = Date.parse('2026-01-05T12:00:00-03:00');
const week = 7 * 24 * 60 * 60_000;

/** Runs to the end, without replies: messages of every third step fail, the others are sent. */
function played(plan: Plan, from: RunState, begin: number, before: readonly Effect[] = []) {
  let [state, now] = [from, begin];
  const effects = [...before];
  const applyInput = (input: Input): void => {
    const advanced = advance(plan, state, input, now, () => 'pending');
    ({ state } = advanced);
    effects.push(...advanced.effects);
  };
  for (;;) {
    const [message] = underWay(plan, state);
    const due = wakeAt(state);
    if (message !== undefined) applyInput(outcomeOf(plan, message));
    else if (due !== null) {
      now = Math.max(now, due);
      applyInput({ type: 'wake' });
    } else break;
  }
  const lines = (start: number): string[] => effects.map((effect) => withoutPasses(effect, start));
  return { state, now, messages: sentIn(effects), lines };
}

function outcomeOf(plan: Plan, message: string): Input {
  const failed = plan.numbers.get(parseMessageKey(message)!.path)! % 3 === 0;
  if (failed) return { type: 'outcome', message, outcome: 'failed', reason: 'REFUSED' };
  return { type: 'outcome', message, outcome: 'sent' };
}

/** An effect as text, its instants relative to a start, without its passes. */
function withoutPasses(effect: Effect, start: number): string {
  if (effect.type === 'send') return `send ${effect.step} due ${effect.due - start} ${effect.guards.join()}`;
  if (effect.type === 'finish') return `finish ${effect.outcome} ${effect.reason}`;
  const { at, thread, path, type: _type, id: _id, outcome, ...more } = effect.entry;
  const details = 'until' in more ? more.until - start : Object.values(more).join();
  return `${at - start} ${thread.split('#')[0]} ${path} ${outcome} ${details}`;
}

function sentIn(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) => (effect.type === 'send' ? [effect.message] : []));
}

/** Whether no thread and no timer of a run waits for an instant. */
function waitsForClosingOnly({ threads, listeners = [] }: RunState): boolean {
  return threads.every(({ wait }) => 'pass' in wait) && listeners.every(({ noReplyAt }) => noReplyAt === undefined);
}
