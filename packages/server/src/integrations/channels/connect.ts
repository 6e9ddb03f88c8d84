import type { Channel } from '@retoma/flow';
import { isSimulated } from '../../channels/index.ts';
import { providerOf } from '../../channels/provider-of.ts';
import type { ChannelConnection, ChannelProvider, Providers, ConnectionTest } from '../../channels/provider.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audit } from '../../audit/audit-actions.ts';
import type { Database } from '../../db/pool.ts';
import {
  connectionDeactivate,
  connectionFindActive,
  connectionFindOf,
  connectionCloseCircuit,
  connectionSetAccount,
  connectionSetLastError,
  connectionSetVerified,
  connectionUpsertActive,
  type SealedConnection,
} from '../../db/queries/contacts/connections.ts';
import { storeFind, type StoreRow } from '../../db/queries/stores/stores.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId, random } from '../../platform/ids.ts';
import { webhookPath } from '../../links/webhook-path.ts';
import { openCredentials } from '../../crypto/open-credentials.ts';
import { seal } from '../../crypto/seal.ts';
import type { ConnectionRefusal } from './codes.ts';
import { checkForm } from '../check-form.ts';
import { verifyConnection } from './verify-connection.ts';

export { connectionChannels } from '../../channels/index.ts';

/** The dependencies of this file's functions. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type ConnectionParts = {
  readonly db: Database;
  readonly clock: Clock;
  readonly credentialsKey: Buffer;
  readonly channelProviders: Providers;
};

/**
 * A request to connect. Omitted settings or credentials are kept. `perMinute`: the most messages in a minute, 1 to 600,000; null: no
 * limit. `warmUp`: how many messages a new number sends on its first day; null: it is not new. `dailyLimit`: the most messages in a day
 * (COM22); null: no limit. Omitted `warmUp` and `dailyLimit` are kept.
 */
export type ConnectionRequest = {
  readonly channel: Channel;
  readonly provider: string;
  readonly perMinute: number | null;
  readonly settings?: unknown;
  readonly credentials?: unknown;
  readonly warmUp?: number | null | undefined;
  readonly dailyLimit?: number | null | undefined;
};

/** The path of a connection's webhooks, and the token by which its provider verifies their URL; null: it does not. */
export type WebhookAddress = { readonly path: string; readonly verifyToken: string | null };

/** Audits a connection that is stored. */
export type AuditConnected = Audit<'channel_connected' | 'channel_saved_unverified'>;

/**
 * The result. `notices`: null if the provider has no webhooks. `issues`: the invalid members and why, without the input. `reason`: why
 * the provider did not accept the credentials, a code of `messageReasons`.
 */
export type ConnectionSet =
  | { ok: true; connectionId: string; verified: boolean; notices: WebhookAddress | null }
  | { ok: false; code: ConnectionRefusal; issues: readonly string[]; reason?: string };

const refuseConnection = (code: ConnectionRefusal, issues: readonly string[] = []): ConnectionSet & { ok: false } => ({
  ok: false,
  code,
  issues,
});

/** The provider's verification of the stored credentials. `at` is null if it did not accept them or was not called. */
type Verification = { readonly at: Date | null; readonly account: string | null; readonly lastError: string | null };

const unverified: Verification = { at: null, account: null, lastError: null };

/**
 * COM15: connects a channel, or changes its connection, after its provider accepted the credentials. `saveAnyway`: stores it as not
 * verified, without calling the provider. `testTo`: the owner's number, for providers that only a message can verify. Unchanged
 * credentials that are verified are not verified again. No database connection is held during the call to the provider.
 */
export async function connectVerified(
  parts: ConnectionParts,
  storeId: string,
  request: ConnectionRequest & { readonly saveAnyway?: boolean | undefined; readonly testTo?: string | undefined },
  signal: AbortSignal,
  audit: AuditConnected,
): Promise<ConnectionSet> {
  const { saveAnyway = false, testTo, ...plain } = request;
  if (saveAnyway) return storeConnection(parts, storeId, plain, unverified, audit);
  const store = await storeFind(parts.db, storeId);
  if (!store) return refuseConnection('STORE_NOT_FOUND');
  if (isForbidden(store, plain)) return refuseConnection('EXAMPLE_STORE');
  const before = await inTransaction(parts.db, (client) =>
    connectionFindOf(client, storeId, plain.channel, plain.provider),
  );
  const wanted = wantedOf(parts, storeId, plain, before);
  if (!wanted.ok) return wanted;
  const { provider, connection } = wanted;
  const { settings, credentials } = connection;
  const asVerified = { ...plain, settings, credentials };
  if (before?.active && before.verifiedAt && before.lastError === null && wanted.isSame) {
    const same = { at: before.verifiedAt, account: before.account, lastError: null };
    return storeConnection(parts, storeId, asVerified, same, audit);
  }
  const verified = await verifyConnection(
    provider,
    { connection, channel: plain.channel, sender: store, testTo },
    signal,
  );
  if (!verified.ok) return { ...verified, issues: [] };
  const { account, lastError } = verified;
  return storeConnection(parts, storeId, asVerified, { at: new Date(parts.clock()), account, lastError }, audit);
}

/** AUT16: an example store has no provider that reaches anyone. */
const isForbidden = ({ exampleOf }: StoreRow, request: ConnectionRequest): boolean =>
  exampleOf !== null && !isSimulated(request);

/** A validated connection to store. `isSame`: the stored connection has the same settings and credentials. */
type WantedConnection = { ok: true; provider: ChannelProvider; connection: ChannelConnection; isSame: boolean };

