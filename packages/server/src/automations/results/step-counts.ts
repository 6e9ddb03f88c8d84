import { handlerNames, type Plan, type RunState, type TimedEntry } from '@retoma/flow';

/**
 * Counts runs by the steps they reached and the branches they took. A run counts once for a step, however often it passed it. The same
 * step of several versions is identified by its id, or by its path if it has none.
 */
export class StepCounts {
  readonly entered = new Map<string, number>();
  /** The number of runs that wait until an instant, by step. */
  readonly waiting = new Map<string, number>();
  /** By step and branch: a branch's id, `if_true`, `if_false`, `none`, or a handler. */
  readonly branchCounts = new Map<string, Map<string, number>>();

  /** Adds a version that had runs: steps and branches that no run reached count 0. */
  know({ steps }: Plan): void {
    for (const step of steps) {
      add(this.entered, stepKey(step), 0);
      for (const way of branchesOf(step)) add(this.#branchesOf(stepKey(step)), way, 0);
    }
  }

  /** Adds a run by the steps it passed (RUN15) and its current steps, since a message in progress has no timeline entry yet. */
  addPassed(plan: Plan, entries: readonly TimedEntry[], state: RunState | null): void {
    const entered = new Set(state?.threads.map(({ at }) => stepKey(plan.steps[at]!)));
    const passed = new Map<string, Set<string>>();
    for (const { entry } of entries) {
      const name = stepKey(entry);
      entered.add(name);
      const way = wayOf(entry);
      if (way === undefined) continue;
      const before = passed.get(name);
      if (before) before.add(way);
      else passed.set(name, new Set([way]));
    }
    for (const name of entered) add(this.entered, name, 1);
    for (const [name, branchCounts] of passed) for (const way of branchCounts) add(this.#branchesOf(name), way, 1);
  }

  /** Adds a run by the steps at which it waits now. */
  addWaiting(plan: Plan, { threads }: RunState): void {
    const waits = threads.filter(({ wait }) => 'until' in wait).map(({ at }) => stepKey(plan.steps[at]!));
    for (const name of new Set(waits)) add(this.waiting, name, 1);
  }

  #branchesOf(name: string): Map<string, number> {
    let branchCounts = this.branchCounts.get(name);
    if (!branchCounts) this.branchCounts.set(name, (branchCounts = new Map()));
    return branchCounts;
  }
}

type PlanStep = Plan['steps'][number];
type CountedEntry = TimedEntry['entry'];

const add = (counts: Map<string, number>, name: string, count: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + count);

const stepKey = ({ id, path }: Pick<PlanStep, 'id' | 'path'>): string => id ?? path;

/** The branch name of a condition without a match. */
const noWay = 'none';

function branchesOf({ step, handlers }: PlanStep): string[] {
  if (step.type !== 'condition') return handlerNames.filter((name) => handlers[name] !== undefined);
  return step.branches ? [...step.branches.map(({ id }) => id), noWay] : ['if_true', 'if_false'];
}

function wayOf(entry: CountedEntry): string | undefined {
  if (entry.outcome === 'matched') return entry.branch;
  if (entry.outcome === 'no_match') return noWay;
  return entry.outcome === 'starts' ? entry.handler : undefined;
}
