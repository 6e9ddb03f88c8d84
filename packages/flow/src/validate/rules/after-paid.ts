import { paidReminders } from '../../analyse/paid-reminders.ts';
import type { Flow } from '../../definition/flow.ts';
import { keysOfPath } from '../issue.ts';
import type { Report } from '../../members/report.ts';

/** DEF7: reminders that can reach a customer who has paid, proved by a path. Only a definition without errors can be played. */
export function checkAfterPaid(flow: unknown, report: Report): void {
  if (report.hasErrors) return;
  for (const { path, sequence } of paidReminders(flow as Flow))
    report.addAt(keysOfPath(path), 'REMINDER_AFTER_PAYMENT', { sequence });
}
