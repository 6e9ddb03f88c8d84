import type { Audit } from '../../../http/audit-actions.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { freightSettingsFind, noFreightSettings } from '../../../stores/queries/freight-settings.ts';
import {
  freightAccountDelete,
  freightAccountFindOf,
  freightAccountUpsert,
  type FreightAccountRow,
} from '../../freight/queries/freight-accounts.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { freightProvider, isFreightProvider, type FreightProviderName } from '../../freight/index.ts';
import type { FreightAccount, FreightProblem, FreightSession, QuoteRequest } from '../../freight/provider.ts';
import { seal } from '../../../base/crypto/seal.ts';
import { connectAccount, type AccountKind, type CheckedAccount, type ConnectRefused } from '../connect.ts';
import { refusedAnew, sessionIn, type FreightAnswer, type FreightCallDeps } from './call-freight.ts';
import type { FreightAccountRefusal } from './codes.ts';

/** A request to connect an account. Omitted settings are kept; so are omitted credentials, and those set to null are deleted. */
export type FreightAccountRequest = {
  readonly provider: string;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly credentials?: Readonly<Record<string, unknown>> | undefined;
  /** Stores the account as not verified, without calling the provider. */
  readonly saveAnyway?: boolean | undefined;
};

/** The result. `reason`: a code of `freightReasons`. */
export type FreightAccountSet =
  { ok: true; accountId: string; verified: boolean } | ConnectRefused<FreightAccountRefusal>;

/** COM33: creates or changes a store's account at a freight provider, after a quote with it succeeded. */
export async function connectFreightAccount(
  deps: FreightCallDeps,
  storeId: string,
  request: FreightAccountRequest,
  signal: AbortSignal,
  audit: Audit<'freight_account_changed'>,
): Promise<FreightAccountSet> {
  const { provider } = request;
  if (!isFreightProvider(provider)) return { ok: false, code: 'UNKNOWN_PROVIDER', issues: [] };
  const kind = freightKind(deps, { ...request, provider }, audit);
  const connected = await connectAccount(deps, storeId, { ...request, keepsCredentials: true }, kind, signal);
  if (!connected.ok) return connected;
  return { ok: true, accountId: connected.account.id, verified: connected.verified !== null };
}

/** The session that a provider accepted; null: it has none. */
type AcceptedSession = { readonly session: FreightSession | null };

function freightKind(
  deps: FreightCallDeps,
  request: FreightAccountRequest & { readonly provider: FreightProviderName },
  audit: Audit<'freight_account_changed'>,
): AccountKind<FreightAccountRow, AcceptedSession> {
  const { clock, credentialsKey } = deps;
  const { provider } = request;
  const definition = freightProvider(provider);
  // New credentials need a new session: an owner who pastes a token means that one.
  const hasNewCredentials = Object.keys(request.credentials ?? {}).length > 0;
  const firstSession = ({ before, settings, credentials }: CheckedAccount<FreightAccountRow>): FreightSession | null =>
    (before && !hasNewCredentials ? sessionIn(credentialsKey, before) : null) ??
    definition.firstSession?.({ settings, credentials }, clock()) ??
    null;
  return {
    form: definition.form,
    isSimulated: false,
    find: (client, storeId) => freightAccountFindOf(client, storeId, provider),
    idOf: ({ accountId }) => accountId,
    async verify(account, signal) {
      const place = { provider, storeId: account.store.storeId };
      const verified = await verify(deps, place, account, firstSession(account), signal);
      if (!('outcome' in verified)) return { ok: true, verified };
      const code = verified.outcome === 'refused' ? 'CREDENTIALS_REFUSED' : 'PROVIDER_UNREACHABLE';
      return { ok: false, code, issues: [], reason: verified.reason };
    },
    async write(client, account, accepted) {
      const { id: accountId, store, settings, sealed: credentials } = account;
      const { storeId } = store;
      const session = accepted ? accepted.session : firstSession(account);
      await freightAccountUpsert(client, {
        accountId,
        storeId,
        provider,
        settings: { ...settings },
        credentials,
        session: session && seal(credentialsKey, accountId, session),
        verifiedAt: accepted ? new Date(clock()) : null,
        renewAt: session?.renewAt ?? null,
      });
      await audit(client, { storeId, action: 'freight_account_changed', detail: provider });
    },
  };
}

/** A CEP that every carrier serves: the cathedral of São Paulo. */
const everywhere = '01001000';

/** Whether a provider quotes the usual box with an account; the session that it accepted, or why it does not work. */
async function verify(
  { db, freight }: FreightCallDeps,
  { provider, storeId }: { provider: FreightProviderName; storeId: string },
  { settings, credentials }: FreightAccount,
  session: FreightSession | null,
  signal: AbortSignal,
): Promise<AcceptedSession | FreightProblem> {
  const { origin, weight, width, height, length } = (await freightSettingsFind(db, storeId)) ?? noFreightSettings;
  const box = { weight, width, height, length };
  const parcel = { lines: [{ ...box, quantity: 1, price: 5_000 }], box, value: 5_000, isEstimated: false };
  const request: QuoteRequest = { from: origin ?? everywhere, to: everywhere, parcel };
  const account = { settings, credentials };
  const called = freight[provider];
  const first = await called.quote(account, session, request, signal);
  if (first.outcome !== 'expired') return provenBy(first, session);
  const renewed = await called.renew?.(account, session, signal);
  if (renewed?.outcome !== 'renewed') return renewed ?? { outcome: 'refused', reason: 'ACCESS_TOKEN' };
  const second = await called.quote(account, renewed.session, request, signal);
  return second.outcome === 'expired' ? refusedAnew(second) : provenBy(second, renewed.session);
}

/** What the answer to the usual box says of an account; one that offers nothing to a place that is served everywhere does not work. */
function provenBy(answer: FreightAnswer, session: FreightSession | null): AcceptedSession | FreightProblem {
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
