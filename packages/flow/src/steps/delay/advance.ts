import type { Kind } from '../../execution/step-executor.ts';
import { waitEnd } from '../../execution/wait/wait-end.ts';

/** Waits, then runs onNext (RUN4, RUN22). */
export const delayKind: Kind<'delay'> = {
  enter(run, thread, here) {
    const until = waitEnd(here.step, run.now, run.plan);
    run.record(thread, here, { type: 'delay', outcome: 'waits', until }, until - run.now);
    return run.park(thread, here, { until });
  },

  resume(_run, _thread, here) {
    return here.then;
  },
};
