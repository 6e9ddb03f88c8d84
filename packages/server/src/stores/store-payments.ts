import {
  paymentAccountFindOf,
  paymentAccountListSealed,
  type PaymentAccountStanding,
} from '../db/queries/payment-accounts.ts';
import { accountForms, paymentProviderNames, type PaymentProviderName } from '../payments/index.ts';
import type { AccountForm } from '../payments/account-form.ts';
import { keptCredentials, mergeCredentials } from './kept-credentials.ts';
import {
  setPaymentAccount,
  type PaymentAccountParts,
  type PaymentAccountRequest,
  type PaymentAccountSet,
} from './payment-accounts.ts';

/** An account without what is secret of it. `kept`: names of the credentials that are there. */
export type StorePaymentAccount = PaymentAccountStanding & { readonly kept: readonly string[] };

/** The accounts of a store, the oldest first. */
export async function storePaymentAccounts(
  { db, credentialsKey }: PaymentAccountParts,
  storeId: string,
): Promise<StorePaymentAccount[]> {
  const rows = await paymentAccountListSealed(db, storeId);
  return rows.map(({ credentials, ...account }) => ({
    ...account,
    kept: Object.keys(keptCredentials(credentialsKey, account.accountId, credentials)),
  }));
}

/** Makes or changes an account: credentials that are not told stay as they are, those told as null go. */
export async function connectPaymentAccount(
  parts: PaymentAccountParts,
  storeId: string,
  request: PaymentAccountRequest & { readonly credentials?: Readonly<Record<string, unknown>> | undefined },
): Promise<PaymentAccountSet> {
  const { credentials: told, ...rest } = request;
  const before = await paymentAccountFindOf(parts.db, storeId, request.provider);
  const kept = before ? keptCredentials(parts.credentialsKey, before.accountId, before.credentials) : {};
  const credentials = mergeCredentials(kept, told);
  return setPaymentAccount(parts, storeId, { ...rest, ...(credentials && { credentials }) });
}

/** Every provider of payments, with what it asks a store for. */
export const paymentForms = (): ({ name: PaymentProviderName } & AccountForm)[] =>
  paymentProviderNames.map((name) => ({ name, ...accountForms[name] }));
