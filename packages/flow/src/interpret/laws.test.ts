import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toNested } from '../convert/to-nested.ts';
import { simulate, simulatePlan } from '../simulate/simulate.ts';
import { play } from '../simulate/play.ts';
import { scriptedEnvironment } from '../simulate/scripted-environment.ts';
import { arbitraryFlatFlow } from '../testing/arbitrary-flow.ts';
import { arbitraryCase, arbitraryScenario, lawRuns } from '../testing/arbitrary-scenario.ts';
import { naiveSimulate } from '../testing/naive-interpreter.ts';
import { advance } from './advance.ts';
import { compileFlow } from '../execution/plan.ts';
import { isOver, wakeAt, type RunState } from '../execution/state.ts';

// Laws that hold for every flow in every scenario. LAW_RUNS=10000 runs more cases.

const law = (check: (one: Parameters<typeof simulate>) => void): void => {
  fc.assert(
    fc.property(arbitraryCase, ({ flow, scenario }) => {
      check([flow, scenario]);
    }),
    { numRuns: lawRuns },
  );
};
/** Splits every delay of two minutes or more in two; what follows it, and its place in a flat flow, stay with the second. */
function splitDelays(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((entry: { type?: unknown; minutes?: number; until?: unknown; parentId?: string }) => {
      const inner = splitDelays(entry) as object;
      if (entry?.type !== 'delay' || entry.until || entry.minutes! < 2) return [inner];
      const first = Math.floor(entry.minutes! / 3) || 1;
      const before = { type: 'delay', minutes: first, ...(entry.parentId && { parentId: entry.parentId }) };
      return [before, { ...inner, minutes: entry.minutes! - first }];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, splitDelays(inner)]));
}

const options = { baseUrl: 'http://127.0.0.1:3000' };
const startOf = (start: string): number => Date.parse(start);

