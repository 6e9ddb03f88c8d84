import type { Channel } from '@retoma/flow';
import type { ChannelConnection, ChannelProvider, Providers, Tried } from '../channels/provider.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import {
  connectionDeactivate,
  connectionFindActive,
  connectionFindOf,
  connectionHeal,
  connectionSetAccount,
  connectionSetTrouble,
  connectionUpsertActive,
  type SealedConnection,
} from '../db/queries/connections.ts';
import { storeFind } from '../db/queries/stores.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId, random } from '../ids.ts';
import { noticePath } from '../notice-path.ts';
import { seal, unseal } from '../sealed.ts';
import type { ConnectionRefusal } from './connection-codes.ts';

/** The channels to which a store may be connected. */
export const connectionChannels = ['whatsapp', 'email', 'sms'] as const satisfies readonly Channel[];

/** What the verbs of this file work with. `credentialsKey`: `deriveKey(secret, 'credentials')`. */
export type ConnectionParts = {
  readonly db: Database;
  readonly clock: Clock;
  readonly credentialsKey: Buffer;
  readonly channelProviders: Providers;
};

/**
 * A connection as it is asked for. Settings or credentials that are left out stay as they are. `perMinute`: the most messages in a
 * minute, 1 to 600,000; null: no limit. `warmUp`: how many messages a new number sends on its first day; null: it is not new;
 * left out: as before.
 */
export type ConnectionRequest = {
  readonly channel: Channel;
  readonly provider: string;
  readonly perMinute: number | null;
  readonly settings?: unknown;
  readonly credentials?: unknown;
  readonly warmUp?: number | null | undefined;
};

/** How a provider reaches us: the path of its webhooks, and the secret that it repeats or that stands in the path. */
export type NoticeAddress = { readonly path: string; readonly secret: string | null };

/** What came of it. `notices`: null where the provider tells nothing. `issues`: which member is wrong and why; never what was given. */
export type ConnectionSet =
  | { ok: true; connectionId: string; notices: NoticeAddress | null }
  | { ok: false; code: ConnectionRefusal; issues: readonly string[] };

const refuse = (code: ConnectionRefusal, issues: readonly string[] = []): ConnectionSet & { ok: false } => ({
  ok: false,
  code,
  issues,
});

/**
 * Makes or changes the connection that a store has with a provider, and sends the channel over it from now on. It keeps its id and
 * its secret, so that the address which its provider knows stays right. Nothing is asked of the provider.
 */
export async function setConnection(
  { db, clock, credentialsKey, channelProviders }: ConnectionParts,
  storeId: string,
  request: ConnectionRequest,
): Promise<ConnectionSet> {
  const { channel, provider: name, perMinute, warmUp } = request;
  const provider = providerNamed(channelProviders, channel, name);
  if (!provider) return refuse('UNKNOWN_PROVIDER');
  return inTransaction(db, async (client): Promise<ConnectionSet> => {
    if (!(await storeFind(client, storeId))) return refuse('STORE_NOT_FOUND');
    const before = await connectionFindOf(client, storeId, channel, name);
    const seen = provider.settings.safeParse(request.settings ?? before?.settings ?? {});
    if (!seen.success) return refuse('WRONG_SETTINGS', issuesOf(seen.error));
    const known = before && opened(credentialsKey, before).credentials;
    const given: unknown = request.credentials ?? known ?? {};
    // A secret of ours: made once, and kept when the provider's are changed.
    const noticeSecret = known?.['noticeSecret'] ?? random(24).toString('base64url');
    const unseen = provider.credentials.safeParse(
      typeof given === 'object' && given !== null && !Array.isArray(given) ? { noticeSecret, ...given } : given,
    );
    if (!unseen.success) return refuse('WRONG_CREDENTIALS', issuesOf(unseen.error));
    const connectionId = before?.connectionId ?? newId();
    const credentials = seal(credentialsKey, connectionId, unseen.data);
    const connection = { connectionId, storeId, channel, provider: name, name, perMinute };
    await connectionUpsertActive(client, { ...connection, settings: seen.data, credentials, warmUp, now: clock() });
    return { ok: true, connectionId, notices: noticesOf(provider, connectionId, unseen.data) };
  });
}

/** What came of trying a connection out: whether it works, as its provider says. */
export type ConnectionTried =
  { ok: true; connectionId: string; tried: Tried } | { ok: false; code: ConnectionRefusal; issues: readonly string[] };

/** Asks the provider of a channel's connection whether it works, and writes down what it says. Nothing is sent to anybody. */
export async function testConnection(
  { db, credentialsKey, channelProviders }: ConnectionParts,
  storeId: string,
  channel: Channel,
  signal: AbortSignal,
): Promise<ConnectionTried> {
  if (!(await storeFind(db, storeId))) return refuse('STORE_NOT_FOUND');
  const row = await connectionFindActive(db, storeId, channel);
  if (!row) return refuse('NO_CONNECTION');
  const provider = providerNamed(channelProviders, channel, row.provider);
  if (!provider) return refuse('UNKNOWN_PROVIDER');
  const tried = await provider.tryOut(opened(credentialsKey, row), signal);
  if (tried.outcome === 'works') {
    await connectionSetAccount(db, row.connectionId, tried.account);
    await connectionHeal(db, row.connectionId);
  } else await connectionSetTrouble(db, row.connectionId, tried.reason);
  return { ok: true, connectionId: row.connectionId, tried };
}

/** Takes a channel's connection away: its messages fail with NO_CONNECTION; what comes back over it is still heard. False: it had none. */
export const removeConnection = (
  { db }: Pick<ConnectionParts, 'db'>,
  storeId: string,
  channel: Channel,
): Promise<boolean> => connectionDeactivate(db, storeId, channel);

const providerNamed = (providers: Providers, channel: Channel, name: string): ChannelProvider | undefined =>
  Object.hasOwn(providers[channel], name) ? providers[channel][name] : undefined;

/** Credentials that do not open, because the server's secret is another one, are none: the provider calls the connection broken. */
function opened(key: Buffer, { connectionId, storeId, settings, credentials }: SealedConnection): ChannelConnection {
  const plain = credentials && unseal(key, connectionId, credentials);
  return { connectionId, storeId, settings, credentials: (plain ?? {}) as Record<string, unknown> };
}

/** Where the provider of a connection tells what it knows; null where it tells nothing. */
export function noticesOf(
  provider: ChannelProvider,
  connectionId: string,
  { noticeSecret }: Readonly<Record<string, unknown>>,
): NoticeAddress | null {
  const secret = typeof noticeSecret === 'string' ? noticeSecret : null;
  const { delivered, read, replies } = provider.capabilities.tells;
  if (secret === null && !delivered && !read && !replies) return null;
  return { path: noticePath(connectionId, secret ?? undefined), secret };
}

const issuesOf = (error: { issues: { path: PropertyKey[]; message: string }[] }): string[] =>
  error.issues.map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '));
