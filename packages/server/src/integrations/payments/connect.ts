import type { PaymentMethod } from '@retoma/commerce';
import type { Clock } from '../../platform/clock.ts';
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
  accountForms,
  paymentProviderNames,
  type PaymentProviderName,
  type PaymentProviders,
} from '../../payments/index.ts';
import type { AccountVerified, PaymentAccount } from '../../payments/provider.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { isEqualJson } from '../equal-json.ts';
import { holdChange, requestIn, type ChangeActor } from './pending-payment-change.ts';
import type { PaymentAccountRefusal } from './codes.ts';

/** What the verbs of this file work with. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type PaymentAccountParts = { db: Database; credentialsKey: Buffer };

/** The same, where providers are asked. */
export type VerifyingParts = PaymentAccountParts & { clock: Clock; payments: PaymentProviders };

/** An account as it is asked for. Settings or credentials that are left out stay as they are. */
export type PaymentAccountRequest = {
  provider: string;
  settings?: unknown;
  credentials?: unknown;
  /** The ways of paying that go through it from now on; the others of the store stay where they are. */
  methods: readonly PaymentMethod[];
};

/**
 * The result. `waitsUntil`: nothing is changed before then (AUT10). `issues`: which member is wrong and why, in English; never what was
 * given. With METHOD_OF_OTHER_ACCOUNT: the method and the provider that takes it. `reason`: why the provider did not accept the account, a
 * code of `accountReasons`.
 */
export type PaymentAccountSet =
  | { ok: true; accountId: string; verified: boolean; waitsUntil?: Date }
  | { ok: false; code: PaymentAccountRefusal; issues: readonly string[]; reason?: string };

const refuseAccount = (code: PaymentAccountRefusal, issues: readonly string[] = []): PaymentAccountSet & { ok: false } => ({
  ok: false,
  code,
  issues,
});

/** Writes a change into the log of activity, in the transaction that stores it. */
export type NotePayments = (client: Queryable, change: { verified: boolean; detail: string }) => Promise<void>;

/** What the provider said of the credentials that are stored; `at` null: it did not accept them, or was not asked. */
type Verification = { readonly at: Date | null; readonly account: string | null };

/** The methods that go through an account, and how they come there. */
type Methods = {
  readonly methods: readonly PaymentMethod[];
  /** The one method that leaves another account; `any`: whichever another account has. */
  readonly move: PaymentMethod | 'any' | undefined;
};

/**
 * COM15: makes or changes the account that a store has with a provider, once the provider accepted it. `move`: the one method that
 * leaves the account which takes it now. `saveAnyway`: stores the account as not verified, and asks nothing. `actor`: a change of
 * where the money goes waits (AUT10); without one it does not. No connection to the database is held while the provider is asked.
 */
export async function connectVerifiedAccount(
  parts: VerifyingParts,
  storeId: string,
  request: PaymentAccountRequest & { move?: PaymentMethod | undefined; saveAnyway?: boolean | undefined },
  signal: AbortSignal,
  { note, actor }: { note?: NotePayments | undefined; actor?: ChangeActor | undefined } = {},
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
    const isHeld = !isSame && wanted.provider !== 'sandbox' && (await storeHasReceived(db, storeId));
    if (!actor || !isHeld) return storeAccount(parts, storeId, request, verification, by, note);
    const held: HeldRequest = {
      request,
      verification: { ...verification, at: verification.at?.getTime() ?? null },
      by,
    };
    const waitsUntil = await holdChange(parts, { storeId, provider, request: held }, actor);
    return { ok: true, accountId: wanted.account.accountId, verified: verification.at !== null, waitsUntil };
  };
  if (saveAnyway) return finish(completed, { at: null, account: null });
  // Asking is useless where the answer could not be stored.
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

/** A change that waits, as it is sealed. Instants in milliseconds. */
type HeldRequest = {
  readonly request: PaymentAccountRequest;
  readonly verification: { readonly at: number | null; readonly account: string | null };
  readonly by: Methods;
};

