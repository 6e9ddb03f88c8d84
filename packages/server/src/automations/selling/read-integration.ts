import type { CheckoutRequest } from '@retoma/commerce';
import type { Database, Queryable } from '../../base/postgres/pool.ts';
import { milliseconds } from '../../base/postgres/driver/milliseconds.ts';
import { queryRow, queryRows } from '../../base/postgres/query.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { webhookEndpointList } from '../../shop/webhooks/queries/endpoints.ts';
import { integrationSteps, type Integration } from './integration-steps.ts';

/** API11: what the developer of a store's site still has to do; undefined: there is no such store. */
export async function readIntegration(db: Database, storeId: string): Promise<Integration | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return undefined;
  const [use, requests, webhooks] = await Promise.all([
    integrationUse(db, storeId),
    newestRequests(db, storeId),
    webhookEndpointList(db, storeId),
  ]);
  return integrationSteps({
    site: store,
    keyUsedAt: use?.keyUsedAt ?? null,
    hasPaidOrder: use?.hasPaidOrder ?? false,
    requests: requests.map(({ request, signed }) => ({
      redirect: (JSON.parse(request) as CheckoutRequest).redirect,
      signed,
    })),
    webhooks,
  });
}

/** A store and its test store: what a site does in test mode is what it does without (TST1). */
const worlds = 'select store_id from stores where store_id = $1 or (test_of = $1 and deleted_at is null)';

/** The last use of a store's keys, and whether an order of a checkout was paid, in test mode too. */
const integrationUse = (
  db: Queryable,
  storeId: string,
): Promise<{ keyUsedAt: number | null; hasPaidOrder: boolean } | undefined> =>
  queryRow(db, {
    name: 'integration-use',
    text: `select
       (select ${milliseconds('max(used_at)')} from api_keys join api_key_uses using (key_id) where store_id in (${worlds})) as "keyUsedAt",
       exists (select from (select checkout_id from orders where store_id in (${worlds}) and paid_at is not null order by paid_at limit 200) paid
         where checkout_id is not null) as "hasPaidOrder"`,
    values: [storeId],
  });

/** The requests of a store's 20 newest checkouts, in test mode too, newest first, without those above 64 KiB. */
const newestRequests = (db: Queryable, storeId: string): Promise<{ request: string; signed: boolean }[]> =>
  queryRows(db, {
    name: 'integration-requests',
    text: `select request, signed from (
         select c.* from (${worlds}) world cross join lateral (
           select checkout_id, request, signed from checkouts where store_id = world.store_id order by checkout_id desc limit 20) c
         order by checkout_id desc limit 20) newest
       where octet_length(request) <= 65536 order by checkout_id desc`,
    values: [storeId],
  });
