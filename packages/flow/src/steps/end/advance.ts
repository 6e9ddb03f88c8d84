import type { Kind } from '../../execution/step-executor.ts';

/** Ends the whole run at once (RUN4). */
export const endKind: Kind<'end'> = {
  enter(run, thread, here) {
    run.record(thread, here, { type: 'end', outcome: 'ended' });
    return run.finish('ended');
  },
};