/**
 * AUT10: makes a change that has waited. It is deleted in the transaction that makes it, so that of two workers one does. A change that
 * cannot be made any more is deleted as well.
 */
export async function applyChange(
  parts: PaymentAccountParts,
  change: PendingPaymentChange,
  note: NotePayments,
): Promise<PaymentAccountSet | undefined> {
  const { storeId, changeId } = change;
  const held = requestIn(parts, change) as HeldRequest | undefined;
  if (!held) {
    await pendingPaymentChangeDelete(parts.db, changeId);
    return undefined;
  }
  const { request, verification, by } = held;
  const at = verification.at === null ? null : new Date(verification.at);
  const applied = await storeAccount(parts, storeId, request, { ...verification, at }, by, async (client, changed) => {
    if (!(await pendingPaymentChangeDelete(client, changeId))) throw new ChangeAlreadyApplied();
    await note(client, changed);
  }).catch((error: unknown) => {
    if (error instanceof ChangeAlreadyApplied) return undefined;
    throw error;
  });
  if (applied && !applied.ok) await pendingPaymentChangeDelete(parts.db, changeId);
  return applied;
}

/** Another worker was faster, or an owner cancelled. */
class ChangeAlreadyApplied extends Error {}

/**
 * Makes or changes an account, with all methods that are named, whichever account has them now. Asks nothing of the provider: the account
 * is stored as not verified.
 */
export const setPaymentAccount = (
  parts: PaymentAccountParts,
  storeId: string,
  request: PaymentAccountRequest,
): Promise<PaymentAccountSet> =>
  storeAccount(parts, storeId, request, { at: null, account: null }, { methods: request.methods, move: 'any' });

/** What came of asking whether an account works; false: the store has no such account. */
export type PaymentAccountTested = { ok: true; verified: AccountVerified } | { ok: false; code: 'ACCOUNT_NOT_FOUND' };

/** COM15: asks the provider of an account whether it accepts it, and stores its answer. No money moves. */
export async function testPaymentAccount(
  { db, credentialsKey, clock, payments }: VerifyingParts,
  storeId: string,
  accountId: string,
  signal: AbortSignal,
): Promise<PaymentAccountTested> {
  const row = await paymentAccountFind(db, accountId);
  if (row?.storeId !== storeId || !isProvider(row.provider)) return { ok: false, code: 'ACCOUNT_NOT_FOUND' };
  const verified = await payments[row.provider].verify(opened(credentialsKey, row), signal);
  if (verified.outcome === 'ok') {
    await paymentAccountSetVerified(db, row, clock(), verified.account.slice(0, 200) || null);
  } else await paymentAccountSetLastError(db, accountId, verified.reason.slice(0, 200));
  return { ok: true, verified };
}

/** An account as it would be stored. `isSame`: the one before has the same settings and credentials. */
type WantedAccount = { ok: true; provider: PaymentProviderName; account: PaymentAccount; isSame: boolean };

/** Checks a request against what its provider asks for. What is left out is taken from `before`. */
function wantedOf(
  { credentialsKey }: PaymentAccountParts,
  storeId: string,
  { provider, settings, credentials, methods }: PaymentAccountRequest,
  before: PaymentAccountRow | undefined,
): WantedAccount | (PaymentAccountSet & { ok: false }) {
  if (!isProvider(provider)) return refuseAccount('UNKNOWN_PROVIDER');
  const form = accountForms[provider];
  const cannot = methods.filter((method) => !(form.methods as readonly PaymentMethod[]).includes(method));
  if (cannot.length > 0) return refuseAccount('METHOD_NOT_SUPPORTED', cannot);
  const known = before && opened(credentialsKey, before).credentials;
  const seen = form.settings.safeParse(settings ?? before?.settings ?? {});
  if (!seen.success) return refuseAccount('WRONG_SETTINGS', issuesOf(seen.error));
  const unseen = form.credentials.safeParse(credentials ?? known ?? {});
  if (!unseen.success) return refuseAccount('WRONG_CREDENTIALS', issuesOf(unseen.error));
  const account = {
    accountId: before?.accountId ?? newId(),
    storeId,
    settings: seen.data,
    credentials: unseen.data as Record<string, unknown>,
  };
  const isSame = isEqualJson(account.settings, before?.settings) && isEqualJson(account.credentials, known);
  return { ok: true, provider, account, isSame };
}

