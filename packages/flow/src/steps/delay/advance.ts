import type { Kind } from '../../execution/step-executor.ts';

const minute = 60_000;

/** Waits, then runs onNext (RUN4). */
export const delayKind: Kind<'delay'> = {
  enter(run, thread, here) {
    const until = run.now + here.step.minutes * minute;
    run.record(thread, here, { type: 'delay', outcome: 'waits', until }, until - run.now);
    return run.park(thread, here, { until });
  },

  resume(_run, _thread, here) {
    return here.then;
  },
};
