import type { Flow } from '../definition/flow.ts';
import type { Entry } from '../execution/effect.ts';
import type { Plan } from '../execution/plan.ts';
import type { SimulationResult } from '../simulate/answer.ts';
import type { Scenario } from '../simulate/scenario.ts';
import { SentAfterPaid, type AfterPaid } from './after-paid.ts';
import { isCollecting } from './domain.ts';
import { playPaths, type AnalysisLimits } from './play-paths.ts';

/** One path through a flow. */
export type FlowPath = {
  readonly outcome: SimulationResult['outcome'];
  /** The entries of the path's timeline; minutes from the event. */
  readonly trace: readonly Entry[];
  /** The number of messages sent. */
  readonly messages: number;
  /** Minutes from the event to the last entry. */
  readonly minutes: number;
  /** The scenario in which the simulator follows the path. */
  readonly scenario: Scenario;
};

/** A branch of a condition. */
export type ConditionBranch = { readonly path: string; readonly id: string | null; readonly branch: string };

/** The result of a path analysis. */
export type PathAnalysis = {
  readonly paths: readonly FlowPath[];
  /**
   * Whether the limits cut the analysis short: `unreachable` and `neverReached` are then empty, and the rest holds only for the paths that
   * were played.
   */
  readonly truncated: boolean;
  /** The paths of steps that no run reaches, without regard to stopOn (RUN18). */
  readonly unreachable: readonly string[];
  /** Branches that no run matches, of conditions that runs reach. */
  readonly neverReached: readonly ConditionBranch[];
  /** The path with the most messages to one person, and the longest path. */
  readonly maxMessages: FlowPath;
  readonly longest: FlowPath;
  /** Reminders that can reach a customer who has paid; each step once, with its earliest sending. */
  readonly afterPaid: readonly AfterPaid[];
};

/**
 * Enumerates the paths of a valid flow: all results of its rules, with data that change during waits, refused sends if they change the
 * path, and customers who do or do not open, click and reply within minutes (chosen-environment.ts defines these choices). The interpreter
 * plays every path; each has a scenario in which the simulator follows it.
 */
export function analysePaths(flow: Flow, limits: AnalysisLimits = {}): PathAnalysis {
  const { plan, paths, complete, afterPaid } = playAll(flow, limits);
  // Reachability is computed without stopOn: a branch for paid orders is not dead code only because the payment ends the run first (RUN18).
  const { stopOn, ...settings } = flow.settings ?? {};
  const unstopped = stopOn === undefined ? { paths, complete } : playAll({ ...flow, settings }, limits);
  return {
    paths,
    truncated: !complete || !unstopped.complete,
    ...(unstopped.complete ? notCovered(plan, unstopped.paths) : { unreachable: [], neverReached: [] }),
    maxMessages: paths.reduce((largest, path) => (path.messages > largest.messages ? path : largest)),
    longest: paths.reduce((longest, path) => (path.minutes > longest.minutes ? path : longest)),
    afterPaid: isCollecting(flow) ? afterPaid.found() : [],
  };
}

/** The played paths of a flow. */
type Played = {
  readonly plan: Plan;
  readonly paths: readonly FlowPath[];
  /** Whether all paths were played. */
  readonly complete: boolean;
  readonly afterPaid: SentAfterPaid;
};

function playAll(flow: Flow, limits: AnalysisLimits): Played {
  const paths = new Map<string, FlowPath>();
  const afterPaid = new SentAfterPaid(flow.trigger_event);
  const { plan, complete } = playPaths(flow, limits, ({ outcome, trace, at }, scenario) => {
    afterPaid.add(trace, scenario);
    const key = signatureOf(outcome, trace);
    if (paths.has(key)) return;
    const messages = trace.filter(({ type, outcome }) => type === 'action' && outcome === 'sent').length;
    paths.set(key, { outcome, trace, messages, minutes: at, scenario });
  });
  return { plan, paths: [...paths.values()], complete, afterPaid };
}

/** The identity of a path: two runs are the same path if the same things happen in the same order. */
function signatureOf(outcome: string, trace: readonly Entry[]): string {
  return JSON.stringify([outcome, trace.map(({ at: _at, id: _id, type: _type, ...what }) => Object.values(what))]);
}

function notCovered(plan: Plan, paths: readonly FlowPath[]): Pick<PathAnalysis, 'unreachable' | 'neverReached'> {
  const entries = paths.flatMap(({ trace }) => trace);
  const reached = new Set(entries.map(({ path }) => path));
  const followed = new Set(
    entries.map((entry) => (entry.outcome === 'matched' ? `${entry.path} ${entry.branch}` : '')),
  );
  const neverReached = plan.steps.flatMap(({ step, path, id }): ConditionBranch[] => {
    if (step.type !== 'condition' || !reached.has(path)) return [];
    const branches = step.branches?.map((branch) => branch.id) ?? ['if_true', 'if_false'];
    return branches.filter((branch) => !followed.has(`${path} ${branch}`)).map((branch) => ({ path, id, branch }));
  });
  return { unreachable: plan.steps.map(({ path }) => path).filter((path) => !reached.has(path)), neverReached };
}
