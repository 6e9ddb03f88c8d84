import type { Database } from '../../base/postgres/pool.ts';
import { domainHolder } from '../queries/domain-claims.ts';
import type { StoreRow } from '../queries/stores.ts';

/**
 * Whether a store's payment pages are shown under a host name: on its own domain, on the service's address, and on any other name
 * that reaches the service, but never on a domain that belongs to another store.
 */
export async function isStoreServedAt(
  { usersDb, baseUrl }: { usersDb: Database; baseUrl: string },
  { storeId, domain }: StoreRow,
  hostname: string,
): Promise<boolean> {
  const name = hostname.toLowerCase();
  if (name === domain || name === hostOf(baseUrl)) return true;
  const holder = await domainHolder(usersDb, name);
  return holder === undefined || holder === storeId;
}

/** The host of a URL; empty while the service's own address is not set. */
const hostOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '');
