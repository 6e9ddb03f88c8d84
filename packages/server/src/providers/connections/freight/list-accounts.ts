import type { ConnectDeps } from '../connect.ts';
import { freightAccountList, type FreightAccountRow } from '../../freight/queries/freight-accounts.ts';
import { freightProvider, freightProviderNames, type FreightProviderName } from '../../freight/index.ts';
import type { FreightDefinition } from '../../freight/provider.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';

export { describeFreightReason } from '../../freight/freight-reasons.ts';

/** An account without its secrets. `storedCredentials`: the names of the stored credentials. */
type ListedFreightAccount = Pick<
  FreightAccountRow,
  'accountId' | 'provider' | 'settings' | 'lastError' | 'verifiedAt'
> & { readonly storedCredentials: readonly string[] };

/** The freight accounts of a store, oldest first. */
export async function freightAccountsOf(
  { db, credentialsKey }: ConnectDeps,
  storeId: string,
): Promise<ListedFreightAccount[]> {
  const rows = await freightAccountList(db, storeId);
  return rows.map(({ accountId, provider, settings, lastError, verifiedAt, credentials }) => ({
    accountId,
    provider,
    settings,
    lastError,
    verifiedAt,
    storedCredentials: Object.keys(openCredentials(credentialsKey, accountId, credentials)),
  }));
}

/** Every freight provider with its name. */
export const freightProviderList = (): (FreightDefinition & { name: FreightProviderName })[] =>
  freightProviderNames.map((name) => ({ name, ...freightProvider(name) }));
