import { setTimeout as sleep } from 'node:timers/promises';
import { shardOf } from '../../../packages/server/src/base/ids.ts';
import { Caller } from '../../load/caller.ts';
import type { Product } from '../../load/product.ts';
import { checkoutBody } from '../../load/shoppers.ts';

/** Serials of checkouts that the load never reaches. */
let serial = 50_000_000;

/**
 * The longest time, in milliseconds, that a shop of a shard waited for a checkout while `work` ran and for two seconds afterwards: it sends one
 * after the other, and each again until it is accepted.
 */
export async function longestWait(product: Product, shard: number, work: () => Promise<unknown>): Promise<number> {
  const store = product.stores.find(({ sms }) => shardOf(sms?.connectionId ?? '') === shard);
  if (!store) throw new Error(`shard ${shard} has no store`);
  const caller = new Caller(product.baseUrls);
  const done = { is: false };
  const working = work().finally(() => (done.is = true));
  working.catch(() => {});
  let [longest, until] = [0, Infinity];
  try {
    while (performance.now() < until) {
      const [began, json] = [performance.now(), checkoutBody(++serial)];
      const headers = { 'x-api-key': store.checkoutKey };
      while ((await caller.call({ path: '/stores/external/checkout', json, headers })).status !== '201')
        await sleep(20);
      longest = Math.max(longest, performance.now() - began);
      if (done.is) until = Math.min(until, performance.now() + 2_000);
      await sleep(20);
    }
    await working;
    return longest;
  } finally {
    caller.close();
  }
}
