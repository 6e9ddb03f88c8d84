import type { Channel } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryOne } from '../../../base/postgres/query.ts';
import { isSale, joinSale } from '../../../shop/orders/queries/sales.ts';

/** A store's set-up and its problems. */
export type StoreOverview = {
  /** Failed runs that were not retried. */
  failedRuns: number;
  /** Channels whose connection needs the owner's attention. */
  failingChannels: Channel[];
  /** COM15: channels whose provider has not accepted the connection's credentials. */
  unverified: Channel[];
  /** Channels of a live store that only simulate. */
  simulatedChannels: Channel[];
  /** Payment providers with an active method that have not accepted the account's credentials. */
  unverifiedPayments: string[];
  /** Payment providers with an active method that refuse the account, and why. */
  failingPayments: { provider: string; reason: string }[];
  /** CON7: names of connected shops that refuse the access, the oldest first. */
  brokenShops: string[];
  /** Automations that run an older definition than their draft, the latest draft last: the draft's age says that it was forgotten. */
  drafts: { automationId: string; name: string; version: number; updatedAt: string }[];
  /** Runs that have not ended. */
  liveRuns: number;
  /** CON11: a shop at a platform that was not disconnected. */
  hasShop: boolean;
  hasAutomation: boolean;
  hasCheckout: boolean;
  hasMessage: boolean;
  /** A verified channel that reaches people, not the sandbox. */
  hasChannel: boolean;
  /** A verified payment account that takes real money. */
  hasPayments: boolean;
  hasShipping: boolean;
  /** What the payment page and the law need of the seller: legal name, document and a contact. */
  hasSeller: boolean;
  /** COM41: a sale whose money was received. */
  hasSale: boolean;
};

/** Reads the overview of a store in one statement. `simulated`: channels and names of the providers that send nothing to anyone. `pretended`: the payment providers that take no money. */
export const storeOverviewRead = (
  db: Queryable,
  storeId: string,
  simulated: readonly string[],
  pretended: readonly string[],
): Promise<StoreOverview> =>
  queryOne(db, {
    name: 'store-overview-read',
    text: `
      select
        (select greatest(coalesce(sum(t.count), 0), 0)::int from run_counters t
         join automations a on a.automation_id = t.automation_id
         where a.store_id = $1 and a.deleted_at is null and t.outcome = 'failed') as "failedRuns",
        array(select channel from connections c where c.store_id = $1 and c.active
          and (c.last_error is not null or c.delivery_alert is not null) order by channel) as "failingChannels",
        array(select channel from connections c where c.store_id = $1 and c.active and c.verified_at is null
          and c.last_error is null and c.delivery_alert is null order by channel) as unverified,
        array(select channel from connections c join stores s using (store_id) where c.store_id = $1 and c.active and s.live
          and c.channel || ' ' || c.provider = any($2::text[]) order by channel) as "simulatedChannels",
        array(select distinct a.provider from payment_methods m join payment_accounts a using (account_id)
          where m.store_id = $1 and a.verified_at is null and a.last_error is null order by a.provider) as "unverifiedPayments",
        (select coalesce(json_agg(distinct jsonb_build_object('provider', a.provider, 'reason', a.last_error)), '[]')
          from payment_methods m join payment_accounts a using (account_id)
          where m.store_id = $1 and a.last_error is not null) as "failingPayments",
        array(select name from platform_connections p where p.store_id = $1 and p.state in ('reconnect', 'uninstalled')
          order by p.connection_id) as "brokenShops",
        (select coalesce(json_agg(json_build_object('automationId', d.automation_id, 'name', d.name, 'version', d.published_version,
            'updatedAt', d.updated_at) order by d.updated_at), '[]')
          from (select a.automation_id, a.name, a.published_version, a.updated_at from automations a
            join automation_versions v on v.automation_id = a.automation_id and v.version = a.published_version
            where a.store_id = $1 and a.deleted_at is null and a.active and a.draft <> v.definition
            order by a.updated_at limit 20) d) as drafts,
        (select greatest(coalesce(sum(case t.outcome when 'entered' then t.count else -t.count end), 0), 0)::int
         from run_counters t join automations a on a.automation_id = t.automation_id
         where a.store_id = $1 and a.deleted_at is null) as "liveRuns",
        exists (select from platform_connections p where p.store_id = $1 and p.state <> 'disconnected') as "hasShop",
        exists (select from automations where store_id = $1 and active) as "hasAutomation",
        exists (select from checkouts where store_id = $1) as "hasCheckout",
        exists (select from sandbox_messages where store_id = $1)
          or exists (select from messages where store_id = $1 and state in ('sent', 'delivered', 'read')) as "hasMessage",
        exists (select from connections c where c.store_id = $1 and c.active
          and c.channel || ' ' || c.provider <> all($2::text[]) and c.verified_at is not null) as "hasChannel",
        exists (select from payment_methods m join payment_accounts a using (account_id)
          where m.store_id = $1 and a.provider <> all($3::text[]) and a.verified_at is not null) as "hasPayments",
        exists (select from shipping_options o where o.store_id = $1 and o.active) as "hasShipping",
        exists (select from stores s where s.store_id = $1 and s.legal_name is not null and s.document is not null
          and (s.email is not null or s.phone is not null)) as "hasSeller",
        exists (select from orders o ${joinSale('$3')}
          where o.store_id = $1 and ${isSale} and o.paid_at is not null and sale.kind = 'received') as "hasSale"`,
    values: [storeId, simulated, pretended],
  });
