import { limits } from '../../members/limits.ts';
import type { RepeatingKind } from '../../execution/step-executor.ts';
import { none, type PlanStepOf } from '../../execution/plan-step.ts';
import { after, failed, type ActiveThread, type Move, type Run } from '../../execution/run.ts';

const minute = 60_000;

/** Repeats its steps after a failure, at most maxAttempts attempts in all (RUN6). */
export const retryKind: RepeatingKind<'retry'> = {
  enter(run, thread, here) {
    thread.counts.push(0);
    return attempt(run, thread, here);
  },

  resume: attempt,

  bodyEnded: succeed,

  bodyFailed(run, thread, here) {
    const { maxAttempts = limits.maxAttempts.default, delayBetweenAttempts = limits.delayBetweenAttempts.default } =
      here.step;
    if (thread.counts.at(-1)! < maxAttempts) {
      if (delayBetweenAttempts === 0) return attempt(run, thread, here);
      return run.park(thread, here, { until: run.now + delayBetweenAttempts * minute });
    }
    thread.counts.pop();
    run.record(thread, here, { type: 'retry', outcome: 'exhausted' });
    return failed;
  },
};

function attempt(run: Run, thread: ActiveThread, here: PlanStepOf<'retry'>): Move {
  const number = thread.counts.pop()! + 1;
  thread.counts.push(number);
  run.record(thread, here, { type: 'retry', outcome: 'attempt', attempt: number });
  return here.body === none ? succeed(run, thread, here) : here.body;
}

function succeed(run: Run, thread: ActiveThread, here: PlanStepOf<'retry'>): Move {
  thread.counts.pop();
  run.record(thread, here, { type: 'retry', outcome: 'succeeded' });
  return after;
}
