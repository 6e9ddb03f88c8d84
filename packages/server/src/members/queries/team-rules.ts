import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRow } from '../../base/postgres/query.ts';

/** The rules that owners set for their team. */
export type TeamRules = {
  /** AUT4: owners without a second factor are refused. */
  readonly requireSecondFactor: boolean;
  /** AUT5: the most that one member of support refunds and marks as paid in 24 hours, in cents; null: any. */
  readonly supportRefundLimit: number | null;
};

/** The rules of a store; undefined where it is deleted. */
export const teamRulesFind = (db: Queryable, storeId: string): Promise<TeamRules | undefined> =>
  queryRow(db, {
    text: `select require_second_factor as "requireSecondFactor", support_refund_cents::float8 as "supportRefundLimit"
     from stores where store_id = $1 and deleted_at is null`,
    values: [storeId],
  });

/** Changes the rules of a store. */
export const teamRulesSet = (db: Queryable, storeId: string, rules: TeamRules): Promise<void> =>
  execute(db, {
    text: 'update stores set require_second_factor = $2, support_refund_cents = $3 where store_id = $1',
    values: [storeId, rules.requireSecondFactor, rules.supportRefundLimit],
  });
