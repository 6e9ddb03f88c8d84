import type { PaymentMethod } from '@retoma/commerce';
import type { Clock } from '../../platform/clock.ts';
import type { Audit } from '../../audit/audit-actions.ts';
import type { Database, Queryable } from '../../db/pool.ts';
import {
  paymentAccountFind,
  paymentAccountFindOf,
  paymentAccountSetLastError,
  paymentAccountSetVerified,
  paymentAccountUpsert,
  paymentMethodDelete,
  paymentMethodList,
  paymentMethodSet,
  paymentStoreLock,
  type PaymentAccountRow,
} from '../../db/queries/orders/payment-accounts.ts';
import {
  pendingPaymentChangeDelete,
  storeHasReceived,
  type PendingPaymentChange,
} from '../../db/queries/orders/pending-payment-changes.ts';
import { storeFind } from '../../db/queries/stores/stores.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import {
  isPaymentProvider,
  paymentProvider,
  simulatedProviderNames,
  type PaymentProviderName,
  type PaymentProviders,
} from '../../payments/index.ts';
import type { AccountVerified, PaymentAccount } from '../../payments/provider.ts';
import { openCredentials } from '../../crypto/open-credentials.ts';
import { seal } from '../../crypto/seal.ts';
import { checkForm } from '../check-form.ts';
import { holdChange, requestIn } from './pending-payment-change.ts';
import type { PaymentAccountRefusal } from './codes.ts';
import { storeFallback, type Fallback } from './set-fallback.ts';

/** The dependencies of this file's functions. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type PaymentAccountParts = { db: Database; credentialsKey: Buffer };

/** The dependencies of functions that call providers. */
export type VerifyingParts = PaymentAccountParts & { clock: Clock; payments: PaymentProviders };

/** A request to connect an account. Omitted settings or credentials are kept. */
export type PaymentAccountRequest = {
  provider: string;
  settings?: unknown;
  credentials?: unknown;
  /** The payment methods to assign to the account; the store's other methods keep their accounts. */
  methods: readonly PaymentMethod[];
};

/**
 * The result. `waitsUntil`: when the change takes effect (AUT10); absent: at once. `issues`: the invalid members and why, in English,
 * without the input; with METHOD_OF_OTHER_ACCOUNT, the method and the provider that has it. `reason`: why the provider did not accept the
 * account, a code of `accountReasons`.
 */
export type PaymentAccountSet =
  | { ok: true; accountId: string; verified: boolean; waitsUntil?: Date }
  | { ok: false; code: PaymentAccountRefusal; issues: readonly string[]; reason?: string };

const refuseAccount = (
  code: PaymentAccountRefusal,
  issues: readonly string[] = [],
): PaymentAccountSet & { ok: false } => ({
  ok: false,
  code,
  issues,
});

/** Audits a payment account that is stored. */
export type AuditPayments = Audit<'payments_changed' | 'payments_saved_unverified'>;

/** The provider's verification of the stored credentials. `at` is null if it did not accept them or was not called. */
type Verification = { readonly at: Date | null; readonly account: string | null };

/** The payment methods of an account, and which of them may be taken from other accounts. */
type Methods = {
  readonly methods: readonly PaymentMethod[];
  /** The one method that is moved from another account. */
  readonly move: PaymentMethod | undefined;
};

/**
 * COM15: creates or changes a store's account at a provider, after the provider accepted it. `move`: the one method that is moved from
 * its current account. `saveAnyway`: stores the account as not verified, without calling the provider. `userId`: the user for
 * whom a change of the account that gets the money is pending at first (AUT10); undefined: it takes effect at once. No database connection is held during the
 * call to the provider.
 */
export async function connectVerifiedAccount(
  parts: VerifyingParts,
  storeId: string,
  request: PaymentAccountRequest & { move?: PaymentMethod | undefined; saveAnyway?: boolean | undefined },
  signal: AbortSignal,
  audit: Audit<'payments_changed' | 'payments_saved_unverified' | 'payments_change_waits'>,
  userId?: string,
): Promise<PaymentAccountSet> {
  const { db, clock, payments } = parts;
  const { provider, move, saveAnyway = false } = request;
  const methods = move === undefined ? request.methods : [...request.methods, move];
  const completed = { ...request, methods };
  const before = await paymentAccountFindOf(db, storeId, provider);
  const wanted = wantedOf(parts, storeId, completed, before);
  if (!wanted.ok) return wanted;
  const by = { methods, move };
  const finish = async (request: PaymentAccountRequest, verification: Verification): Promise<PaymentAccountSet> => {
    const isSame = wanted.isSame || (verification.account !== null && verification.account === before?.account);
    const isHeld =
      !isSame &&
      !paymentProvider(wanted.provider).isSimulated &&
      (await storeHasReceived(db, storeId, simulatedProviderNames));
    if (userId === undefined || !isHeld) return storeAccount(parts, storeId, request, verification, by, audit);
    const held: HeldRequest = {
      request,
      verification: { ...verification, at: verification.at?.getTime() ?? null },
      by,
    };
    const waitsUntil = await holdChange(parts, { storeId, provider, request: held, userId }, audit);
    return { ok: true, accountId: wanted.account.accountId, verified: verification.at !== null, waitsUntil };
  };
  if (saveAnyway) return finish(completed, { at: null, account: null });
  // Do not call the provider if the account cannot be stored anyway.
  const blocked = await blockedIn(db, storeId, wanted.provider, wanted.account.accountId, by);
  if (blocked) return blocked;
  const verified = await payments[wanted.provider].verify(wanted.account, signal);
  if (verified.outcome !== 'ok') {
    const code = verified.outcome === 'refused' ? 'CREDENTIALS_REFUSED' : 'PROVIDER_UNREACHABLE';
    if (before && wanted.isSame) await paymentAccountSetLastError(db, before.accountId, verified.reason.slice(0, 200));
    return { ...refuseAccount(code), reason: verified.reason };
  }
  const { settings, credentials } = wanted.account;
  const verification = { at: new Date(clock()), account: verified.account.slice(0, 200) || null };
  return finish({ ...completed, settings, credentials }, verification);
}

