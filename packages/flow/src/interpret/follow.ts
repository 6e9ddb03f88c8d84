import { kindOf, repeatingKindOf } from './executors.ts';
import { none, type PlanStep } from '../execution/plan-step.ts';
import { after, failed, type ActiveThread, type Move, type Run } from '../execution/run.ts';

/** Runs a thread from a step's move until the thread waits or ends, or the run is over. */
export function follow(run: Run, thread: ActiveThread, from: PlanStep, first: Move): void {
  const { steps } = run.plan;
  let [here, move] = [from, first];
  for (;;) {
    if (move >= 0) {
      here = steps[move]!;
      move = enter(run, thread, here);
    } else if (move === after) {
      if (here.next !== none) move = here.next;
      else if (here.owner !== none) {
        here = steps[here.owner]!;
        move = repeatingKindOf(here).bodyEnded(run, thread, here);
      } else return;
    } else if (move === failed) {
      const scope = steps[here.scope];
      const decided = scope ? repeatingKindOf(scope).bodyFailed(run, thread, scope) : null;
      move = decided ?? here.then;
      if (scope && decided !== null) here = scope;
    } else return;
  }
}

function enter(run: Run, thread: ActiveThread, here: PlanStep): Move {
  if (!run.admits(here)) return after;
  if (!run.countStep()) return run.finish('failed', 'STEP_BUDGET_EXCEEDED');
  return kindOf(here).enter(run, thread, here);
}
