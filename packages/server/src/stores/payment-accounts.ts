import type { PaymentMethod } from '@retoma/commerce';
import type { Database } from '../db/pool.ts';
import {
  paymentAccountFind,
  paymentAccountFindOf,
  paymentAccountUpsert,
  paymentMethodDelete,
  paymentMethodSet,
  paymentStoreLock,
} from '../db/queries/payment-accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { accountForms, paymentProviderNames, type PaymentProviderName } from '../payments/index.ts';
import type { PaymentAccount } from '../payments/provider.ts';
import { seal, unseal } from '../sealed.ts';
import type { PaymentAccountRefusal } from './payment-account-codes.ts';

/** What the verbs of this file work with. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type PaymentAccountParts = { db: Database; credentialsKey: Buffer };

/** An account as it is asked for. Settings or credentials that are left out stay as they are. */
export type PaymentAccountRequest = {
  provider: string;
  settings?: unknown;
  credentials?: unknown;
  /** The ways of paying that go through it from now on; the others of the store stay where they are. */
  methods: readonly PaymentMethod[];
};

/** What came of it. `issues`: which member is wrong and why, in English; never what was given. */
export type PaymentAccountSet =
  { ok: true; accountId: string } | { ok: false; code: PaymentAccountRefusal; issues: readonly string[] };

const refuse = (code: PaymentAccountRefusal, issues: readonly string[] = []): PaymentAccountSet => ({
  ok: false,
  code,
  issues,
});

/**
 * Makes or changes the account that a store has with a provider: one for each, so that payments of before are asked about with
 * the credentials of now. Nothing is asked of the provider.
 */
export async function setPaymentAccount(
  { db, credentialsKey }: PaymentAccountParts,
  storeId: string,
  { provider, settings, credentials, methods }: PaymentAccountRequest,
): Promise<PaymentAccountSet> {
  if (!isProvider(provider)) return refuse('UNKNOWN_PROVIDER');
  const form = accountForms[provider];
  const cannot = methods.filter((method) => !(form.methods as readonly PaymentMethod[]).includes(method));
  if (cannot.length > 0) return refuse('METHOD_NOT_SUPPORTED', cannot);
  return inTransaction(db, async (client) => {
    const store = await paymentStoreLock(client, storeId);
    if (!store) return refuse('STORE_NOT_FOUND');
    if (provider === 'sandbox' && store.live) return refuse('SANDBOX_IN_LIVE_STORE');
    const before = await paymentAccountFindOf(client, storeId, provider);
    const known = before && opened(credentialsKey, before).credentials;
    const seen = form.settings.safeParse(settings ?? before?.settings ?? {});
    if (!seen.success) return refuse('WRONG_SETTINGS', issuesOf(seen.error));
    const unseen = form.credentials.safeParse(credentials ?? known ?? {});
    if (!unseen.success) return refuse('WRONG_CREDENTIALS', issuesOf(unseen.error));
    const accountId = before?.accountId ?? newId();
    const sealed = seal(credentialsKey, accountId, unseen.data);
    await paymentAccountUpsert(client, { accountId, storeId, provider, settings: seen.data, credentials: sealed });
    for (const method of methods) await paymentMethodSet(client, storeId, method, accountId);
    return { ok: true, accountId };
  });
}

/** An account with what a provider needs of it; undefined where there is none. */
export async function paymentAccountOf(
  { db, credentialsKey }: PaymentAccountParts,
  accountId: string,
): Promise<(PaymentAccount & { provider: PaymentProviderName }) | undefined> {
  const row = await paymentAccountFind(db, accountId);
  return row && isProvider(row.provider) ? { ...opened(credentialsKey, row), provider: row.provider } : undefined;
}

/** Takes a way of paying away from a store; payments that were begun go on. False where it did not offer it. */
export const removePaymentMethod = (
  { db }: Pick<PaymentAccountParts, 'db'>,
  storeId: string,
  method: PaymentMethod,
): Promise<boolean> => paymentMethodDelete(db, storeId, method);

const isProvider = (name: string): name is PaymentProviderName =>
  (paymentProviderNames as readonly string[]).includes(name);

/** Credentials that do not open, because the server's secret is another one, are none: the provider calls the account broken. */
function opened(
  key: Buffer,
  { accountId, storeId, settings, credentials }: NonNullable<Awaited<ReturnType<typeof paymentAccountFind>>>,
): PaymentAccount {
  const plain = credentials && unseal(key, accountId, credentials);
  return { accountId, storeId, settings, credentials: (plain ?? {}) as Record<string, unknown> };
}

const issuesOf = (error: { issues: { path: PropertyKey[]; message: string }[] }): string[] =>
  error.issues.map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '));
