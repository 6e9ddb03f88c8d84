import type { PaymentMethod } from '@retoma/commerce';
import type { Clock } from '../../../base/clock.ts';
import type { Audit } from '../../../http/audit-actions.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
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
} from '../../payments/queries/payment-accounts.ts';
import {
  pendingPaymentChangeDelete,
  storeHasReceived,
  type PendingPaymentChange,
} from '../../payments/queries/pending-payment-changes.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import {
  isPaymentProvider,
  paymentProvider,
  simulatedProviderNames,
  type PaymentProviderName,
  type PaymentProviders,
} from '../../payments/index.ts';
import type { AccountVerified } from '../../payments/provider.ts';
import {
  storeAccount,
  verifyAccount,
  type AccountKind,
  type AccountStorage,
  type CheckedAccount,
  type ConnectDeps,
  type ConnectRefused,
  type ConnectRequest,
  type ProviderRefusal,
  type VerifiedAccount,
} from '../connect.ts';
import { openAccount } from './load-account.ts';
import { holdChange, requestIn } from './pending-payment-change.ts';
import type { PaymentAccountRefusal } from './codes.ts';
import { storeFallback, type Fallback } from './set-fallback.ts';

/** The dependencies of functions that call providers. */
export type VerifyingDeps = ConnectDeps & { clock: Clock; payments: PaymentProviders };

/** A request to connect an account. */
export type PaymentAccountRequest = ConnectRequest & {
  readonly provider: string;
  /** The payment methods to assign to the account; the store's other methods keep their accounts. */
  readonly methods: readonly PaymentMethod[];
  /** The one method that is moved from its current account. */
  readonly move?: PaymentMethod | undefined;
};

/**
 * The result. `waitsUntil`: when the change takes effect (AUT10); absent: at once. `issues` with METHOD_OF_OTHER_ACCOUNT: the method and the
 * provider that has it. `reason`: a code of `accountReasons`.
 */
export type PaymentAccountSet =
  { ok: true; accountId: string; verified: boolean; waitsUntil?: Date } | ConnectRefused<PaymentAccountRefusal>;

/** Audits a payment account that is stored. */
export type AuditPayments = Audit<'payments_changed' | 'payments_saved_unverified'>;

/** The provider's verification of the stored credentials. */
type Verification = { readonly at: Date; readonly account: string | null };

/** The payment methods of an account, and which of them may be taken from other accounts. */
type Methods = {
  readonly methods: readonly PaymentMethod[];
  /** The one method that is moved from another account. */
  readonly move: PaymentMethod | undefined;
};

/**
 * COM15: creates or changes a store's account at a provider, after the provider accepted it. `userId`: the user for whom a change of the
 * account that gets the money is pending at first (AUT10); undefined: it takes effect at once.
 */
export async function connectPaymentAccount(
  deps: VerifyingDeps,
  storeId: string,
  request: PaymentAccountRequest,
  signal: AbortSignal,
  audit: Audit<'payments_changed' | 'payments_saved_unverified' | 'payments_change_waits'>,
  userId?: string,
): Promise<PaymentAccountSet> {
  const { provider, move } = request;
  const methods = move === undefined ? request.methods : [...request.methods, move];
  if (!isPaymentProvider(provider)) return unknownProvider;
  const by = { methods, move };
  const kind: PaymentKind = {
    ...paymentStorage(provider, by, audit),
    verify: (account, signal) => verify(deps, provider, account, signal),
  };
  const prepared = await verifyAccount(deps, storeId, request, kind, signal);
  if (!prepared.ok) return prepared;
  const { account, verified } = prepared;
  if (userId === undefined || !(await mustWait(deps, storeId, kind, prepared)))
    return toResult(await storeAccount(deps, storeId, account, kind, verified));
  const { settings, credentials } = account;
  const held: HeldRequest = {
    request: { provider, settings, credentials, methods },
    verification: { account: verified?.account ?? null, at: verified?.at.getTime() ?? null },
    by,
  };
  const waitsUntil = await holdChange(deps, { storeId, provider, request: held, userId }, audit);
  return { ok: true, accountId: account.id, verified: verified !== null, waitsUntil };
}

const unknownProvider = { ok: false, code: 'UNKNOWN_PROVIDER', issues: [] } as const;

