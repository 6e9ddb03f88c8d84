import type { Queryable } from '../../base/postgres/pool.ts';
import { ownershipFind } from '../queries/memberships.ts';

/** How long a user must have been an owner before they confirm the changes of another one, in milliseconds. */
const establishedMs = 24 * 60 * 60_000;

/**
 * AUT10: whether a user may confirm what another owner requested: not their own request, not where the requester made them an owner, and
 * not in the first day as an owner. So no owner makes the second one whom their own request needs.
 */
export async function mayConfirmFor(
  db: Queryable,
  { storeId, userId, requestedBy, at }: { storeId: string; userId: string; requestedBy: string; at: number },
): Promise<boolean> {
  if (userId === requestedBy) return false;
  const ownership = await ownershipFind(db, storeId, userId);
  return ownership !== undefined && ownership.grantedBy !== requestedBy && ownership.since <= at - establishedMs;
}
