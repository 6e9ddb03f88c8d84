import { handlerNames, type Plan, type RunState, type TimedEntry } from '@retoma/flow';

/**
 * Counts runs by the steps they came to and by the ways they took out of them. A run counts once for a step, however often it passed.
 * A step is known by its id in every version, without one by its path.
 */
export class StepCounts {
  readonly entered = new Map<string, number>();
  /** How many wait for an instant, by step. */
  readonly waiting = new Map<string, number>();
  /** By step and name of the way: a branch's id, `if_true`, `if_false`, `none`, or a handler. */
  readonly branchCounts = new Map<string, Map<string, number>>();

  /** A version that had runs: what none of them came to is known to be 0. */
  know({ steps }: Plan): void {
    for (const step of steps) {
      add(this.entered, stepKey(step), 0);
      for (const way of branchesOf(step)) add(this.#branchesOf(stepKey(step)), way, 0);
    }
  }

  /** A run by what it has passed (RUN15) and by where it is: of a message that is under way nothing is noted yet. */
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

  /** A run by what it waits for now. */
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

/** No branch matched. */
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
