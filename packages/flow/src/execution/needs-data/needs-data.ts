import { none, type NeedsData, type PlanStep } from '../plan-step.ts';

type Flags = { -readonly [Name in keyof NeedsData]: NeedsData[Name] };

/**
 * Where threads may need data, for each step of a plan: on the way to the next delay or end there is a condition, a loop with one, or an
 * action. Repeated until nothing changes, since retries and loops lead back to earlier steps.
 */
export function needsDataOf(steps: readonly PlanStep[]): readonly NeedsData[] {
  const found = steps.map((): Flags => ({ enter: false, then: false, failed: false }));
  const walk = new Walk(steps, found);
  for (let isStable = false; !isStable;) {
    isStable = true;
    // Most edges lead to later steps.
    for (let number = steps.length - 1; number >= 0; number--) {
      const here = steps[number]!;
      const now: NeedsData = { enter: walk.enter(here), then: walk.then(here), failed: walk.failed(here) };
      const before = found[number]!;
      if (now.enter === before.enter && now.then === before.then && now.failed === before.failed) continue;
      Object.assign(before, now);
      isStable = false;
    }
  }
  return found;
}

/** The ways of a thread as `follow` and the kinds of steps take them. */
class Walk {
  readonly #steps: readonly PlanStep[];
  readonly #found: readonly NeedsData[];

  constructor(steps: readonly PlanStep[], found: readonly NeedsData[]) {
    this.#steps = steps;
    this.#found = found;
  }

  enter(here: PlanStep): boolean {
    // A step whose gate is closed is left out (RUN3).
    return this.#run(here) || (here.gate !== null && this.#after(here));
  }

  #run(here: PlanStep): boolean {
    const { step } = here;
    switch (step.type) {
      case 'delay':
      case 'end':
        return false;
      case 'action':
      case 'condition':
        return true;
      case 'loop':
        return step.condition !== undefined || this.#at(here.body, here);
      case 'retry':
        return this.#at(here.body, here);
      default:
        return step satisfies never;
    }
  }

  then(here: PlanStep): boolean {
    return this.#at(here.then, here);
  }

  failed(here: PlanStep): boolean {
    const scope = this.#steps[here.scope];
    if (scope?.step.type === 'retry') return this.#found[scope.number]!.enter || this.failed(scope);
    if (scope?.step.type === 'loop' && scope.step.stopOnError === true) return this.failed(scope);
    return this.then(here);
  }

  /** At the first step of a list; after `here` if the list is empty. */
  #at(first: number, here: PlanStep): boolean {
    return first === none ? this.#after(here) : this.#found[first]!.enter;
  }

  #after({ next, owner }: PlanStep): boolean {
    if (next !== none) return this.#found[next]!.enter;
    const repeating = this.#steps[owner];
    if (!repeating) return false;
    return (repeating.step.type === 'loop' && this.#found[owner]!.enter) || this.#after(repeating);
  }
}