/** A pending change, as sealed. Times in milliseconds since 1970. */
type HeldRequest = {
  readonly request: PaymentAccountRequest;
  readonly verification: { readonly at: number | null; readonly account: string | null };
  readonly by: Methods;
};

/**
 * AUT10: applies a pending change. The same transaction deletes it, so that only one of two workers applies it. A change that cannot be
 * applied any more is deleted too.
 */
export async function applyChange(
  parts: PaymentAccountParts,
  change: PendingPaymentChange,
  audit: Audit<'payments_changed'>,
): Promise<Pick<PaymentAccountSet, 'ok'> | undefined> {
  const { storeId, changeId } = change;
  const held = requestIn(parts, change) as HeldRequest | { readonly fallback: Fallback } | undefined;
  if (!held) {
    await pendingPaymentChangeDelete(parts.db, changeId);
    return undefined;
  }
  // A confirmed change is one of the payments, verified or not.
  const auditApplied: AuditPayments = async (client, entry) => {
    if (!(await pendingPaymentChangeDelete(client, changeId))) throw new ChangeAlreadyApplied();
    await audit(client, { ...entry, action: 'payments_changed' });
  };
  const applied = await storeHeld(parts, storeId, held, auditApplied).catch((error: unknown) => {
    if (error instanceof ChangeAlreadyApplied) return undefined;
    throw error;
  });
  if (applied && !applied.ok) await pendingPaymentChangeDelete(parts.db, changeId);
  return applied;
}

function storeHeld(
  parts: PaymentAccountParts,
  storeId: string,
  held: HeldRequest | { readonly fallback: Fallback },
  audit: AuditPayments,
): Promise<Pick<PaymentAccountSet, 'ok'>> {
  if ('fallback' in held) return storeFallback(parts, storeId, held.fallback, audit);
  const { request, verification, by } = held;
  const at = verification.at === null ? null : new Date(verification.at);
  return storeAccount(parts, storeId, request, { ...verification, at }, by, audit);
}

/** Another worker applied the change, or an owner cancelled it. */
class ChangeAlreadyApplied extends Error {}

/** The result of testing an account. `ACCOUNT_NOT_FOUND`: the store has no such account. */
export type PaymentAccountTested = { ok: true; verified: AccountVerified } | { ok: false; code: 'ACCOUNT_NOT_FOUND' };

/** COM15: verifies an account at its provider and stores the result. No money moves. */
export async function testPaymentAccount(
  { db, credentialsKey, clock, payments }: VerifyingParts,
  storeId: string,
  accountId: string,
  signal: AbortSignal,
): Promise<PaymentAccountTested> {
  const row = await paymentAccountFind(db, accountId);
  if (row?.storeId !== storeId || !isPaymentProvider(row.provider)) return { ok: false, code: 'ACCOUNT_NOT_FOUND' };
  const verified = await payments[row.provider].verify(opened(credentialsKey, row), signal);
  if (verified.outcome === 'ok') {
    await paymentAccountSetVerified(db, row, clock(), verified.account.slice(0, 200) || null);
  } else await paymentAccountSetLastError(db, accountId, verified.reason.slice(0, 200));
  return { ok: true, verified };
}

/** A validated account to store. `isSame`: the stored account has the same settings and credentials. */
type WantedAccount = { ok: true; provider: PaymentProviderName; account: PaymentAccount; isSame: boolean };

