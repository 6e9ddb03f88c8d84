import { shiftedInstant } from '../../../base/postgres/driver/shifted-instant.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows } from '../../../base/postgres/query.ts';
import { isTestStore } from '../../../stores/queries/stores.ts';

/**
 * TST6: the dates of what a store does, which move with its clock, by table. Tables that others wait for come first, as the engine locks
 * them. A test holds that every other date of a store's tables is among `fixedDates`.
 */
export const movedDates = {
  runs: ['started_at', 'finished_at'],
  run_inputs: ['received_at'],
  messages: ['reserved_at', 'settled_at'],
  sandbox_messages: ['received_at'],
  held_contacts: ['expires_at'],
  checkouts: ['created_at', 'captured_at', 'abandon_at', 'abandoned_at'],
  shoppers: ['active_at'],
  shopper_codes: ['created_at', 'expires_at'],
  reported_carts: ['active_at', 'abandon_at'],
  coupon_uses: ['held_at'],
  orders: ['created_at', 'updated_at', 'status_at', 'paid_at', 'address_changed_at'],
  payments: [
    'created_at',
    'requested_at',
    'state_changed_at',
    'expires_at',
    'poll_at',
    'challenge_until',
    'cancel_requested_at',
    'refund_requested_at',
  ],
  sandbox_payments: ['created_at', 'state_changed_at'],
  refunds: ['requested_at', 'settled_at'],
  events: ['occurred_at', 'recorded_at'],
  idempotency_keys: ['created_at'],
  webhook_endpoints: ['state_at', 'last_success_at', 'failing_since', 'given_up_at', 'resume_at', 'previous_until'],
  webhook_messages: ['created_at', 'settled_at'],
} as const satisfies Record<string, readonly string[]>;

/**
 * TST6: the dates at which something is done, which become due and never late: an overdue send would be cancelled. `sending`: the date is the
 * end of a lease.
 */
export const dueDates = {
  runs: ['wake_at'],
  run_timers: ['due_at'],
  messages: ['due_at', 'next_attempt_at'],
  held_contacts: ['release_at'],
  opt_out_confirmations: ['due_at'],
  webhook_messages: ['next_attempt_at'],
} as const satisfies Record<string, readonly string[]>;

const earlier = (date: string): string => shiftedInstant(date, 'make_interval(mins => -$2::int)');
const moved = (date: string): string => `${date} = ${earlier(date)}`;
const movedUntilDue = (date: string): string =>
  `${date} = case when ${date} > $3 then greatest(${earlier(date)}, $3) else ${date} end`;
const unleased: Readonly<Record<string, string>> = {
  messages: `and state <> 'sending'`,
  opt_out_confirmations: `and state <> 'sending'`,
};

/** Moves the dates of a test store back by minutes. `now`: the present. Nothing changes at a store that is no test store. */
export async function storeDatesMove(
  tx: Queryable,
  storeId: string,
  { minutes, now }: { readonly minutes: number; readonly now: number },
): Promise<void> {
  const isTest = `store_id = $1 and exists (select from stores s where s.store_id = $1 and ${isTestStore})`;
  for (const [table, dates] of Object.entries(dueDates)) {
    await execute(tx, {
      text: `update ${table} set ${dates.map(movedUntilDue).join(', ')} where ${isTest} ${unleased[table] ?? ''}`,
      values: [storeId, minutes, new Date(now)],
    });
  }
  for (const [table, dates] of Object.entries(movedDates)) {
    const text = `update ${table} set ${dates.map(moved).join(', ')} where ${isTest}`;
    await execute(tx, { text, values: [storeId, minutes] });
  }
}

/** The states of the runs of a store that are not over; their rows stay locked until the transaction ends. */
export const runStateList = (tx: Queryable, storeId: string): Promise<{ runId: string; state: string }[]> =>
  queryRows(tx, {
    text: `select run_id as "runId", state from runs
           where store_id = $1 and finished_at is null and state is not null order by run_id for update`,
    values: [storeId],
  });

/** Replaces the states of runs. */
export const runStateSetMany = (tx: Queryable, runs: readonly { runId: string; state: string }[]): Promise<void> =>
  execute(tx, {
    text: `update runs set state = changed.state from unnest($1::uuid[], $2::text[]) changed (run_id, state)
           where runs.run_id = changed.run_id`,
    values: [runs.map(({ runId }) => runId), runs.map(({ state }) => state)],
  });

/** COM5: expires the unpaid checkouts of a store that are older than 30 days; the daily pass finds them by their ids, which do not move. */
export const storeCheckoutsExpire = (tx: Queryable, storeId: string, now: number): Promise<void> =>
  execute(tx, {
    text: `update checkouts set state = 'expired', abandon_at = null
           where store_id = $1 and state in ('open', 'abandoned') and created_at < to_timestamp($2 / 1000.0) - interval '30 days'`,
    values: [storeId, now],
  });
