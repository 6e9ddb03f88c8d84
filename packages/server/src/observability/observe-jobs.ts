import type { Clock } from '../platform/clock.ts';
import type { DutyMetrics } from './background-metrics.ts';
import { within } from '../platform/trace-context.ts';
import type { Tracer } from './tracer.ts';

/** Runs one turn of a duty of this name under observation. */
export type ObserveDuty = (name: string, run: () => Promise<number>) => Promise<number>;

/** Counts and times the turns of duties; where traces are exported each is a trace, so that what comes of it has a beginning. */
export function observeDuties(metrics: DutyMetrics, clock: Clock, tracer: Tracer | undefined): ObserveDuty {
  return async (duty, run) => {
    const stop = metrics.duties.startTimer({ duty });
    const span = tracer?.start({ name: `duty ${duty}`, kind: 'internal' });
    try {
      const count = await within({ span }, run);
      metrics.dutyDone.inc({ duty }, count);
      metrics.dutySucceeded.set({ duty }, clock() / 1000);
      stop({ outcome: 'done' });
      if (count > 0) span?.end({ attributes: { 'retoma.count': count } });
      return count;
    } catch (error) {
      stop({ outcome: 'failed' });
      span?.end({ failed: true });
      throw error;
    }
  };
}