describe('laws of a run', () => {
  test('[RUN1] [RUN2] [RUN10] a second interpreter, written as plain recursion, gives the same results', () => {
    law(([flow, scenario]) => expect(simulate(flow, scenario)).toEqual(naiveSimulate(flow, scenario)));
  });

  test('[SEM1] equal inputs give the same trace, and no input is mutated', () => {
    law(([flow, scenario]) => {
      const before = JSON.stringify([flow, scenario]);
      expect(simulate(flow, scenario)).toEqual(simulate(flow, scenario));
      expect(JSON.stringify([flow, scenario])).toBe(before);
    });
  });

  test('[RUN13] a state survives JSON at every step, and later inputs never mutate it', () => {
    law(([flow, scenario]) => {
      const plan = compileFlow(flow);
      const stored: [RunState, string][] = [];
      const throughJson = (state: RunState): RunState => {
        stored.push([state, JSON.stringify(state)]);
        return JSON.parse(JSON.stringify(state)) as RunState;
      };
      const start = startOf(scenario.start);
      const uninterrupted = play(plan, scriptedEnvironment(plan, scenario, options), start);
      expect(play(plan, scriptedEnvironment(plan, scenario, options), start, throughJson)).toEqual(uninterrupted);
      for (const [state, text] of stored) expect(JSON.stringify(state)).toBe(text);
    });
  });

  test('[RUN4] waking a run during a wait changes nothing', () => {
    law(([flow, scenario]) => {
      const plan = compileFlow(flow);
      const wakeEarly = (state: RunState): RunState => {
        const due = wakeAt(state);
        if (due !== null) {
          for (const now of [due - 1, due - 60_000]) {
            expect(advance(plan, state, { type: 'wake' }, now, () => 'never asked')).toEqual({ state, effects: [] });
          }
        }
        return state;
      };
      const start = startOf(scenario.start);
      const played = play(plan, scriptedEnvironment(plan, scenario, options), start, wakeEarly);
      expect(played).toEqual(play(plan, scriptedEnvironment(plan, scenario, options), start));
    });
  });

  test('[RUN4] splitting a delay into two consecutive ones changes nothing else', () => {
    law(([flow, scenario]) => {
      const byId = { ...scenario, messages: (scenario.messages ?? []).filter(({ step }) => !step.includes('[')) };
      const seen = (of: typeof flow) => {
        const { outcome, trace, messages } = simulate(of, byId);
        const happened = trace
          .filter(({ type }) => type !== 'delay')
          .map(({ path: _path, thread, ...entry }) => ({ ...entry, thread: thread.split('@')[0] }));
        const sent = messages.map(({ step, ...message }) => (step.includes('[') ? message : { step, ...message }));
        return { outcome, happened, sent };
      };
      const split = seen(splitDelays(flow) as typeof flow);
      // Twice as many delays may exceed the step budget.
      if (split.outcome !== 'failed') expect(split).toEqual(seen(flow));
    });
  });

  test('[RUN4] no input changes a finished run', () => {
    law(([flow, scenario]) => {
      const plan = compileFlow(flow);
      let last: RunState | undefined;
      play(plan, scriptedEnvironment(plan, scenario, options), startOf(scenario.start), (state) => (last = state));
      if (!last) return;
      expect(isOver(last) && wakeAt(last) === null && last.threads.length === 0).toBe(true);
      const key = [...plan.numbers.keys()].map((path) => `${path}#1`);
      for (const message of key) {
        for (const type of ['reply', 'open', 'click'] as const) {
          expect(advance(plan, last, { type, message }, Infinity, () => null)).toEqual({ state: last, effects: [] });
        }
      }
      for (const type of ['wake', 'cancel', 'resume'] as const) {
        expect(advance(plan, last, { type }, Infinity, () => null).effects).toEqual([]);
      }
    });
  });

  test('[RUN4] an end step is the last entry of its run', () => {
    law(([flow, scenario]) => {
      const { trace, outcome } = simulate(flow, scenario);
      const at = trace.findIndex(({ type }) => type === 'end');
      if (at !== -1) expect([at, outcome]).toEqual([trace.length - 1, 'ended']);
    });
  });

  test('[RUN10] entries are ordered by their instants', () => {
    law(([flow, scenario]) => {
      const instants = simulate(flow, scenario).trace.map(({ at }) => at);
      expect(instants).toEqual(instants.toSorted((one, other) => one - other));
    });
  });

  test('[RUN14] no run exceeds the budgets', () => {
    law(([flow, scenario]) => {
      const { trace, messages, outcome } = simulate(flow, scenario);
      expect(messages.length).toBeLessThanOrEqual(1000);
      if (outcome !== 'failed')
        expect(trace.filter(({ type }) => type === 'action').length).toBeLessThanOrEqual(10_000);
    });
  });

  test('[EDT3] a flat flow and its nested conversion have the same effects at the same instants', () => {
    const cases = arbitraryFlatFlow.chain((flow) => arbitraryScenario(flow).map((scenario) => ({ flow, scenario })));
    let converted = 0;
    const check = fc.property(cases, ({ flow, scenario }) => {
      const nested = toNested(flow);
      if (!nested.ok) return;
      converted++;
      const byId = { ...scenario, messages: (scenario.messages ?? []).filter(({ step }) => !step.includes('[')) };
      const seen = (of: typeof flow) => {
        const { outcome, at, trace, messages } = simulatePlan(compileFlow(of), byId);
        const comparable = trace.map(({ path: _path, thread: _thread, ...entry }) => entry);
        const named = messages.map(({ step, ...message }) => (step.includes('[') ? message : { step, ...message }));
        return { outcome, at, trace: comparable, messages: named };
      };
      expect(seen(nested.flow)).toEqual(seen(flow));
    });
    fc.assert(check, { numRuns: lawRuns });
    expect(converted).toBeGreaterThan(lawRuns / 4);
  });
});
