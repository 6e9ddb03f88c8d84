import type { Channel } from '@retoma/flow';
import { isSimulated } from '../../channels/index.ts';
import { providerOf } from '../../channels/provider-of.ts';
import type { ChannelConnection, ChannelProvider, Providers, ConnectionTest } from '../../channels/provider.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Audit } from '../../../http/audit-actions.ts';
import type { Database } from '../../../base/postgres/pool.ts';
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
} from '../../queries/connections.ts';
import { storeFind } from '../../../stores/queries/stores.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { random } from '../../../base/ids.ts';
import { webhookPath } from '../../../base/links/webhook-path.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';
import type { ConnectionRefusal } from './codes.ts';
import { connectAccount, type AccountKind, type ConnectRefused, type ConnectRequest } from '../connect.ts';
import { verifyConnection } from './verify-connection.ts';

export { connectionChannels } from '../../channels/index.ts';

/** The dependencies of this file's functions. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type ConnectionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly credentialsKey: Buffer;
  readonly channelProviders: Providers;
};

/**
 * A request to connect. `perMinute`: the most messages in a minute, 1 to 600,000; null: no limit. `warmUp`: how many messages a new number
 * sends on its first day; null: it is not new. `dailyLimit`: the most messages in a day (COM22); null: no limit. Omitted `warmUp` and
 * `dailyLimit` are kept. `testTo`: the owner's number, for providers that only a message can verify.
 */
export type ConnectionRequest = ConnectRequest & {
  readonly channel: Channel;
  readonly provider: string;
  readonly perMinute: number | null;
  readonly warmUp?: number | null | undefined;
  readonly dailyLimit?: number | null | undefined;
  readonly testTo?: string | undefined;
};

/** The path of a connection's webhooks, and the token by which its provider verifies their URL; null: it does not. */
export type WebhookAddress = { readonly path: string; readonly verifyToken: string | null };

/** Audits a connection that is stored. */
export type AuditConnected = Audit<'channel_connected' | 'channel_saved_unverified'>;

/** The result. `notices`: null if the provider has no webhooks. `reason`: a code of `messageReasons`. */
export type ConnectionSet =
  | { ok: true; connectionId: string; verified: boolean; notices: WebhookAddress | null }
  | ConnectRefused<ConnectionRefusal>;

const refuseConnection = (code: ConnectionRefusal): ConnectRefused<ConnectionRefusal> => ({
  ok: false,
  code,
  issues: [],
});

/** The provider's verification of the stored credentials. */
type Verification = { readonly at: Date; readonly account: string | null; readonly lastError: string | null };

/**
 * COM15: connects a channel, or changes its connection, after its provider accepted the credentials. Unchanged credentials that are
 * verified are not verified again. A connection keeps its id and its secret, so that the webhook URL configured at its provider stays valid.
 */
export async function connectChannel(
  deps: ConnectionDeps,
  storeId: string,
  request: ConnectionRequest,
  signal: AbortSignal,
  audit: AuditConnected,
): Promise<ConnectionSet> {
  const { channel, provider: name } = request;
  const provider = providerOf({ providers: deps.channelProviders }, { channel, provider: name });
  if (!provider) return refuseConnection('UNKNOWN_PROVIDER');
  const connected = await connectAccount(deps, storeId, request, channelKind(deps, request, provider, audit), signal);
  if (!connected.ok) return connected;
  const { id: connectionId, credentials } = connected.account;
  const notices = noticesOf(provider, connectionId, credentials);
  return { ok: true, connectionId, verified: connected.verified !== null, notices };
}

function channelKind(
  deps: ConnectionDeps,
  request: ConnectionRequest,
  provider: ChannelProvider,
  audit: AuditConnected,
): AccountKind<SealedConnection & { lastError: string | null }, Verification, 'TEST_PHONE_REQUIRED'> {
  const { clock } = deps;
  const { channel, provider: name, perMinute, warmUp, dailyLimit, testTo } = request;
  return {
    form: provider.form,
    isSimulated: isSimulated(request),
    find: (client, storeId) => connectionFindOf(client, storeId, channel, name),
    idOf: ({ connectionId }) => connectionId,
    // Our own secret: generated once, and kept when the provider's credentials change.
    completeCredentials(provided, { noticeSecret = random(24).toString('base64url') }) {
      const isObject = typeof provided === 'object' && provided !== null && !Array.isArray(provided);
      return isObject ? { noticeSecret, ...provided } : provided;
    },
    async verify({ id: connectionId, store, before, isSame, settings, credentials }, signal) {
      if (before?.active && before.verifiedAt && before.lastError === null && isSame)
        return { ok: true, verified: { at: before.verifiedAt, account: before.account, lastError: null } };
      const connection = { connectionId, storeId: store.storeId, settings, credentials };
      const verified = await verifyConnection(provider, { connection, channel, sender: store, testTo }, signal);
      if (!verified.ok) return { ...verified, issues: [] };
      const { account, lastError } = verified;
      return { ok: true, verified: { at: new Date(clock()), account, lastError } };
    },
    async write(client, { id: connectionId, store, before, isSame, settings, sealed }, verified) {
      const { storeId } = store;
      const account = verified?.account ?? null;
      // After a change of account no webhook has arrived yet.
      const isSameAccount = isSame || (account !== null && account === before?.account);
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
        credentials: sealed,
        verifiedAt: verified?.at ?? null,
        lastError: verified?.lastError ?? null,
        account: account ?? (isSame ? (before?.account ?? null) : null),
        firstWebhookAt: isSameAccount ? (before?.firstWebhookAt ?? null) : null,
      });
      const action = verified ? 'channel_connected' : 'channel_saved_unverified';
      await audit(client, { storeId, action, detail: `${channel} ${name}` });
    },
  };
}

/** The result of a connection test. */
export type ConnectionTried =
  { ok: true; connectionId: string; tried: ConnectionTest } | ConnectRefused<ConnectionRefusal>;

/**
 * Tests a channel's connection at its provider and stores the result. Accepted credentials are verified (COM15), unless only a message
 * can verify them. No message is sent.
 */
export async function testConnection(
  { db, clock, credentialsKey, channelProviders }: ConnectionDeps,
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
  { db }: Pick<ConnectionDeps, 'db'>,
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
