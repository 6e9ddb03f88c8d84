import type { Flow } from '../definition/flow.ts';
import type { Entry } from '../execution/effect.ts';
import { compileFlow, type Plan, type RunSettings } from '../execution/plan.ts';
import type { SimulationResult } from './answer.ts';
import { play, type Played } from './play.ts';
import { instantOf, type Scenario } from './scenario.ts';
import { scriptedEnvironment } from './scripted-environment.ts';

/** Options of a simulation besides the scenario. */
export type SimulateOptions = RunSettings & {
  /** The service's address, for images of PIX codes; by default that of a service on this machine. */
  readonly baseUrl?: string;
};

const minute = 60_000;
const localService = 'http://127.0.0.1:3000';

/**
 * Runs a checked flow in virtual time in a checked scenario (command line: `retoma simulate`). The same input gives the same result.
 *
 * @example
 * const result = simulate(flow, { start: '2026-01-05T10:00:00-03:00', context: { order: { status: 'PENDING' } } });
 * formatTimeline(result, 'en'); // 00:00  espera  waits 30 min, until 00:30 …
 */
export function simulate(flow: Flow, scenario: Scenario, options: SimulateOptions = {}): SimulationResult {
  return simulatePlan(compileFlow(flow, options), scenario, options);
}

/** The same for a compiled flow. */
export function simulatePlan(
  plan: Plan,
  scenario: Scenario,
  { baseUrl = localService }: SimulateOptions = {},
): SimulationResult {
  const start = instantOf(scenario.start);
  if (start === null) throw new Error('the start of the scenario is not a valid time');
  const environment = scriptedEnvironment(plan, scenario, { baseUrl, timeZone: plan.timeZone });
  return answerOf(play(plan, environment, start), start, environment.messages);
}

/** The result of a played run, with minutes from its start. */
export function answerOf(
  { outcome, reason, entries }: Played,
  start: number,
  messages: SimulationResult['messages'],
): SimulationResult {
  // A simulated run is never cancelled (RUN12).
  if (outcome === 'cancelled') throw new Error('a simulated run was cancelled');
  const minutes = (instant: number): number => (instant - start) / minute;
  const trace = entries.map((entry): Entry => {
    const at = minutes(entry.at);
    return entry.type === 'delay' ? { ...entry, at, until: minutes(entry.until) } : { ...entry, at };
  });
  const code = outcome === 'failed' && reason !== undefined ? { reason } : {};
  return { outcome, ...code, at: trace.at(-1)?.at ?? 0, trace, messages };
}
