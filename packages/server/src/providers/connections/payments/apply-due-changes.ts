import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { auditAs } from '../../../members/audit/audit-log.ts';
import { applyChange } from './connect.ts';
import { dueChanges } from './pending-payment-change.ts';

/** AUT10: applies the pending payment changes that are due; returns how many. */
export async function applyDueChanges(deps: { db: Database; clock: Clock; credentialsKey: Buffer }): Promise<number> {
  const due = await dueChanges(deps);
  for (const change of due) {
    await applyChange(deps, change, auditAs({ userId: change.requestedBy, clock: deps.clock }));
  }
  return due.length;
}
