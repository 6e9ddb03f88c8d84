// Webhooks of channel providers, applied to the ledger.
//
// INV1. A webhook has no effect before its provider's code has verified it, except that a rejected one is counted.
// INV2. A duplicate or late update has no effect: statuses never go back, replies are recorded once by their id, preferences and connection
//     states count by their instant, bounces by their id.
// INV3. Each update is written separately. If one cannot be written, the whole webhook is refused, and the provider retries it; the updates
//     written so far stay.
import type { ChannelUpdate, WebhookRequest, Providers } from '../../../providers/channels/provider.ts';
import { recordObservation } from '../../../providers/queries/connection-observations.ts';
import { connectionFind, connectionSetFirstWebhook, connectionStand } from '../../../providers/queries/connections.ts';
import { templateStatusSet } from '../../../providers/queries/template-statuses.ts';
import { incidentClearNotified } from '../../results/queries/incidents.ts';
import { unseal } from '../../../base/crypto/seal.ts';
import { receiveInbound, type InboundDeps } from './receive-inbound.ts';
import type { ReportingConnection } from './reporting-connection.ts';
import { applyProviderPreference } from './apply-preference.ts';
import { recordBounce, recordComplaint } from './record-bounce.ts';
import { traceUpdates } from './trace-updates.ts';
import { applyStatuses, nameOf, type StatusUpdate } from './apply-statuses.ts';
import { findContact } from './find-contact.ts';

/** Dependencies of receiving webhooks. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type WebhookDeps = InboundDeps & { readonly credentialsKey: Buffer; readonly channelProviders: Providers };

/** The result. `answer`: the response body that the provider expects. */
export type WebhookOutcome =
  { ok: true; answer: string | undefined } | { ok: false; code: 'NOT_FOUND' | 'INVALID_SIGNATURE' };

/** Verifies a webhook of a connection and applies its updates. */
export async function receiveWebhook(
  deps: WebhookDeps,
  connectionId: string,
  webhook: WebhookRequest,
): Promise<WebhookOutcome> {
  const row = await connectionFind(deps.db, connectionId);
  const provider = row && deps.channelProviders[row.channel][row.provider];
  if (!provider) return { ok: false, code: 'NOT_FOUND' };
  const { storeId, channel, settings, credentials: sealed } = row;
  const credentials = ((sealed && unseal(deps.credentialsKey, connectionId, sealed)) ?? {}) as Record<string, unknown>;
  const parsed = await provider.parseWebhook({ connectionId, storeId, settings, credentials }, webhook);
  if (parsed.outcome === 'invalid_signature') {
    await recordObservation(deps.db, { connectionId, code: 'rejected_signature', at: deps.clock() });
    return { ok: false, code: 'INVALID_SIGNATURE' };
  }
  // A GET only checks the webhook's address.
  if (webhook.method === 'POST' && row.firstWebhookAt === null) {
    await connectionSetFirstWebhook(deps.db, connectionId, deps.clock());
  }
  const connection: ReportingConnection = { connectionId, storeId, channel };
  const statuses = parsed.updates.filter((update): update is StatusUpdate => update.kind === 'status');
  await applyStatuses(deps, connectionId, statuses);
  // What a status shows of the recipient is noted first: a reply may name them by nothing else.
  for (const { to, message } of statuses) {
    if (to?.alias !== undefined) await findContact({ ...deps, ...connection }, { ...to, message: nameOf(message) });
  }
  for (const update of parsed.updates) await applyUpdate(deps, connection, update);
  await traceUpdates(
    deps.db,
    connectionId,
    statuses.map(({ message, status }) => ({ name: nameOf(message), what: status })),
  );
  return { ok: true, answer: parsed.answer };
}

async function applyUpdate(deps: WebhookDeps, connection: ReportingConnection, update: ChannelUpdate): Promise<void> {
  switch (update.kind) {
    case 'status':
      return;
    case 'reply':
      return applyReply(deps, connection, update);
    case 'preference':
      return applyProviderPreference(deps, connection, update);
    case 'bounce':
      return recordBounce(deps, connection, update);
    case 'complaint':
      return recordComplaint(deps, connection, update);
    case 'connection': {
      const closed = update.open ? null : { until: deps.clock() + pauseMs, lastError: update.reason ?? 'DISCONNECTED' };
      return connectionStand(deps.db, connection.connectionId, update.at, closed);
    }
    case 'observation':
      return recordObservation(deps.db, { ...update, connectionId: connection.connectionId, at: deps.clock() });
    case 'template': {
      const hasStopped = await templateStatusSet(deps.db, connection.connectionId, update);
      // One e-mail lists all templates that stopped; another one is due for each that stops later.
      if (hasStopped) await incidentClearNotified(deps.db, { storeId: connection.storeId, kind: 'templates' });
      return;
    }
    default:
      return update satisfies never;
  }
}

/** How long sends over a connection stop after it was reported down, unless it is reported up before. Milliseconds. */
const pauseMs = 15 * 60_000;

async function applyReply(
  deps: WebhookDeps,
  { connectionId }: ReportingConnection,
  { id, from, alias, text, answers, at }: Extract<ChannelUpdate, { kind: 'reply' }>,
): Promise<void> {
  const inbound = await receiveInbound(deps, {
    connectionId,
    inboundId: id,
    kind: 'reply',
    at: Math.min(at, deps.clock()),
    // Text columns do not accept NUL.
    text: text.replaceAll('\0', ''),
    ...(from !== undefined && { from }),
    ...(alias !== undefined && { alias }),
    ...(answers !== undefined && { providerId: answers }),
  });
  if (inbound.result === 'accepted') {
    await traceUpdates(deps.db, connectionId, [{ name: `${inbound.runId}:${inbound.message}`, what: 'reply' }]);
  }
}
