import type { Queryable } from '../../../base/postgres/pool.ts';
import { deleteOldest } from '../../../base/retention/retention.ts';
import { execute, queryColumn, queryRows } from '../../../base/postgres/query.ts';

/** COM23: an attempt to pay by card. `network`: a keyed hash; null: unknown. Milliseconds. */
export type CardAttempt = { attemptId: string; storeId: string; network: Buffer | null; at: number };

/** Counts of card attempts that banks refused or have not accepted yet: of a network, and of the `store` in the last hour. */
export type CardCounts = { recent: number; day: number; store: { refused: number; all: number } };

/** Stores an attempt, which counts as refused until `cardAttemptAccept`. */
export async function cardAttemptInsert(db: Queryable, attempt: CardAttempt): Promise<void> {
  const { attemptId, storeId, network, at } = attempt;
  await execute(db, {
    name: 'card-attempt-insert',
    text: `insert into card_attempts (attempt_id, store_id, network, attempted_at) values ($1, $2, $3, to_timestamp($4 / 1000.0))`,
    values: [attemptId, storeId, network, at],
  });
}

/** Records that the bank did not refuse the card. */
export const cardAttemptAccept = (db: Queryable, attemptId: string): Promise<void> =>
  execute(db, { text: 'update card_attempts set accepted = true where attempt_id = $1', values: [attemptId] });

/** Deletes an attempt that was never sent to a bank. */
export const cardAttemptDelete = (db: Queryable, attemptId: string): Promise<void> =>
  execute(db, { text: 'delete from card_attempts where attempt_id = $1', values: [attemptId] });

/** Counts the unaccepted attempts of a network in `recentMs` and in a day, at all stores, and the attempts at a store in an hour. */
export async function cardAttemptCount(
  db: Queryable,
  { storeId, network, at }: Omit<CardAttempt, 'attemptId'>,
  recentMs: number,
): Promise<CardCounts> {
  const rows = await queryRows<{ recent: number; day: number; refused: number; all: number }>(db, {
    name: 'card-attempt-count',
    text: `
      select n.recent, n.day, s.refused, s."all" from
        (select count(*) filter (where attempted_at > to_timestamp(($3::float8 - $4) / 1000.0))::int as recent, count(*)::int as day
         from card_attempts where network = $2 and not accepted
           and attempted_at > to_timestamp($3::float8 / 1000.0) - interval '1 day') n,
        (select count(*) filter (where not accepted)::int as refused, count(*)::int as "all"
         from card_attempts where store_id = $1 and attempted_at > to_timestamp($3::float8 / 1000.0) - interval '1 hour') s`,
    values: [storeId, network, at, recentMs],
  });
  const { recent, day, ...store } = rows[0]!;
  return { recent, day, store };
}

/** The limits of `cardAttemptBlocked`. `store`: the share of refused attempts in an hour, out of at least `minimum` attempts. */
export type CardLimits = { recent: number; recentMs: number; day: number; store: { minimum: number; share: number } };

/** The networks (as hex) and the stores that have reached a limit at `at` (milliseconds). */
export async function cardAttemptBlocked(
  db: Queryable,
  { recent, recentMs, day, store }: CardLimits,
  at: number,
): Promise<{ networks: ReadonlySet<string>; stores: ReadonlySet<string> }> {
  const rows = await queryRows<{ network: string | null; storeId: string | null }>(db, {
    name: 'card-attempt-blocked',
    text: `
      select encode(network, 'hex') as network, null::uuid as "storeId" from card_attempts
      where network is not null and not accepted and attempted_at > to_timestamp($1::float8 / 1000.0) - interval '1 day'
      group by network
      having count(*) >= $4 or count(*) filter (where attempted_at > to_timestamp(($1::float8 - $3) / 1000.0)) >= $2
      union all
      select null, store_id from card_attempts where attempted_at > to_timestamp($1::float8 / 1000.0) - interval '1 hour'
      group by store_id having count(*) >= $5 and count(*) filter (where not accepted) >= $6::float8 * count(*)`,
    values: [at, recent, recentMs, day, store.minimum, store.share],
  });
  return {
    networks: new Set(rows.flatMap((row) => row.network ?? [])),
    stores: new Set(rows.flatMap((row) => row.storeId ?? [])),
  };
}

/** The stores with unaccepted attempts of these networks (as hex) in the hour before `now`. */
export async function cardAttemptStores(db: Queryable, networks: readonly string[], now: Date): Promise<string[]> {
  if (networks.length === 0) return [];
  return queryColumn(db, {
    text: `select distinct store_id as "storeId" from card_attempts
     where network = any($1::bytea[]) and not accepted and attempted_at > $2::timestamptz - interval '1 hour'`,
    values: [networks.map((network) => Buffer.from(network, 'hex')), now],
  });
}

/** Deletes attempts from before an instant. */
export const cardAttemptPurge = deleteOldest('card_attempts', 'attempted_at');
