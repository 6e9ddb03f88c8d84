// Calls a freight provider with an account's current token.
//
// INV1. No database connection is held during a call.
// INV2. Only one process renews a token at a time: some providers invalidate the earlier refresh token. Within a process, requests wait
//     for the same renewal.
// INV3. A new token is stored before it is used, so that a crash loses no refresh token that was received.
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import {
  freightSessionReserve,
  freightSessionSet,
  type FreightAccountRow,
} from '../../freight/queries/freight-accounts.ts';
import { isFreightProvider, type FreightProviders } from '../../freight/index.ts';
import type {
  FreightAccount,
  FreightProblem,
  FreightProvider,
  FreightSession,
  QuoteRequest,
  QuoteResult,
  SessionResult,
} from '../../freight/provider.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import { seal, unseal } from '../../../base/crypto/seal.ts';

/** The dependencies of calls. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type FreightCallDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly credentialsKey: Buffer;
  readonly freight: FreightProviders;
};

/** How long a renewal is reserved, in milliseconds: longer than any call. */
const reservedMs = 30_000;

/** The renewals in progress in this process, by account. */
const renewals = new Map<string, Promise<SessionResult>>();

/** The answer to a request, or that the account must be fixed, or the provider failed. */
export type FreightAnswer = Exclude<QuoteResult, { outcome: 'expired' }>;

/** COM33: requests a quote. A token that is due, or that the provider does not accept, is renewed once. */
export async function callFreight(
  deps: FreightCallDeps,
  row: FreightAccountRow,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<FreightAnswer> {
  if (!isFreightProvider(row.provider)) return { outcome: 'refused', reason: 'SETTINGS' };
  const provider = deps.freight[row.provider];
  const account = openedAccount(deps.credentialsKey, row);
  const stored = sessionIn(deps.credentialsKey, row);
  const isDue = stored !== null && stored.expiresAt <= deps.clock();
  const first = isDue ? null : await provider.quote(account, stored, request, signal);
  if (first && first.outcome !== 'expired') return first;
  const renewed = await renewSession(deps, row, provider, signal);
  if (renewed.outcome !== 'renewed') return renewed;
  const second = await provider.quote(account, renewed.session, request, signal);
  return second.outcome === 'expired' ? refusedAnew(second) : second;
}

/** A token that is not accepted although it is new. */
export const refusedAnew = ({ reason = 'ACCESS_TOKEN' }: { readonly reason?: string }): FreightProblem => ({
  outcome: 'refused',
  reason,
});

/** COM33: renews the token of an account, or waits for the renewal in progress. */
export function renewSession(
  deps: FreightCallDeps,
  row: FreightAccountRow,
  provider: FreightProvider,
  signal: AbortSignal,
): Promise<SessionResult> {
  const { accountId } = row;
  const known = renewals.get(accountId);
  if (known) return known;
  const renewal = renew(deps, row, provider, signal).finally(() => renewals.delete(accountId));
  renewals.set(accountId, renewal);
  return renewal;
}

async function renew(
  { db, clock, credentialsKey }: FreightCallDeps,
  row: FreightAccountRow,
  provider: FreightProvider,
  signal: AbortSignal,
): Promise<SessionResult> {
  if (!provider.renew) return { outcome: 'refused', reason: 'ACCESS_TOKEN' };
  const now = clock();
  const reserved = await freightSessionReserve(db, row.accountId, now, now + reservedMs);
  if (!reserved) return { outcome: 'failed', reason: 'UNREACHABLE' };
  const before = sessionIn(credentialsKey, reserved);
  const isRenewed = before !== null && reserved.session !== null && row.session?.equals(reserved.session) !== true;
  const result: SessionResult = isRenewed
    ? { outcome: 'renewed', session: before }
    : await provider.renew(openedAccount(credentialsKey, reserved), before, signal);
  const session = result.outcome === 'renewed' ? result.session : null;
  await freightSessionSet(db, reserved, {
    session: session && seal(credentialsKey, row.accountId, session),
    // A refused refresh token is not sent again; after a failure the job tries again.
    renewAt: session ? session.renewAt : result.outcome === 'failed' ? (before?.renewAt ?? null) : null,
  });
  return result;
}

/** An account with its unsealed credentials. */
export const openedAccount = (
  key: Buffer,
  { accountId, settings, credentials }: FreightAccountRow,
): FreightAccount => ({
  settings,
  credentials: openCredentials(key, accountId, credentials),
});

/** The session of an account; null: it has none, or it cannot be opened, because the server's secret has changed. */
export const sessionIn = (key: Buffer, { accountId, session }: FreightAccountRow): FreightSession | null =>
  ((session && unseal(key, accountId, session)) as FreightSession | undefined | null) ?? null;
