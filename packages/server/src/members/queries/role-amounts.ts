import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRows } from '../../base/postgres/query.ts';

/** An amount that counts towards the limit of a member's role, in cents. `subject`: the order or payment. */
export type RoleAmount = { readonly subject: string; readonly amount: number };

type Member = { readonly storeId: string; readonly userId: string };

/** The amounts of a member that were counted after `since`; older ones are deleted. */
export async function roleAmountList(db: Queryable, { storeId, userId }: Member, since: number): Promise<RoleAmount[]> {
  await execute(db, {
    text: 'delete from role_amounts where store_id = $1 and user_id = $2 and counted_at <= to_timestamp($3 / 1000.0)',
    values: [storeId, userId, since],
  });
  return queryRows(db, {
    text: `select subject, amount_cents::float8 as amount from role_amounts where store_id = $1 and user_id = $2`,
    values: [storeId, userId],
  });
}

/** Stores amounts of a member, in place of those with the same subject. */
export const roleAmountSet = (
  db: Queryable,
  { storeId, userId }: Member,
  amounts: readonly RoleAmount[],
  at: number,
): Promise<void> =>
  execute(db, {
    text: `insert into role_amounts (store_id, user_id, subject, amount_cents, counted_at)
     select $1, $2, subject, amount, to_timestamp($5 / 1000.0) from unnest($3::text[], $4::bigint[]) as new (subject, amount)
     on conflict (store_id, user_id, subject)
       do update set amount_cents = excluded.amount_cents, counted_at = excluded.counted_at`,
    values: [storeId, userId, amounts.map(({ subject }) => subject), amounts.map(({ amount }) => amount), at],
  });
