import type { KeyObject } from 'node:crypto';
import { channelProvidersOf } from './app/providers.ts';
import { MailThread } from './providers/channels/email/thread/mail-thread.ts';
import type { Providers } from './providers/channels/provider.ts';
import type { CheckoutCreation } from './shop/checkouts/create-checkout.ts';
import { checkoutStatements, batchCheckouts } from './shop/checkouts/insert-checkouts.ts';
import { systemClock, type Clock } from './base/clock.ts';
import type { Config } from './base/config/config.ts';
import { openCopilotModel, type CopilotModel } from './automations/copilot/models.ts';
import { Listeners, type Subscription } from './base/postgres/listener.ts';
import { oneDatabase, type UserDatabases } from './base/postgres/databases.ts';
import { isUnavailable, openPool, type Database } from './base/postgres/pool.ts';
import { CardAttempts } from './stores/limits/card-attempts.ts';
import { openLimits, sharedBy, type Limits } from './stores/limits/open-limits.ts';
import { SharedLimits } from './stores/limits/shared-limits.ts';
import { PageListeners } from './base/pubsub/page-listeners.ts';
import type { Logger } from './base/log/log.ts';
import { marksKey } from './base/links/tracking-links.ts';
import { newId } from './base/ids.ts';
import { openMetrics, type Metrics } from './base/telemetry/metrics.ts';
import { poolName } from './base/telemetry/pool-metrics.ts';
import { observeChannels, observePayments } from './providers/observe-providers.ts';
import { slowQueries } from './base/telemetry/slow-queries.ts';
import type { Tracer } from './base/telemetry/tracer.ts';
import { openOutgoing } from './base/net/http-client.ts';
import { destinationsOf, freightProvidersOf, providersOf } from './app/providers.ts';
import type { Destinations } from './providers/ads/index.ts';
import type { FreightProviders } from './providers/freight/index.ts';
import { CarrierCircuits } from './providers/connections/freight/carrier-circuits.ts';
import type { PaymentProviders } from './providers/payments/index.ts';
import { contactSecret } from './base/crypto/contact-hash.ts';
import { knownBrowserKeys, shopperCodeKeys } from './base/crypto/derive-keys.ts';
import { openPostalCodes, type FindPostalAddress } from './base/net/postal-code-lookup.ts';
import { credentialsKey } from './base/crypto/seal.ts';
import type { StoreRow } from './stores/queries/stores.ts';
import { VersionCache } from './automations/definitions/compiled-versions.ts';
import { forgetContact } from './privacy/forget-contact.ts';
import { sendsUpdates } from './automations/results/sends-updates.ts';
import { ApiCalls } from './stores/api-calls.ts';
import { ApiKeys } from './stores/api-key.ts';
import { storeChanges, StoreDirectory } from './stores/store-directory.ts';
import { webhookKey } from './stores/webhook-secret.ts';
import { unsubscribeKey } from './base/links/unsubscribe-link.ts';

