// Reads one shop that a worker leased.
//
// INV1. One call at a time, within the platform's rate; a pause that is longer than a moment is stored, so that every process keeps it.
// INV2. Deliveries come first, also between two pages: what happened just now does not wait for history. Only a batch of them, so that many do
//     not keep a list from being read: a page has what 200 of them would be fetched for.
// INV3. A page's reports are ingested before the cursor advances, and a delivery before its body is deleted. A process that ends in between
//     leaves them to the next lease, which ingests them again without effect.
// INV4. Credentials are renewed, and webhooks changed, only under the lease.
import type { RunEnds } from '../../../base/lease-loop.ts';
import { isPause, openCalls } from '../call-platform.ts';
import { deliveryUrlOf, openSecrets, openShop, sealFor } from '../connection-secrets.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import { PlatformFailure, type CallContext, type ConnectedShop, type Connector } from '../connector.ts';
import { findConnector } from '../find-connector.ts';
import { platformConnectionMove } from '../queries/connections.ts';
import {
  platformConnectionHold,
  platformConnectionRelease,
  platformConnectionRenew,
  type LeasedConnection,
} from '../queries/leases.ts';
import { ingestSafely } from '../reports/ingest-safely.ts';
import { afterFailure } from './after-failure.ts';
import type { Run } from './run.ts';
import { readDeliveries } from './read-deliveries.ts';
import { readDueFeeds } from './read-feeds.ts';

/** How long a lease lasts, in milliseconds: longer than a call and the ingestion of its page. */
export const leaseMs = 120_000;

/** How long a connection is held before others get its place, in milliseconds. */
const holdMs = 30_000;

/** CON5: runs a leased connection: renews its credentials, reads its deliveries and its due feeds. */
export async function runConnection(deps: ConnectorDeps, connection: LeasedConnection, ends: RunEnds): Promise<void> {
  const { db, clock } = deps;
  const connector = findConnector(connection.platform);
  const opened = openShop(deps, connection);
  if (!connector || !opened) {
    // Of a later release, or sealed with a secret that was replaced: a program that knows more may go on.
    return platformConnectionRelease(db, connection, {
      ...stopped('unreadable', connection),
      resumeAt: clock() + 3_600_000,
      now: clock(),
    });
  }
  const run = openRun(deps, { connector, connection, opened }, ends);
  const failure = await failureIn(() => readAll(run));
  if (ends.aborted.aborted) return;
  const now = clock();
  if (!failure) {
    if (connection.state !== 'connected') await platformConnectionMove(db, connection.connectionId, 'connected', now);
    return platformConnectionRelease(db, connection, { failure: null, failures: 0, resumeAt: run.pausedUntil(), now });
  }
  return recordFailure(deps, { connector, connection, failure, pausedUntil: run.pausedUntil() });
}

type OpenRun = Run & {
  readonly pausedUntil: () => number | null;
  /** CON7: renews the credentials, and stores them before the old ones are dropped. False: the lease is another's. */
  readonly renew: () => Promise<boolean>;
};

function openRun(
  deps: ConnectorDeps,
  { connector, connection, opened }: { connector: Connector; connection: LeasedConnection; opened: ConnectedShop },
  ends: RunEnds,
): OpenRun {
  const { db, clock, baseUrl } = deps;
  const { call, pausedUntil } = openCalls(deps, connector, { signal: ends.aborted, givesUpPauses: true });
  const secrets = openSecrets(deps, connection);
  const until = clock() + holdMs;
  let shop = opened;
  const context = (): CallContext => ({
    ...shop,
    call,
    deliveryUrl: deliveryUrlOf(baseUrl, connection, secrets),
    webhookSecret: secrets.webhook,
    now: clock(),
  });
  return {
    deps,
    connector,
    connection,
    shop: () => shop,
    context,
    pausedUntil,
    mayGoOn: async () =>
      !ends.stopping.aborted && clock() < until && (await platformConnectionHold(db, connection, clock() + leaseMs)),
    ingest: (resource) => ingestSafely(deps, connection, connector.translate(resource, shop)),
    renew: async () => {
      const credentials = await connector.renew!(context());
      const renewAt = connector.renewAt?.(credentials) ?? null;
      const sealed = sealFor(deps, connection.connectionId, credentials);
      const isStored = await platformConnectionRenew(db, connection, { credentials: sealed, renewAt });
      if (isStored) shop = { ...shop, credentials };
      return isStored;
    },
  };
}

/** CON7: credentials that ended before their time are renewed once. */
async function readAll(run: OpenRun): Promise<void> {
  const { connector, connection, deps, renew } = run;
  if (connector.renew && connection.renewAt !== null && connection.renewAt <= deps.clock() && !(await renew())) return;
  try {
    await readWork(run);
  } catch (error) {
    const isEnded = error instanceof PlatformFailure && error.kind === 'revoked' && connector.renew !== undefined;
    if (!isEnded || !(await renew())) throw error;
    await readWork(run);
  }
}

async function readWork(run: Run): Promise<void> {
  await readDeliveries(run, 1);
  await readDueFeeds(run);
  await readDeliveries(run);
}

async function failureIn(work: () => Promise<void>): Promise<PlatformFailure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PlatformFailure) return error;
    throw error;
  }
}

const stopped = (
  failure: string,
  { failures }: LeasedConnection,
): { readonly failure: string; readonly failures: number } => ({ failure, failures: failures + 1 });

/** CON5, CON7: gives a connection back whose shop did not answer as it should. A pause that the platform asked for is no failure. */
async function recordFailure(
  { db, clock, log }: ConnectorDeps,
  {
    connector,
    connection,
    failure,
    pausedUntil,
  }: { connector: Connector; connection: LeasedConnection; failure: PlatformFailure; pausedUntil: number | null },
): Promise<void> {
  const { connectionId, platform, failingSince } = connection;
  const now = clock();
  if (isPause(failure)) {
    return platformConnectionRelease(db, connection, { failure: null, failures: 0, resumeAt: pausedUntil, now });
  }
  const after = stopped(failure.kind, connection);
  const { state, waitMs } = afterFailure(failure, {
    failures: after.failures,
    failingMs: failingSince === null ? 0 : now - failingSince,
    hasSignal: connector.capabilities.uninstallSignal,
  });
  log.info({ connectionId, platform, kind: failure.kind, detail: failure.detail, waitMs }, 'a shop could not be read');
  if (state && (await platformConnectionMove(db, connectionId, state, now)))
    log.warn({ connectionId, platform, state }, 'a shop stopped');
  await platformConnectionRelease(db, connection, { ...after, resumeAt: now + waitMs, now });
}
