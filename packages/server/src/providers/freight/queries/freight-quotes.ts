import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute } from '../../../base/postgres/query.ts';
import { deleteOldest } from '../../../base/retention/retention.ts';

/** What a provider answered to a request. `services`: null: it offers none. `quotedAt`: milliseconds since 1970. */
export type FreightQuoteRow = {
  accountId: string;
  storeId: string;
  subject: Buffer;
  services: readonly object[] | null;
  quotedAt: number;
};

/** COM32: stores answers in place of earlier ones. An account that was removed meanwhile has none. */
export const freightQuoteUpsertMany = (db: Queryable, quotes: readonly FreightQuoteRow[]): Promise<void> =>
  execute(db, {
    text: `insert into freight_quotes (account_id, store_id, subject, services, quoted_at)
     select q.account_id, q.store_id, q.subject, q.services, to_timestamp(q.quoted_at / 1000.0)
     from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::json[], $5::float8[]) as q (account_id, store_id, subject, services, quoted_at)
     where exists (select from freight_accounts a where a.account_id = q.account_id for key share)
     on conflict (account_id, subject) do update set services = excluded.services, quoted_at = excluded.quoted_at`,
    values: [
      quotes.map(({ accountId }) => accountId),
      quotes.map(({ storeId }) => storeId),
      quotes.map(({ subject }) => subject),
      quotes.map(({ services }) => services && JSON.stringify(services)),
      quotes.map(({ quotedAt }) => quotedAt),
    ],
  });

/** Deletes answers from before an instant. */
export const freightQuotePurge = deleteOldest('freight_quotes', 'quoted_at');
