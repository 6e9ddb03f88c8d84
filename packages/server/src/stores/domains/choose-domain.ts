// CHK14: the domain of a store's payment links. Who owns what:
// INV1: a choice is the store's own, and any number of stores may choose the same domain: it blocks no other.
// INV2: a domain is claimed, for the stores of all shards, by the one whose proof, DNS and TLS a check found. Links use a claimed domain only.
// INV3: the claim is made before links use the domain and released after they stopped, so that no two stores use one.
import type { Audit } from '../../http/audit-actions.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { domainHolder, domainsRelease } from '../queries/domain-claims.ts';
import { storeSetDomain } from '../queries/store-domains.ts';
import { storeFind } from '../queries/stores.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';

/** `DOMAIN_TAKEN`: another store proved that the domain is its own, and uses it. `EXAMPLE_STORE`: an example store has none (AUT16). */
export type DomainRefusal = 'STORE_NOT_FOUND' | 'DOMAIN_TAKEN' | 'EXAMPLE_STORE' | 'TEST_STORE';

/** Chooses the domain of a store's payment links; null: none. `usersDb`: the database of shard 0, where domains are claimed. */
export async function chooseDomain(
  { db, usersDb }: { readonly db: Database; readonly usersDb: Database },
  storeId: string,
  hostname: string | null,
  audit: Audit<'domain_changed'>,
): Promise<DomainRefusal | undefined> {
  const store = await storeFind(db, storeId);
  if (!store) return 'STORE_NOT_FOUND';
  if (hostname !== null) {
    if (store.exampleOf !== null) return 'EXAMPLE_STORE';
    if (store.testOf !== null) return 'TEST_STORE';
    const holder = await domainHolder(usersDb, hostname);
    if (holder !== undefined && holder !== storeId) return 'DOMAIN_TAKEN';
  }
  await inTransaction(db, async (client) => {
    await storeSetDomain(client, storeId, hostname);
    await audit(client, { storeId, action: 'domain_changed', detail: hostname });
  });
  await domainsRelease(usersDb, storeId, hostname);
  return undefined;
}
