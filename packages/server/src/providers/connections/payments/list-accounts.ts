import type { Localized } from '@retoma/commerce';
import { paymentAccountListSealed, type PaymentAccountStatus } from '../../payments/queries/payment-accounts.ts';
import {
  isPaymentProvider,
  paymentProvider,
  paymentProviderNames,
  type PaymentProviderName,
} from '../../payments/index.ts';
import type { ProviderDefinition } from '../../payments/provider.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import type { ConnectDeps } from '../connect.ts';

/** An account without its secrets. `storedCredentials`: the names of the stored credentials. */
export type StorePaymentAccount = PaymentAccountStatus & {
  readonly storedCredentials: readonly string[];
  readonly hasWebhook: boolean;
};

/** The accounts of a store, oldest first. */
export async function storePaymentAccounts(
  { db, credentialsKey }: ConnectDeps,
  storeId: string,
): Promise<StorePaymentAccount[]> {
  const rows = await paymentAccountListSealed(db, storeId);
  return rows.map(({ credentials, ...account }) => ({
    ...account,
    storedCredentials: Object.keys(openCredentials(credentialsKey, account.accountId, credentials)),
    hasWebhook: setupHelp(account.provider) !== undefined,
  }));
}

export { describeAccountReason } from '../../payments/account-reasons.ts';

/** Where the owner pastes the webhook URL at a provider; undefined: there is no URL to paste. */
export const setupHelp = (name: string): Localized | undefined =>
  isPaymentProvider(name) ? paymentProvider(name).setupHelp : undefined;

/** Every payment provider with its name. */
export const listProviders = (): (ProviderDefinition & { name: PaymentProviderName })[] =>
  paymentProviderNames.map((name) => ({ name, ...paymentProvider(name) }));
