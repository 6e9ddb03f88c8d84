import type { ContactSource, Limits } from './open-limits.ts';

/**
 * COM32: counts one request to the carriers of a store, which anyone can cause with any CEP. False: the network at this store, or the store,
 * caused as many as it may, and the carriers are not asked.
 */
export function allowsCarriers(
  { carriers, storeCarriers }: Pick<Limits, 'carriers' | 'storeCarriers'>,
  { storeId, network }: ContactSource,
  now: number,
): boolean {
  const ofNetwork = network === undefined || (carriers?.take(`${storeId} ${network}`, now).allowed ?? true);
  return ofNetwork && (storeCarriers?.take(storeId, now).allowed ?? true);
}
