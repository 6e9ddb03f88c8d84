import { paymentAccountFind, type PaymentAccountRow } from '../../payments/queries/payment-accounts.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import type { ConnectDeps } from '../connect.ts';
import { isPaymentProvider, type PaymentProviderName, type PaymentProviders } from '../../payments/index.ts';
import type { PaymentAccount, PaymentProvider } from '../../payments/provider.ts';

/** An account with its provider. `sealed`: its credentials as stored. */
export type StoredAccount = PaymentAccount & {
  readonly provider: PaymentProviderName;
  readonly sealed: Buffer | null;
  readonly isVerified: boolean;
  readonly firstWebhookAt: Date | null;
};

/** An account with unsealed credentials; undefined: there is none. */
export async function paymentAccountOf(
  { db, credentialsKey }: ConnectDeps,
  accountId: string,
): Promise<StoredAccount | undefined> {
  const row = await paymentAccountFind(db, accountId);
  if (!row || !isPaymentProvider(row.provider)) return undefined;
  const { provider, credentials: sealed, verifiedAt, firstWebhookAt } = row;
  return { ...openAccount(credentialsKey, row), provider, sealed, isVerified: verifiedAt !== null, firstWebhookAt };
}

/** The account of a row, with unsealed credentials. */
export const openAccount = (
  key: Buffer,
  { accountId, storeId, settings, credentials }: PaymentAccountRow,
): PaymentAccount => ({
  accountId,
  storeId,
  settings,
  credentials: openCredentials(key, accountId, credentials),
});

/** A store's payment account and its provider. */
export type ProviderAccount = {
  readonly account: StoredAccount;
  readonly provider: PaymentProvider;
  /** COM40: the id of the other account of the payment method; absent or null: there is none. */
  readonly otherId?: string | null | undefined;
};

/** Loads an account and its provider; undefined: the account is deleted, or this release has no such provider. */
export async function loadProviderAccount(
  deps: ConnectDeps & { payments: PaymentProviders },
  accountId: string,
): Promise<ProviderAccount | undefined> {
  const account = await paymentAccountOf(deps, accountId);
  const provider = account && deps.payments[account.provider];
  return provider && { account, provider };
}
