import type { Audit } from '../../audit/audit-actions.ts';
import type { Database } from '../../db/pool.ts';
import { freightSettingsFind, noFreightSettings } from '../../db/queries/stores/freight-settings.ts';
import {
  freightAccountDelete,
  freightAccountFindOf,
  freightAccountUpsert,
  type FreightAccountRow,
} from '../../db/queries/stores/freight-accounts.ts';
import { storeFind } from '../../db/queries/stores/stores.ts';
import { inTransaction } from '../../db/transaction.ts';
import { freightProvider, isFreightProvider, type FreightProviderName } from '../../freight/index.ts';
import type { FreightAccount, FreightProblem, FreightSession, QuoteRequest } from '../../freight/provider.ts';
import { newId } from '../../platform/ids.ts';
import { mergeCredentials } from '../../crypto/open-credentials.ts';
import { seal } from '../../crypto/seal.ts';
import { checkForm } from '../check-form.ts';
import { openedAccount, refusedAnew, sessionIn, type FreightAnswer, type FreightCallParts } from './call-freight.ts';
import type { FreightAccountRefusal } from './codes.ts';

/** A request to connect an account. Omitted settings are kept; so are omitted credentials, and those set to null are deleted. */
export type FreightAccountRequest = {
  readonly provider: string;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly credentials?: Readonly<Record<string, unknown>> | undefined;
  /** Stores the account as not verified, without calling the provider. */
  readonly saveAnyway?: boolean | undefined;
};

/** The result. `issues`: the invalid members and why, in English, without the input. `reason`: a code of `freightReasons`. */
export type FreightAccountSet =
  | { ok: true; accountId: string; verified: boolean }
  | { ok: false; code: FreightAccountRefusal; issues: readonly string[]; reason?: string };

const refuse = (code: FreightAccountRefusal, reason?: string): FreightAccountSet => ({
  ok: false,
  code,
  issues: [],
  ...(reason !== undefined && { reason }),
});

/** COM33: creates or changes a store's account at a freight provider, after a quote with it succeeded. */
export async function connectFreightAccount(
  parts: FreightCallParts,
  storeId: string,
  request: FreightAccountRequest,
  signal: AbortSignal,
  audit: Audit<'freight_account_changed'>,
): Promise<FreightAccountSet> {
  const { db, clock, credentialsKey } = parts;
  const { provider, settings } = request;
  if (!isFreightProvider(provider)) return refuse('UNKNOWN_PROVIDER');
  const definition = freightProvider(provider);
  const before = await freightAccountFindOf(db, storeId, provider);
  const stored = before && openedAccount(credentialsKey, before);
  const merged = mergeCredentials(stored?.credentials ?? {}, request.credentials);
  const checked = checkForm(definition.form, { settings, credentials: merged }, stored);
  if (!checked.ok) return { ...checked, ok: false };
  const account: FreightAccount = { settings: checked.settings, credentials: checked.credentials };
  // New credentials need a new session: an owner who pastes a token means that one.
  const hasNewCredentials = merged !== undefined || !before;
  const known = hasNewCredentials ? null : sessionIn(credentialsKey, before);
  const first = known ?? definition.firstSession?.(account, clock()) ?? null;
  const verified = request.saveAnyway
    ? ({ session: first } as const)
    : await verify(parts, { provider, storeId }, account, first, signal);
  if ('outcome' in verified)
    return refuse(verified.outcome === 'refused' ? 'CREDENTIALS_REFUSED' : 'PROVIDER_UNREACHABLE', verified.reason);
  const accountId = before?.accountId ?? newId(storeId);
  return storeAccount(
    parts,
    { accountId, storeId, provider, account, session: verified.session, isVerified: !request.saveAnyway },
    audit,
  );
}

/** Writes an account, unless the store is gone or has example data. */
function storeAccount(
  { db, clock, credentialsKey }: FreightCallParts,
  {
    accountId,
    storeId,
    provider,
    account,
    session,
    isVerified,
  }: Pick<FreightAccountRow, 'accountId' | 'storeId' | 'provider'> & {
    account: FreightAccount;
    session: FreightSession | null;
    isVerified: boolean;
  },
  audit: Audit<'freight_account_changed'>,
): Promise<FreightAccountSet> {
  return inTransaction(db, async (client) => {
    const store = await storeFind(client, storeId);
    if (!store) return refuse('STORE_NOT_FOUND');
    if (store.exampleOf !== null) return refuse('EXAMPLE_STORE');
    await freightAccountUpsert(client, {
      accountId,
      storeId,
      provider,
      settings: { ...account.settings },
      credentials: seal(credentialsKey, accountId, account.credentials),
      session: session && seal(credentialsKey, accountId, session),
      verifiedAt: isVerified ? new Date(clock()) : null,
      renewAt: session?.renewAt ?? null,
    });
    await audit(client, { storeId, action: 'freight_account_changed', detail: provider });
    return { ok: true, accountId, verified: isVerified };
  });
}

/** A CEP that every carrier serves: the cathedral of São Paulo. */
const everywhere = '01001000';

/** Whether a provider quotes the usual box with an account; the session that it accepted, or why it does not work. */
async function verify(
  { db, freight }: FreightCallParts,
  { provider, storeId }: { provider: FreightProviderName; storeId: string },
  account: FreightAccount,
  session: FreightSession | null,
  signal: AbortSignal,
): Promise<{ session: FreightSession | null } | FreightProblem> {
  const { origin, weight, width, height, length } = (await freightSettingsFind(db, storeId)) ?? noFreightSettings;
  const box = { weight, width, height, length };
  const parcel = { lines: [{ ...box, quantity: 1, price: 5_000 }], box, value: 5_000, isEstimated: false };
  const request: QuoteRequest = { from: origin ?? everywhere, to: everywhere, parcel };
  const called = freight[provider];
  const first = await called.quote(account, session, request, signal);
  if (first.outcome !== 'expired') return provenBy(first, session);
  const renewed = await called.renew?.(account, session, signal);
  if (renewed?.outcome !== 'renewed') return renewed ?? { outcome: 'refused', reason: 'ACCESS_TOKEN' };
  const second = await called.quote(account, renewed.session, request, signal);
  return second.outcome === 'expired' ? refusedAnew(second) : provenBy(second, renewed.session);
}

/** What the answer to the usual box says of an account; one that offers nothing to a place that is served everywhere does not work. */
function provenBy(
  answer: FreightAnswer,
  session: FreightSession | null,
): { session: FreightSession | null } | FreightProblem {
  if (answer.outcome !== 'quoted') return answer;
  return answer.services.length > 0 ? { session } : { outcome: 'refused', reason: 'NO_SERVICE' };
}

/** Removes an account; placed orders keep what it quoted. False: the store has none of that id. */
export const removeFreightAccount = (
  db: Database,
  storeId: string,
  accountId: string,
  audit: Audit<'freight_account_changed'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const isRemoved = await freightAccountDelete(client, storeId, accountId);
    if (isRemoved) await audit(client, { storeId, action: 'freight_account_changed' });
    return isRemoved;
  });