/** Why an account cannot be stored, whatever its provider says of it; undefined: it can. */
async function blockedIn(
  client: Queryable,
  storeId: string,
  provider: PaymentProviderName,
  accountId: string,
  { methods, move }: Methods,
): Promise<(PaymentAccountSet & { ok: false }) | undefined> {
  const store = await storeFind(client, storeId);
  if (!store) return refuseAccount('STORE_NOT_FOUND');
  if (provider === 'sandbox' && store.live) return refuseAccount('SANDBOX_IN_LIVE_STORE');
  if (move === 'any') return undefined;
  const assigned = (await paymentMethodList(client, storeId)).filter(
    (one) => one.accountId !== accountId && one.method !== move && methods.includes(one.method),
  );
  if (assigned.length === 0) return undefined;
  return refuseAccount(
    'METHOD_OF_OTHER_ACCOUNT',
    assigned.map((one) => `${one.method}: ${one.provider}`),
  );
}

/** Stores an account: one for each provider, so that payments of before are asked about with the credentials of now. */
async function storeAccount(
  parts: PaymentAccountParts,
  storeId: string,
  request: PaymentAccountRequest,
  { at: verifiedAt, account }: Verification,
  by: Methods,
  note?: NotePayments,
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
    // The webhooks of another account there have yet to come.
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
    await note?.(client, { verified: verifiedAt !== null, detail: [provider, ...by.methods].join(' ') });
    return { ok: true, accountId, verified: verifiedAt !== null };
  });
}

/** An account with its provider. `sealed`: its credentials as they are stored. */
export type StoredAccount = PaymentAccount & {
  readonly provider: PaymentProviderName;
  readonly sealed: Buffer | null;
  readonly isVerified: boolean;
  readonly firstWebhookAt: Date | null;
};

/** An account with what a provider needs of it; undefined where there is none. */
export async function paymentAccountOf(
  { db, credentialsKey }: PaymentAccountParts,
  accountId: string,
): Promise<StoredAccount | undefined> {
  const row = await paymentAccountFind(db, accountId);
  if (!row || !isProvider(row.provider)) return undefined;
  const { provider, credentials: sealed, verifiedAt, firstWebhookAt } = row;
  return { ...opened(credentialsKey, row), provider, sealed, isVerified: verifiedAt !== null, firstWebhookAt };
}

/** Takes a way of paying away from a store; payments that were begun continue. False where it did not offer it. */
export const removePaymentMethod = (
  { db }: Pick<PaymentAccountParts, 'db'>,
  storeId: string,
  method: PaymentMethod,
  audit?: (client: Queryable) => Promise<void>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const isRemoved = await paymentMethodDelete(client, storeId, method);
    if (isRemoved) await audit?.(client);
    return isRemoved;
  });

const isProvider = (name: string): name is PaymentProviderName =>
  (paymentProviderNames as readonly string[]).includes(name);

/** Credentials that do not open, because the server's secret is another one, are none: the provider calls the account broken. */
function opened(key: Buffer, { accountId, storeId, settings, credentials }: PaymentAccountRow): PaymentAccount {
  const plain = credentials && unseal(key, accountId, credentials);
  return { accountId, storeId, settings, credentials: (plain ?? {}) as Record<string, unknown> };
}

const issuesOf = (error: { issues: { path: PropertyKey[]; message: string }[] }): string[] =>
  error.issues.map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '));