/** Every dependency of the service, built once and passed along; nothing is imported as a global. */
export type Context = CheckoutCreation & {
  /** The database of users, their sessions and sign-in: that of shard 0. */
  usersDb: Database;
  /** The database of a store's shard; of an unknown shard usersDb. */
  storeDb: UserDatabases['storeDb'];
  /** The databases of stores that are open in this process. */
  openDbs: () => readonly Database[];
  /** The pool of the statements that store checkouts. */
  insertDb: Database;
  /** SHD3: an id for a new store, which determines its shard. */
  newStoreId: () => Promise<string>;
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Undefined: traces are not exported. */
  tracer: Tracer | undefined;
  directory: StoreDirectory;
  /** The log of API calls, for the page of keys. */
  apiCalls: ApiCalls;
  limits: Limits;
  /** COM23: counts attempts to pay by card. */
  cardAttempts: CardAttempts;
  /** CHK9: exchanges the counts of the limits with the other processes. */
  sharedLimits: SharedLimits;
  /** COM6: the key under which a store signs its events. */
  webhookKeyOf: (storeId: string) => Buffer;
  /** The key under which the credentials of stores are sealed. */
  credentialsKey: Buffer;
  payments: PaymentProviders;
  channelProviders: Providers;
  /** Makes previews and the few e-mails that the process sends itself. Workers have another, so that no preview waits behind their e-mails. */
  mailThread: MailThread;
  /** COM38: the destinations of conversions. */
  destinations: Destinations;
  freight: FreightProviders;
  /** COM32: which carriers are not asked for a while. */
  carrierCircuits: CarrierCircuits;
  /** COM32: how long all carriers have together. Reading and storing around it fit into the 1.5 s of the page. */
  quoteDeadlineMs: number;
  /** COM5: the open payment pages by checkout (migration 0004). */
  changes: PageListeners<void>;
  /** The open pages of the panel by store, with the ids of changed runs; empty: it is unknown which runs changed. */
  liveRuns: PageListeners<readonly string[]>;
  findPostalAddress: FindPostalAddress;
  /** COM8: the key of contact hashes (contact-hash.ts). */
  contactSecret: KeyObject;
  /** COM8: the key of unsubscribe links. */
  unsubscribeKey: Buffer;
  /** RUN8: the key of open and click links. */
  marksKey: Buffer;
  /** COM24: the keys of the cookie of browsers that entered a purchase's data. */
  knownBrowserKeys: Buffer;
  /** COM35: the keys of the hashes of one-time codes. */
  shopperCodeKeys: Buffer;
  /** EDT6: the model of the copilot; undefined: none is set up. */
  copilot: CopilotModel | undefined;
  /** COM26: whether an automation of the store sends e-mail about paid orders to this address. */
  sendsUpdates: (store: StoreRow, email: string) => Promise<boolean>;
  /** COM34: deletes the contact of a checkout without an order. */
  forgetContact: (checkout: { storeId: string; checkoutId: string }) => Promise<void>;
  /** The folder of the built panel; undefined: it is not served here. */
  panel: string | undefined;
  /** Whether an error means that PostgreSQL is away for the moment: the request may be repeated. */
  isDatabaseAway: (error: unknown) => boolean;
  /** Whether the process is shutting down: /health/ready responds 503, and connections are closed after their response. */
  draining: boolean;
  /** Requests wait for this promise while the listening socket is being closed. */
  hold: Promise<void> | undefined;
  dispose: () => Promise<void>;
};

/** What a context is made from; tests pass their own clock or log. */
export type ContextDeps = {
  config: Config;
  connectionString: string;
  secret: string;
  /** Without a trailing slash. */
  baseUrl: string;
  log: Logger;
  clock?: Clock;
  metrics?: Metrics;
  tracer?: Tracer | undefined;
  /** The folder of the built panel. */
  panel?: string;
  /** Absent: shard 0. */
  shard?: number;
  /** The connections on which the process listens. Absent: it has one of its own. */
  listeners?: Listeners;
  /** What the shards of one process share. */
  ofProcess?: Pick<Context, 'limits' | 'sharedLimits' | 'newStoreId'>;
  /** The databases of users and of other stores, which the caller closes. Absent: all are in this one. */
  databases?: UserDatabases;
};

/** Builds the context of one process. It connects only when it is used, except for the connection that listens for notifications. */
export function openContext(deps: ContextDeps): Context {
  const { config, log, clock = systemClock, metrics = openMetrics(), tracer } = deps;
  const db = openWatchedPool(deps, metrics, { name: 'http', size: config.databasePool });
  const directory = new StoreDirectory(db, clock);
  const changes: Context['changes'] = new PageListeners(10);
  const liveRuns: Context['liveRuns'] = new PageListeners(100);
  const listening = listenForUpdates(deps, { directory, changes, liveRuns });
  const insertDb = openWatchedPool(deps, metrics, { name: 'checkouts', size: checkoutStatements, pipeline: true });
  const checkouts = batchCheckouts(insertDb, deps.connectionString, (rows) => metrics.insertBatch.observe(rows));
  const apiCalls = new ApiCalls({ db, clock, log });
  const limiting = openLimiting(deps, db, clock);
  const mailThread = new MailThread();
  return {
    config,
    ...(deps.databases ?? oneDatabase(db)),
    openDbs: () => [db],
    db,
    insertDb,
    log,
    metrics,
    tracer,
    directory,
    clock,
    keys: new ApiKeys(deps.secret),
    apiCalls,
    baseUrl: deps.baseUrl,
    ...limiting,
    webhookKeyOf: (storeId) => webhookKey(deps.secret, storeId),
    ...deriveKeys(deps.secret),
    copilot: config.copilot && openCopilotModel(config.copilot),
    panel: deps.panel,
    ...ofHigherSubjects(deps, db, clock),
    payments: observePayments(providersOf(config, db, clock), { metrics, tracer }),
    mailThread,
    channelProviders: observeChannels(channelProvidersOf(config, db, mailThread), { metrics, tracer }),
    destinations: destinationsOf(config, clock),
    freight: freightProvidersOf(config, clock),
    carrierCircuits: new CarrierCircuits(),
    quoteDeadlineMs: 1_300,
    changes,
    liveRuns,
    findPostalAddress: openPostalCodes(
      openOutgoing({ allowPrivate: config.allowPrivateAddresses }),
      config.cepLookupUrls,
    ),
    newStoreId: deps.ofProcess?.newStoreId ?? (() => Promise.resolve(newId())),
    insert: (checkout) => checkouts.insert(checkout),
    inProgress: new Set(),
    draining: false,
    isDatabaseAway: isUnavailable,
    hold: undefined,
    async dispose() {
      await listening.stop();
      if (!deps.ofProcess) await limiting.sharedLimits.stop();
      await apiCalls.flush();
      await mailThread.close();
      await Promise.all([db.end(), insertDb.end()]);
    },
  };
}