type PaymentKind = AccountKind<PaymentAccountRow, Verification, PaymentAccountRefusal>;

const toResult = (
  stored: VerifiedAccount<PaymentAccountRow, Verification> | ConnectRefused<PaymentAccountRefusal>,
): PaymentAccountSet =>
  stored.ok ? { ok: true, accountId: stored.account.id, verified: stored.verified !== null } : stored;

/** AUT10: whether the money of a store that has received some would go to another account. */
async function mustWait(
  { db }: Pick<ConnectDeps, 'db'>,
  storeId: string,
  { isSimulated }: Pick<PaymentKind, 'isSimulated'>,
  { account: { isSame, before }, verified }: VerifiedAccount<PaymentAccountRow, Verification>,
): Promise<boolean> {
  if (isSimulated || isSameAccount(isSame, before, verified)) return false;
  return storeHasReceived(db, storeId, simulatedProviderNames);
}

const isSameAccount = (
  isSame: boolean,
  before: PaymentAccountRow | undefined,
  verified: Verification | null,
): boolean => isSame || (verified !== null && verified.account !== null && verified.account === before?.account);

/** A pending change, as sealed. Times in milliseconds since 1970. */
type HeldRequest = {
  readonly request: Pick<PaymentAccountRequest, 'provider' | 'settings' | 'credentials' | 'methods'>;
  readonly verification: { readonly at: number | null; readonly account: string | null };
  readonly by: Methods;
};

/**
 * AUT10: applies a pending change. The same transaction deletes it, so that only one of two workers applies it. A change that cannot be
 * applied any more is deleted too.
 */
export async function applyChange(
  deps: ConnectDeps,
  change: PendingPaymentChange,
  audit: Audit<'payments_changed'>,
): Promise<Pick<PaymentAccountSet, 'ok'> | undefined> {
  const { storeId, changeId } = change;
  const held = requestIn(deps, change) as HeldRequest | { readonly fallback: Fallback } | undefined;
  if (!held) {
    await pendingPaymentChangeDelete(deps.db, changeId);
    return undefined;
  }
  // A confirmed change is one of the payments, verified or not.
  const auditApplied: AuditPayments = async (client, entry) => {
    if (!(await pendingPaymentChangeDelete(client, changeId))) throw new ChangeAlreadyApplied();
    await audit(client, { ...entry, action: 'payments_changed' });
  };
  const applied = await storeHeld(deps, storeId, held, auditApplied).catch((error: unknown) => {
    if (error instanceof ChangeAlreadyApplied) return undefined;
    throw error;
  });
  if (applied && !applied.ok) await pendingPaymentChangeDelete(deps.db, changeId);
  return applied;
}

function storeHeld(
  deps: ConnectDeps,
  storeId: string,
  held: HeldRequest | { readonly fallback: Fallback },
  audit: AuditPayments,
): Promise<Pick<PaymentAccountSet, 'ok'>> {
  if ('fallback' in held) return storeFallback(deps, storeId, held.fallback, audit);
  const { request, verification, by } = held;
  const { at, account } = verification;
  if (!isPaymentProvider(request.provider)) return Promise.resolve(unknownProvider);
  const storage = paymentStorage(request.provider, by, audit);
  return storeAccount(deps, storeId, request, storage, at === null ? null : { at: new Date(at), account });
}

/** Another worker applied the change, or an owner cancelled it. */
class ChangeAlreadyApplied extends Error {}

/** The result of testing an account. `ACCOUNT_NOT_FOUND`: the store has no such account. */
export type PaymentAccountTested = { ok: true; verified: AccountVerified } | { ok: false; code: 'ACCOUNT_NOT_FOUND' };

/** COM15: verifies an account at its provider and stores the result. No money moves. */
export async function testPaymentAccount(
  { db, credentialsKey, clock, payments }: VerifyingDeps,
  storeId: string,
  accountId: string,
  signal: AbortSignal,
): Promise<PaymentAccountTested> {
  const row = await paymentAccountFind(db, accountId);
  if (row?.storeId !== storeId || !isPaymentProvider(row.provider)) return { ok: false, code: 'ACCOUNT_NOT_FOUND' };
  const verified = await payments[row.provider].verify(openAccount(credentialsKey, row), signal);
  if (verified.outcome === 'ok') {
    await paymentAccountSetVerified(db, row, clock(), verified.account.slice(0, 200) || null);
  } else await paymentAccountSetLastError(db, accountId, verified.reason.slice(0, 200));
  return { ok: true, verified };
}

