import type { Plan } from './plan.ts';
import { nextClosing, nextOpening } from './quiet-hours.ts';

// RUN17: the only place that decides whether a send is too late; steps and the engine's decide-*.ts ask it. Quiet hours do not count, whether
// a thread waits for their end or a message in the ledger. A run that is overdue after a pause is cancelled as STALE by interpret/advance.ts,
// after 24 h whatever the setting (RUN16).

/** Whether it is too late at `now` to send a message that was due at `dueAt`. Milliseconds. */
export const isTooLate = (plan: Plan, dueAt: number, now: number): boolean =>
  now - dueAt > plan.lateAfter && tooLateFrom(plan, dueAt, now + 1) <= now;

/** The first instant at which `isTooLate` is true, at the latest `until`. Milliseconds. */
export function tooLateFrom({ lateAfter, quietHours, timeZone }: Plan, dueAt: number, until: number): number {
  let at = dueAt;
  let left = lateAfter;
  while (at < until) {
    const opening = quietHours ? nextOpening(quietHours, at, timeZone) : at;
    const closing = quietHours ? nextClosing(quietHours, opening, timeZone) : Infinity;
    if (opening + left < closing) return Math.min(opening + left + 1, until);
    left -= closing - opening;
    at = closing;
  }
  return until;
}
