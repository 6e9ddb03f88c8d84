import {
  paymentAccountFindOf,
  paymentAccountListSealed,
  type PaymentAccountStatus,
} from '../../db/queries/orders/payment-accounts.ts';
import { accountForms, paymentProviderNames, type PaymentProviderName } from '../../payments/index.ts';
import type { AccountForm } from '../../payments/settings-form.ts';
import { openCredentials, mergeCredentials } from '../../crypto/open-credentials.ts';
import {
  connectVerifiedAccount,
  type PaymentAccountParts,
  type PaymentAccountSet,
  type VerifyingParts,
} from './connect.ts';

/** An account without its secrets. `storedCredentials`: the names of the stored credentials. */
export type StorePaymentAccount = PaymentAccountStatus & {
  readonly storedCredentials: readonly string[];
  readonly hasWebhook: boolean;
};

/** The accounts of a store, oldest first. */
export async function storePaymentAccounts(
  { db, credentialsKey }: PaymentAccountParts,
  storeId: string,
): Promise<StorePaymentAccount[]> {
  const rows = await paymentAccountListSealed(db, storeId);
  return rows.map(({ credentials, ...account }) => ({
    ...account,
    storedCredentials: Object.keys(openCredentials(credentialsKey, account.accountId, credentials)),
    hasWebhook: hasWebhook(account.provider),
  }));
}

/** COM15: creates or changes an account, like `connectVerifiedAccount`. Omitted credentials are kept; those set to null are deleted. */
export async function connectPaymentAccount(
  parts: VerifyingParts,
  storeId: string,
  request: Parameters<typeof connectVerifiedAccount>[2] & {
    readonly credentials?: Readonly<Record<string, unknown>> | undefined;
  },
  signal: AbortSignal,
  audit: Parameters<typeof connectVerifiedAccount>[4],
  userId: string,
): Promise<PaymentAccountSet> {
  const { credentials: submitted, ...rest } = request;
  const before = await paymentAccountFindOf(parts.db, storeId, request.provider);
  const storedCredentials = before ? openCredentials(parts.credentialsKey, before.accountId, before.credentials) : {};
  const credentials = mergeCredentials(storedCredentials, submitted);
  return connectVerifiedAccount(
    parts,
    storeId,
    { ...rest, ...(credentials && { credentials }) },
    signal,
    audit,
    userId,
  );
}

export { describeAccountReason } from '../../payments/account-reasons.ts';

/** Whether a provider sends webhooks, to a URL that the store enters there. */
export const hasWebhook = (provider: string): boolean =>
  paymentForms().some(({ name, hasWebhook: sends }) => name === provider && sends);

/** Every payment provider, with its account form. */
export const paymentForms = (): ({ name: PaymentProviderName } & AccountForm)[] =>
  paymentProviderNames.map((name) => ({ name, ...accountForms[name] }));