/** How accounts at a provider are stored. A store has one for each, so earlier payments are looked up with the current credentials. */
function paymentStorage(
  provider: PaymentProviderName,
  by: Methods,
  audit: AuditPayments,
): AccountStorage<PaymentAccountRow, Verification, PaymentAccountRefusal> {
  const { form, isSimulated } = paymentProvider(provider);
  return {
    form,
    isSimulated,
    find: (client, storeId) => paymentAccountFindOf(client, storeId, provider),
    idOf: ({ accountId }) => accountId,
    lock: paymentStoreLock,
    blocked: (client, account) => blockedIn(client, account, provider, by),
    async write(client, { id: accountId, store, before, isSame, settings, sealed: credentials }, verified) {
      const { storeId } = store;
      await paymentAccountUpsert(client, {
        accountId,
        storeId,
        provider,
        settings: { ...settings },
        credentials,
        verifiedAt: verified?.at ?? null,
        account: verified?.account ?? (isSame ? (before?.account ?? null) : null),
        // After a change of account no webhook has arrived yet.
        firstWebhookAt: isSameAccount(isSame, before, verified) ? (before?.firstWebhookAt ?? null) : null,
      });
      for (const method of by.methods) await paymentMethodSet(client, storeId, method, accountId);
      const action = verified ? 'payments_changed' : 'payments_saved_unverified';
      await audit(client, { storeId, action, detail: [provider, ...by.methods].join(' ') });
    },
  };
}

async function verify(
  { db, clock, payments }: VerifyingDeps,
  provider: PaymentProviderName,
  { id: accountId, store: { storeId }, before, isSame, settings, credentials }: CheckedAccount<PaymentAccountRow>,
  signal: AbortSignal,
): Promise<{ ok: true; verified: Verification } | ConnectRefused<ProviderRefusal>> {
  const verified = await payments[provider].verify({ accountId, storeId, settings, credentials }, signal);
  if (verified.outcome === 'ok')
    return { ok: true, verified: { at: new Date(clock()), account: verified.account.slice(0, 200) || null } };
  if (before && isSame) await paymentAccountSetLastError(db, accountId, verified.reason.slice(0, 200));
  const code = verified.outcome === 'refused' ? 'CREDENTIALS_REFUSED' : 'PROVIDER_UNREACHABLE';
  return { ok: false, code, issues: [], reason: verified.reason };
}

/** Why an account cannot be stored, even if its provider accepts it; undefined: it can. */
async function blockedIn(
  client: Queryable,
  { id: accountId, store: { storeId, live } }: CheckedAccount<PaymentAccountRow>,
  provider: PaymentProviderName,
  { methods, move }: Methods,
): Promise<ConnectRefused<PaymentAccountRefusal, never> | undefined> {
  const { isSimulated, methods: supported } = paymentProvider(provider);
  const cannot = methods.filter((method) => !supported.includes(method));
  if (cannot.length > 0) return { ok: false, code: 'METHOD_NOT_SUPPORTED', issues: cannot };
  if (isSimulated && live) return { ok: false, code: 'SANDBOX_IN_LIVE_STORE', issues: [] };
  // COM15: a real account takes methods over from the simulator.
  const isFree = (taker: string): boolean => !isSimulated && simulatedProviderNames.some((name) => name === taker);
  const assigned = (await paymentMethodList(client, storeId)).filter(
    (one) =>
      one.accountId !== accountId && one.method !== move && methods.includes(one.method) && !isFree(one.provider),
  );
  if (assigned.length === 0) return undefined;
  const issues = assigned.map((one) => `${one.method}: ${one.provider}`);
  return { ok: false, code: 'METHOD_OF_OTHER_ACCOUNT', issues };
}

/** Removes a payment method from a store; started payments continue. False: the store did not offer it. */
export const removePaymentMethod = (
  { db }: Pick<ConnectDeps, 'db'>,
  storeId: string,
  method: PaymentMethod,
  audit: Audit<'payments_changed'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const isRemoved = await paymentMethodDelete(client, storeId, method);
    if (isRemoved) await audit(client, { storeId, action: 'payments_changed', detail: `- ${method}` });
    return isRemoved;
  });
