import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../db/pool.ts';
import { noteActivity } from '../../audit/audit-log.ts';
import { applyChange } from './connect.ts';
import { dueChanges } from './pending-payment-change.ts';

/** AUT10: applies the pending payment changes that are due; returns how many. */
export async function applyDueChanges(parts: { db: Database; clock: Clock; credentialsKey: Buffer }): Promise<number> {
  const due = await dueChanges(parts);
  for (const change of due) {
    const { storeId, requestedBy: userId } = change;
    await applyChange(parts, change, (client, { detail }) =>
      noteActivity(client, { storeId, userId, action: 'payments_changed', at: parts.clock(), detail }),
    );
  }
  return due.length;
}
