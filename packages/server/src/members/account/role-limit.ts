// AUT5: the limit of the role support: what one member refunds and declares paid in any 24 hours together. It is counted before the change,
// so that a provider is called for nothing above it; a change that is tried again counts once.
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { membershipLock, membershipRole } from '../queries/memberships.ts';
import { roleAmountList, roleAmountSet, type RoleAmount } from '../queries/role-amounts.ts';
import { teamRulesFind } from '../queries/team-rules.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';

const day = 24 * 60 * 60_000;

/** What a member of support may still refund and declare paid now, and the limit in cents; null: the member has no limit. */
export async function roleLimitLeft(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { storeId, userId }: { storeId: string; userId: string },
): Promise<{ limit: number; left: number } | null> {
  if ((await membershipRole(db, storeId, userId))?.role !== 'support') return null;
  const limit = (await teamRulesFind(db, storeId))?.supportRefundLimit ?? null;
  if (limit === null) return null;
  const counted = await roleAmountList(db, { storeId, userId }, clock() - day);
  return { limit, left: Math.max(0, limit - counted.reduce((sum, { amount }) => sum + amount, 0)) };
}

/** Counts amounts towards the limit of a member's role. False: together they are above it, and these were not counted. */
export function countTowardsRoleLimit(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { storeId, userId }: { storeId: string; userId: string },
  added: readonly RoleAmount[],
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // The lock serializes the requests of a member, so that those at once do not pass the limit together.
    if ((await membershipLock(tx, storeId, userId)) !== 'support') return true;
    const limit = (await teamRulesFind(tx, storeId))?.supportRefundLimit;
    if (limit === undefined) return false;
    if (limit === null) return true;
    const at = clock();
    const counted = withAmounts(await roleAmountList(tx, { storeId, userId }, at - day), added);
    const sum = [...counted.values()].reduce((total, amount) => total + amount, 0);
    if (sum > limit) return false;
    const amounts = added.map(({ subject }) => ({ subject, amount: counted.get(subject)! }));
    await roleAmountSet(tx, { storeId, userId }, amounts, at);
    return true;
  });
}

/** The amounts by subject after others are counted too; the larger of two for the same subject holds. */
function withAmounts(counted: readonly RoleAmount[], added: readonly RoleAmount[]): Map<string, number> {
  const amounts = new Map(counted.map(({ subject, amount }) => [subject, amount]));
  for (const { subject, amount } of added) amounts.set(subject, Math.max(amount, amounts.get(subject) ?? 0));
  return amounts;
}
