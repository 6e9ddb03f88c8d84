import type { PaymentMethod } from '@retoma/commerce';
import type { Audit } from '../../../http/audit-actions.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import {
  paymentAccountFindOf,
  paymentMethodSetFallback,
  paymentStoreLock,
} from '../../payments/queries/payment-accounts.ts';
import { storeHasReceived } from '../../payments/queries/pending-payment-changes.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { isPaymentProvider, paymentProvider, simulatedProviderNames } from '../../payments/index.ts';
import type { Clock } from '../../../base/clock.ts';
import type { PaymentAccountRefusal } from './codes.ts';
import { holdChange } from './pending-payment-change.ts';

/** The fallback of a payment method (COM40): the provider of one of the store's accounts; null: none. */
export type Fallback = { readonly method: PaymentMethod; readonly provider: string | null };

/**
 * The result. `waitsUntil`: when the change takes effect (AUT10); absent: at once. `NOT_FOUND`: the store does not offer the method, it goes
 * through that account already, or the store has no account with that provider.
 */
export type FallbackSet =
  | { ok: true; accountId: string | null; waitsUntil?: Date }
  | { ok: false; code: Exclude<PaymentAccountRefusal, 'STORE_NOT_FOUND'> | 'NOT_FOUND' };

/**
 * COM40: sets the account that takes a method while its first one is down. After the store has received money, another account waits as a
 * change of the account that gets the money does (AUT10); taking a fallback away does not. `userId`: who requests it.
 */
export async function setFallback(
  deps: { db: Database; clock: Clock; credentialsKey: Buffer },
  storeId: string,
  fallback: Fallback,
  audit: Audit<'payments_changed' | 'payments_change_waits'>,
  userId: string,
): Promise<FallbackSet> {
  const { provider, method } = fallback;
  if (provider === null) return storeFallback(deps, storeId, fallback, audit);
  if (!isPaymentProvider(provider)) return { ok: false, code: 'UNKNOWN_PROVIDER' };
  if (!paymentProvider(provider).methods.includes(method)) return { ok: false, code: 'METHOD_NOT_SUPPORTED' };
  const { isSimulated } = paymentProvider(provider);
  const isHeld = !isSimulated && (await storeHasReceived(deps.db, storeId, simulatedProviderNames));
  if (!isHeld) return storeFallback(deps, storeId, fallback, audit);
  const account = await paymentAccountFindOf(deps.db, storeId, provider);
  if (!account) return { ok: false, code: 'NOT_FOUND' };
  const waitsUntil = await holdChange(deps, { storeId, provider, request: { fallback }, userId }, audit);
  return { ok: true, accountId: account.accountId, waitsUntil };
}

/** Stores the fallback of a method. */
export function storeFallback(
  { db }: { db: Database },
  storeId: string,
  { method, provider }: Fallback,
  audit: Audit<'payments_changed'>,
): Promise<FallbackSet> {
  return inTransaction(db, async (client): Promise<FallbackSet> => {
    const store = await paymentStoreLock(client, storeId);
    const account = provider === null ? null : await paymentAccountFindOf(client, storeId, provider);
    if (!store || account === undefined) return { ok: false, code: 'NOT_FOUND' };
    const isSimulated = simulatedProviderNames.some((name) => name === provider);
    if (store.live && isSimulated) return { ok: false, code: 'SANDBOX_IN_LIVE_STORE' };
    const accountId = account?.accountId ?? null;
    if (!(await paymentMethodSetFallback(client, storeId, method, accountId))) return { ok: false, code: 'NOT_FOUND' };
    const detail = provider === null ? `${method}: - fallback` : `${method}: fallback ${provider}`;
    await audit(client, { storeId, action: 'payments_changed', detail });
    return { ok: true, accountId };
  });
}
