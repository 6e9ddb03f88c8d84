// CON10 to CON12: what members do with the connections of a store. No connection to the database is held while a shop is called.
import { isId } from '../../../base/ids.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import type { Audit } from '../../../http/audit-actions.ts';
import { storeFind } from '../../../stores/queries/stores.ts';
import { deliveryUrlOf, openSecrets, openShop } from '../connection-secrets.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import {
  PlatformFailure,
  type Connector,
  type ConnectMethod,
  type ConnectRefusal,
  type FormInput,
} from '../connector.ts';
import { findConnector } from '../find-connector.ts';
import { healthOf, type ConnectionHealth } from '../health.ts';
import {
  platformConnectionEnd,
  platformConnectionFind,
  platformConnectionHasten,
  platformConnectionList,
  type ListedConnection,
  type PlatformConnection,
} from '../queries/connections.ts';
import { replaceHost } from '../replace-host.ts';
import { beginConsent, type Connecting } from './consents.ts';
import { saveConnection } from './save-connection.ts';
import { orUnreachable, trialCalls } from './try-shop.ts';

/** A store's connection with a shop, with its health. `history`: CON4; `total` null: unknown. */
export type ShopConnection = Omit<ListedConnection, 'secrets' | 'credentials'> & {
  readonly connector: Connector;
  readonly health: ConnectionHealth;
  readonly history: { readonly read: number; readonly total: number | null; readonly done: boolean };
};

/** The connections of a store, the oldest first, without those that a member disconnected. */
export async function listConnections(
  { db, clock }: Pick<ConnectorDeps, 'db' | 'clock'>,
  storeId: string,
): Promise<ShopConnection[]> {
  const now = clock();
  return (await platformConnectionList(db, storeId)).flatMap((connection) => {
    const connector = findConnector(connection.platform);
    if (!connector) return [];
    const { secrets: _, credentials: __, ...shown } = connection;
    const { historyRead: read, historyTotal: total, historyDoneAt } = connection;
    return [
      {
        ...shown,
        connector,
        health: healthOf(connection, { now, everyMs: connector.feeds.orders.everyMs }),
        history: { read, total, done: historyDoneAt !== null },
      },
    ];
  });
}

/** What a member chose and typed. `method`: its index among the platform's. */
export type ConnectRequest = { readonly platform: string; readonly method: number; readonly input: FormInput };

/** Why a shop is not connected. APP_MISSING: the installation has no app of the platform, which the method needs. */
export type StartRefusal =
  | ConnectRefusal
  | {
      readonly ok: false;
      readonly code:
        | 'STORE_NOT_FOUND'
        | 'EXAMPLE_STORE'
        | 'TEST_STORE'
        | 'UNKNOWN_PLATFORM'
        | 'APP_MISSING'
        | 'FIELD_MISSING'
        | 'TOO_MANY_CONNECTIONS';
      readonly field?: string;
    };

/** How it goes on: the member agrees at `redirectUrl`, or the shop is connected. */
export type Started =
  | { readonly ok: true; readonly redirectUrl: string; readonly connectionId: null }
  | { readonly ok: true; readonly redirectUrl: null; readonly connectionId: string };

const startRefused = (code: Exclude<StartRefusal, ConnectRefusal>['code'], field?: string): StartRefusal => ({
  ok: false,
  code,
  ...(field !== undefined && { field }),
});

/** CON11: begins to connect a shop. Keys are tried at once. */
export async function startConnection(
  deps: ConnectorDeps,
  member: Connecting,
  { platform, method: index, input }: ConnectRequest,
  audit: Audit<'shop_connected'>,
): Promise<Started | StartRefusal> {
  const connector = findConnector(platform);
  const method = connector?.methods[index];
  if (!connector || !method) return startRefused('UNKNOWN_PLATFORM');
  const store = await storeFind(deps.db, member.storeId);
  if (!store) return startRefused('STORE_NOT_FOUND');
  if (store.exampleOf !== null) return startRefused('EXAMPLE_STORE');
  if (store.testOf !== null) return startRefused('TEST_STORE');
  if (method.needsApp && !deps.appOf(platform)) return startRefused('APP_MISSING');
  const typed = typedInto(method, input);
  const missing = method.fields.find(({ name, required }) => required && (typed[name] ?? '') === '');
  if (missing) return startRefused('FIELD_MISSING', missing.name);
  if (method.kind === 'consent') {
    const begun = await beginConsent(deps, member, { platform, method, index, input: typed });
    return begun.ok ? { ok: true, redirectUrl: replaceHost(begun.url, deps.hosts), connectionId: null } : begun;
  }
  const call = trialCalls(deps, connector);
  const accepted = await orUnreachable(deps, () => method.complete(typed, { call, now: deps.clock() }));
  if (!accepted.ok) return accepted;
  const connectionId = await saveConnection(deps, member, { platform, accepted }, audit);
  return connectionId === undefined
    ? startRefused('TOO_MANY_CONNECTIONS')
    : { ok: true, redirectUrl: null, connectionId };
}

/** What was typed into the fields of a method, without white space around it. */
const typedInto = ({ fields }: ConnectMethod, input: FormInput): FormInput =>
  Object.fromEntries(fields.map(({ name }) => [name, (input[name] ?? '').trim()]));

/** Reads a connection's orders at once. False: the store has no such connection, or its shop cannot be called. */
export async function readNow(
  { db, clock }: Pick<ConnectorDeps, 'db' | 'clock'>,
  storeId: string,
  connectionId: string,
): Promise<boolean> {
  const connection = await connectionOf(db, storeId, connectionId);
  return connection !== undefined && platformConnectionHasten(db, connectionId, clock());
}

/**
 * CON10: disconnects a store from a shop; its orders stay. Then its webhooks are deleted at the platform, unless its credentials do not work
 * any more. False: the store has no such connection.
 */
export async function disconnect(
  deps: ConnectorDeps,
  storeId: string,
  connectionId: string,
  audit: Audit<'shop_disconnected'>,
): Promise<boolean> {
  const connection = await connectionOf(deps.db, storeId, connectionId);
  if (!connection) return false;
  const { platform, name } = connection;
  const ended = await inTransaction(deps.db, async (tx) => {
    if (!(await platformConnectionEnd(tx, connectionId, 'disconnected', deps.clock()))) return false;
    await audit(tx, { storeId, action: 'shop_disconnected', subjectId: connectionId, detail: `${platform}: ${name}` });
    return true;
  });
  if (ended && (connection.state === 'connected' || connection.state === 'suspended'))
    await removeWebhooks(deps, connection);
  return ended;
}

async function removeWebhooks(deps: ConnectorDeps, connection: PlatformConnection): Promise<void> {
  const connector = findConnector(connection.platform);
  const shop = openShop(deps, connection);
  if (!connector || !shop) return;
  const secrets = openSecrets(deps, connection);
  const call = trialCalls(deps, connector);
  const deliveryUrl = deliveryUrlOf(deps.baseUrl, connection, secrets);
  try {
    await connector.webhooks.remove({ ...shop, call, deliveryUrl, webhookSecret: secrets.webhook, now: deps.clock() });
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    deps.log.info({ kind: error.kind, detail: error.detail }, 'the webhooks of a shop could not be deleted');
  }
}

async function connectionOf(
  db: ConnectorDeps['db'],
  storeId: string,
  connectionId: string,
): Promise<PlatformConnection | undefined> {
  const found = isId(connectionId) ? await platformConnectionFind(db, connectionId) : undefined;
  return found?.storeId === storeId ? found : undefined;
}
