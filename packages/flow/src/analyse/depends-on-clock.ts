import type { Flow } from '../definition/flow.ts';
import { walkFlow } from '../definition/walk.ts';

/**
 * Whether how long a run takes depends on when it begins: quiet hours (RUN18), a wait until a time or one for business hours (RUN22). The
 * times of an analysis are then those of a run that begins on a Monday at 10:00.
 */
export function dependsOnClock(flow: Flow): boolean {
  if (flow.settings?.quietHours) return true;
  for (const { step } of walkFlow(flow))
    if (step.type === 'delay' && (step.until !== undefined || step.businessHours === true)) return true;
  return false;
}