/** Passes the database's notifications on to the cache of stores and to open pages. */
const listenForUpdates = (
  { connectionString, listeners = new Listeners() }: ContextDeps,
  { directory, changes, liveRuns }: Pick<Context, 'directory' | 'changes' | 'liveRuns'>,
): Subscription =>
  listeners.listen(connectionString, {
    channels: {
      ...storeChanges(directory),
      checkout_changed: (checkoutId) => checkoutId !== undefined && changes.notify(checkoutId),
      run_updated(payload) {
        const [storeId, ...runIds] = payload?.split(' ') ?? [];
        liveRuns.notify(storeId, runIds);
      },
    },
    onGap: () => {
      directory.forget();
      changes.notify(undefined);
      liveRuns.notify(undefined, []);
    },
  });

/** The keys derived from the server's secret. */
const deriveKeys = (
  secret: string,
): Pick<
  Context,
  'credentialsKey' | 'contactSecret' | 'unsubscribeKey' | 'marksKey' | 'knownBrowserKeys' | 'shopperCodeKeys'
> => ({
  credentialsKey: credentialsKey(secret),
  contactSecret: contactSecret(secret),
  unsubscribeKey: unsubscribeKey(secret),
  marksKey: marksKey(secret),
  shopperCodeKeys: shopperCodeKeys(secret),
  knownBrowserKeys: knownBrowserKeys(secret),
});

/** Functions of subjects that other subjects need, but do not import. */
function ofHigherSubjects(
  { secret }: ContextDeps,
  db: Database,
  clock: Clock,
): Pick<Context, 'sendsUpdates' | 'forgetContact'> {
  const deps = { db, clock, contactSecret: contactSecret(secret) };
  const plans = new VersionCache();
  return {
    sendsUpdates: (store, email) => sendsUpdates(deps, plans, store, email),
    forgetContact: (checkout) => forgetContact(deps, checkout),
  };
}

/** Counters of requests, contacts and card attempts. */
function openLimiting(
  { config, log, secret, ofProcess }: ContextDeps,
  db: Database,
  clock: Clock,
): Pick<Context, 'limits' | 'sharedLimits' | 'cardAttempts'> {
  const cardAttempts = new CardAttempts({ db, clock, contactSecret: contactSecret(secret) });
  if (ofProcess) return { limits: ofProcess.limits, sharedLimits: ofProcess.sharedLimits, cardAttempts };
  const limits = openLimits(config);
  return { limits, sharedLimits: new SharedLimits({ db, clock, log }, sharedBy(limits)), cardAttempts };
}

function openWatchedPool(
  { config, connectionString, log, shard }: ContextDeps,
  metrics: Metrics,
  { name, size, pipeline = false }: { name: 'http' | 'checkouts'; size: number; pipeline?: boolean },
): Database {
  const lost = (error: Error): void => log.warn({ err: error }, 'connection lost');
  const slow = slowQueries({ log, metrics }, name, config.slowQueryMs);
  const db = openPool(connectionString, size, lost, { ...slow, pipeline, shard });
  metrics.watchPool(poolName(name, shard), db);
  return db;
}