/** Validates a request against its provider's schemas. Omitted members are taken from `before`. */
function wantedOf(
  { credentialsKey, channelProviders }: ConnectionParts,
  storeId: string,
  { channel, provider: name, ...request }: ConnectionRequest,
  before: SealedConnection | undefined,
): WantedConnection | (ConnectionSet & { ok: false }) {
  const provider = providerOf({ providers: channelProviders }, { channel, provider: name });
  if (!provider) return refuseConnection('UNKNOWN_PROVIDER');
  const stored = before && opened(credentialsKey, before);
  const provided: unknown = request.credentials ?? stored?.credentials ?? {};
  // Our own secret: generated once, and kept when the provider's credentials change.
  const noticeSecret = stored?.credentials['noticeSecret'] ?? random(24).toString('base64url');
  const isObject = typeof provided === 'object' && provided !== null && !Array.isArray(provided);
  const credentials = isObject ? { noticeSecret, ...provided } : provided;
  const checked = checkForm(provider.form, { settings: request.settings, credentials }, stored);
  if (!checked.ok) return checked;
  const { ok, isSame, ...filled } = checked;
  return {
    ok,
    provider,
    connection: { connectionId: before?.connectionId ?? newId(storeId), storeId, ...filled },
    isSame,
  };
}

/**
 * Stores a connection and makes it the active one of its channel. It keeps its id and its secret, so that the webhook URL configured at
 * its provider stays valid.
 */
async function storeConnection(
  parts: ConnectionParts,
  storeId: string,
  request: ConnectionRequest,
  verification: Verification,
  audit: AuditConnected,
): Promise<ConnectionSet> {
  const { db, clock, credentialsKey } = parts;
  const { channel, provider: name, perMinute, warmUp, dailyLimit } = request;
  return inTransaction(db, async (client): Promise<ConnectionSet> => {
    const store = await storeFind(client, storeId);
    if (!store) return refuseConnection('STORE_NOT_FOUND');
    if (isForbidden(store, request)) return refuseConnection('EXAMPLE_STORE');
    const before = await connectionFindOf(client, storeId, channel, name);
    const wanted = wantedOf(parts, storeId, request, before);
    if (!wanted.ok) return wanted;
    const { connectionId, settings, credentials } = wanted.connection;
    const { at: verifiedAt, account, lastError } = verification;
    // After a change of account no webhook has arrived yet.
    const isSameAccount = wanted.isSame || (account !== null && account === before?.account);
    await connectionUpsertActive(client, {
      connectionId,
      storeId,
      channel,
      provider: name,
      name,
      perMinute,
      settings,
      warmUp,
      dailyLimit,
      now: clock(),
      credentials: seal(credentialsKey, connectionId, credentials),
      verifiedAt,
      lastError,
      account: account ?? (wanted.isSame ? (before?.account ?? null) : null),
      firstWebhookAt: isSameAccount ? (before?.firstWebhookAt ?? null) : null,
    });
    const action = verifiedAt ? 'channel_connected' : 'channel_saved_unverified';
    await audit(client, { storeId, action, detail: `${channel} ${name}` });
    const notices = noticesOf(wanted.provider, connectionId, credentials);
    return { ok: true, connectionId, verified: verifiedAt !== null, notices };
  });
}

/** The result of a connection test. */
export type ConnectionTried =
  | { ok: true; connectionId: string; tried: ConnectionTest }
  | { ok: false; code: ConnectionRefusal; issues: readonly string[] };

/**
 * Tests a channel's connection at its provider and stores the result. Accepted credentials are verified (COM15), unless only a message
 * can verify them. No message is sent.
 */
export async function testConnection(
  { db, clock, credentialsKey, channelProviders }: ConnectionParts,
  storeId: string,
  channel: Channel,
  signal: AbortSignal,
): Promise<ConnectionTried> {
  if (!(await storeFind(db, storeId))) return refuseConnection('STORE_NOT_FOUND');
  const row = await connectionFindActive(db, storeId, channel);
  if (!row) return refuseConnection('NO_CONNECTION');
  const provider = providerOf({ providers: channelProviders }, { channel, provider: row.provider });
  if (!provider) return refuseConnection('UNKNOWN_PROVIDER');
  const tried = await provider.testConnection(opened(credentialsKey, row), signal);
  if (tried.outcome === 'works') {
    await connectionSetAccount(db, row.connectionId, tried.account);
    await connectionCloseCircuit(db, row.connectionId);
    if (!provider.verifiedByMessage) await connectionSetVerified(db, row, clock());
  } else await connectionSetLastError(db, row.connectionId, tried.reason);
  return { ok: true, connectionId: row.connectionId, tried };
}

/** Deactivates a channel's connection: its messages fail with NO_CONNECTION; its webhooks are still received. False: it had none. */
export const removeConnection = (
  { db }: Pick<ConnectionParts, 'db'>,
  storeId: string,
  channel: Channel,
  audit: Audit<'channel_disconnected'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const isRemoved = await connectionDeactivate(client, storeId, channel);
    if (isRemoved) await audit(client, { storeId, action: 'channel_disconnected', detail: channel });
    return isRemoved;
  });

const opened = (
  key: Buffer,
  { connectionId, storeId, settings, credentials }: SealedConnection,
): ChannelConnection => ({
  connectionId,
  storeId,
  settings,
  credentials: openCredentials(key, connectionId, credentials),
});

/** The webhooks of a connection's provider; null: it has none. */
export function noticesOf(
  provider: ChannelProvider,
  connectionId: string,
  credentials: Readonly<Record<string, unknown>>,
): WebhookAddress | null {
  if (!provider.webhooks) return null;
  const { noticeSecret } = credentials;
  const secret = typeof noticeSecret === 'string' ? noticeSecret : undefined;
  const { hasVerifyToken } = provider.webhooks;
  return { path: webhookPath(connectionId, secret), verifyToken: (hasVerifyToken && secret) ?? null };
}
