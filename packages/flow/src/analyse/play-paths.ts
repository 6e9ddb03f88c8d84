import type { Flow } from '../definition/flow.ts';
import { compileFlow, type Plan, type RunSettings } from '../execution/plan.ts';
import type { SimulationResult } from '../simulate/answer.ts';
import { play } from '../simulate/play.ts';
import { instantOf, type Scenario } from '../simulate/scenario.ts';
import { answerOf } from '../simulate/simulate.ts';
import { ChosenEnvironment } from './chosen-environment.ts';
import { domainsOf } from './domain.ts';
import { explore } from './explore.ts';
import { naturalData, witnessStart } from './natural-data.ts';

/** Limits of an analysis. */
export type AnalysisLimits = RunSettings & {
  /** Maximum runs, and as many again without `stopOn`; by default 2,000. */
  readonly maxRuns?: number;
  /** Maximum entries of all runs together; by default 200,000. */
  readonly maxEntries?: number;
};

/**
 * Plays the paths of a valid flow. `onPath` receives each with a scenario in which the simulator follows it. Returns the plan, and whether
 * every path was played.
 */
export function playPaths(
  flow: Flow,
  limits: AnalysisLimits,
  onPath: (answer: SimulationResult, scenario: Scenario) => void,
): { readonly plan: Plan; readonly complete: boolean } {
  const { maxRuns = 2000, maxEntries = 200_000 } = limits;
  const plan = compileFlow(flow, limits);
  const natural = naturalData(flow.trigger_event);
  const domains = domainsOf(flow, natural);
  const start = instantOf(witnessStart)!;
  let [runs, entries] = [0, 0];
  const complete = explore((choose) => {
    const environment = new ChosenEnvironment(plan, domains, natural, choose);
    const answer = answerOf(play(plan, environment, start), start, []);
    onPath(answer, environment.scenario());
    runs += 1;
    entries += answer.trace.length;
    return runs < maxRuns && entries < maxEntries ? 'go on' : 'stop';
  });
  return { plan, complete };
}
