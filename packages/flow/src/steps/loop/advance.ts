import { holds } from '../../conditions/evaluate.ts';
import { limits } from '../../members/limits.ts';
import type { RepeatingKind } from '../../execution/step-executor.ts';
import { none, type PlanStepOf } from '../../execution/plan-step.ts';
import { after, failed, type ActiveThread, type Move, type Run } from '../../execution/run.ts';

/** Repeats its steps while its condition is true, at most maxIterations times (RUN7). */
export const loopKind: RepeatingKind<'loop'> = {
  enter(run, thread, here) {
    thread.counts.push(0);
    return iterate(run, thread, here);
  },

  bodyEnded: iterate,

  bodyFailed(run, thread, here) {
    if (here.step.stopOnError !== true) return null;
    finish(run, thread, here, 'error');
    return failed;
  },
};

function iterate(run: Run, thread: ActiveThread, here: PlanStepOf<'loop'>): Move {
  const { condition, maxIterations = limits.maxIterations.default } = here.step;
  for (;;) {
    const done = thread.counts.at(-1)!;
    if (done >= maxIterations) return finish(run, thread, here, 'max');
    if (condition) {
      if (!holds(condition, run.resolve)) return finish(run, thread, here, 'condition');
      thread.evaluated.push(here.number, 0);
    }
    thread.counts[thread.counts.length - 1] = done + 1;
    run.record(thread, here, { type: 'loop', outcome: 'iteration', iteration: done + 1 });
    if (here.body !== none) return here.body;
    // An iteration without steps counts as a step, otherwise nested empty loops would escape every budget (RUN14).
    if (!run.countStep()) return run.finish('failed', 'STEP_BUDGET_EXCEEDED');
  }
}

function finish(run: Run, thread: ActiveThread, here: PlanStepOf<'loop'>, reason: 'condition' | 'max' | 'error'): Move {
  thread.counts.pop();
  run.record(thread, here, { type: 'loop', outcome: 'finished', reason });
  return after;
}