/** Validates a request against its provider's form. Omitted members are taken from `before`. */
function wantedOf(
  { credentialsKey }: PaymentAccountParts,
  storeId: string,
  { provider, settings, credentials, methods }: PaymentAccountRequest,
  before: PaymentAccountRow | undefined,
): WantedAccount | (PaymentAccountSet & { ok: false }) {
  if (!isPaymentProvider(provider)) return refuseAccount('UNKNOWN_PROVIDER');
  const { form, methods: supported } = paymentProvider(provider);
  const cannot = methods.filter((method) => !supported.includes(method));
  if (cannot.length > 0) return refuseAccount('METHOD_NOT_SUPPORTED', cannot);
  const checked = checkForm(form, { settings, credentials }, before && opened(credentialsKey, before));
  if (!checked.ok) return checked;
  const { ok, isSame, ...filled } = checked;
  return { ok, provider, account: { accountId: before?.accountId ?? newId(storeId), storeId, ...filled }, isSame };
}

/** Why an account cannot be stored, even if its provider accepts it; undefined: it can. */
async function blockedIn(
  client: Queryable,
  storeId: string,
  provider: PaymentProviderName,
  accountId: string,
  { methods, move }: Methods,
): Promise<(PaymentAccountSet & { ok: false }) | undefined> {
  const store = await storeFind(client, storeId);
  if (!store) return refuseAccount('STORE_NOT_FOUND');
  if (!paymentProvider(provider).isSimulated && store.exampleOf !== null) return refuseAccount('EXAMPLE_STORE');
  if (paymentProvider(provider).isSimulated && store.live) return refuseAccount('SANDBOX_IN_LIVE_STORE');
  const assigned = (await paymentMethodList(client, storeId)).filter(
    (one) => one.accountId !== accountId && one.method !== move && methods.includes(one.method),
  );
  if (assigned.length === 0) return undefined;
  return refuseAccount(
    'METHOD_OF_OTHER_ACCOUNT',
    assigned.map((one) => `${one.method}: ${one.provider}`),
  );
}

/** Stores an account. A store has one account for each provider, so earlier payments are looked up with the current credentials. */
async function storeAccount(
  parts: PaymentAccountParts,
  storeId: string,
  request: PaymentAccountRequest,
  { at: verifiedAt, account }: Verification,
  by: Methods,
  audit: AuditPayments,
): Promise<PaymentAccountSet> {
  const { db, credentialsKey } = parts;
  return inTransaction(db, async (client): Promise<PaymentAccountSet> => {
    if (!(await paymentStoreLock(client, storeId))) return refuseAccount('STORE_NOT_FOUND');
    const before = await paymentAccountFindOf(client, storeId, request.provider);
    const wanted = wantedOf(parts, storeId, request, before);
    if (!wanted.ok) return wanted;
    const { provider, isSame } = wanted;
    const { accountId, settings, credentials } = wanted.account;
    const blocked = await blockedIn(client, storeId, provider, accountId, by);
    if (blocked) return blocked;
    // After a change of account no webhook has arrived yet.
    const isSameAccount = isSame || (account !== null && account === before?.account);
    await paymentAccountUpsert(client, {
      accountId,
      storeId,
      provider,
      settings,
      verifiedAt,
      credentials: seal(credentialsKey, accountId, credentials),
      account: account ?? (isSame ? (before?.account ?? null) : null),
      firstWebhookAt: isSameAccount ? (before?.firstWebhookAt ?? null) : null,
    });
    for (const method of by.methods) await paymentMethodSet(client, storeId, method, accountId);
    const action = verifiedAt ? 'payments_changed' : 'payments_saved_unverified';
    await audit(client, { storeId, action, detail: [provider, ...by.methods].join(' ') });
    return { ok: true, accountId, verified: verifiedAt !== null };
  });
}

/** An account with its provider. `sealed`: its credentials as stored. */
export type StoredAccount = PaymentAccount & {
  readonly provider: PaymentProviderName;
  readonly sealed: Buffer | null;
  readonly isVerified: boolean;
  readonly firstWebhookAt: Date | null;
};

/** An account with unsealed credentials; undefined: there is none. */
export async function paymentAccountOf(
  { db, credentialsKey }: PaymentAccountParts,
  accountId: string,
): Promise<StoredAccount | undefined> {
  const row = await paymentAccountFind(db, accountId);
  if (!row || !isPaymentProvider(row.provider)) return undefined;
  const { provider, credentials: sealed, verifiedAt, firstWebhookAt } = row;
  return { ...opened(credentialsKey, row), provider, sealed, isVerified: verifiedAt !== null, firstWebhookAt };
}

/** Removes a payment method from a store; started payments continue. False: the store did not offer it. */
export const removePaymentMethod = (
  { db }: Pick<PaymentAccountParts, 'db'>,
  storeId: string,
  method: PaymentMethod,
  audit: Audit<'payments_changed'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const isRemoved = await paymentMethodDelete(client, storeId, method);
    if (isRemoved) await audit(client, { storeId, action: 'payments_changed', detail: `- ${method}` });
    return isRemoved;
  });

const opened = (key: Buffer, { accountId, storeId, settings, credentials }: PaymentAccountRow): PaymentAccount => ({
  accountId,
  storeId,
  settings,
  credentials: openCredentials(key, accountId, credentials),
});
