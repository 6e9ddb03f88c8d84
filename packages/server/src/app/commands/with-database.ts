import { MailThread } from '../../providers/channels/email/thread/mail-thread.ts';
import { channelProvidersOf } from '../providers.ts';
import type { Providers } from '../../providers/channels/provider.ts';
import type { Activity, Audit } from '../../http/audit-actions.ts';
import { auditAs } from '../../members/audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { readConfig } from '../../base/config/config.ts';
import { declaredSettings } from '../providers.ts';
import { explainFileError } from '../../base/postgres/embedded/data-folder.ts';
import { openDatabase } from '../../base/postgres/open-database.ts';
import type { UserDatabases } from '../../base/postgres/databases.ts';
import { openPool, type Database, type PoolOptions } from '../../base/postgres/pool.ts';
import { openLog } from '../../base/log/log.ts';
import type { WebhookDeps } from '../../shop/webhooks/manage-endpoints.ts';
import type { OrderDeps } from '../../shop/orders/order-deps.ts';
import { providersOf } from '../providers.ts';
import type { AuthDeps } from '../../members/auth-deps.ts';
import type { PrivacyDeps } from '../../privacy/privacy-deps.ts';
import { contactSecret } from '../../base/crypto/contact-hash.ts';
import { credentialsKey as credentialsKeyOf } from '../../base/crypto/seal.ts';
import { readSecret } from '../../base/crypto/derive-keys.ts';
import { ApiKeys } from '../../stores/api-key.ts';
import { webhookKey } from '../../stores/webhook-secret.ts';
import type { ShardDeps } from '../shards/create-shard.ts';
import { openShardDatabases, type ShardDatabases } from './shard-databases.ts';
import { Closers } from '../../base/shutdown.ts';

/** What a short command receives. `migrated`: names of the migrations that ran before it. */
export type CommandContext = {
  /** The database of the shard that the command is for. */
  db: Database;
  /** The database of users, their sessions and sign-in: that of shard 0. */
  usersDb: Database;
  /** The database of a store's shard; of an unknown shard usersDb. */
  storeDb: UserDatabases['storeDb'];
  /** For the commands that change the map of the shards. */
  shards: ShardDeps;
  /** The databases of all shards. */
  databases: ShardDatabases;
  keys: ApiKeys;
  webhookKeyOf: (storeId: string) => Buffer;
  /** The key under which the credentials of stores are sealed. */
  credentialsKey: Buffer;
  clock: Clock;
  /** AUT6: audits as the command line. */
  audit: Audit<Activity>;
  channelProviders: Providers;
  mailThread: MailThread;
  /** Without a trailing slash. */
  baseUrl: string;
  /** For requests to payment providers. */
  orders: OrderDeps;
  /** WHK7: for the endpoints of stores. */
  webhooks: WebhookDeps;
  /** COM8: for users and for data of shoppers. */
  people: PrivacyDeps & AuthDeps;
  migrated: string[];
  /** CHK25: whether the service's role owns none of the tables. */
  rolesSplit: boolean;
  /** RUN20: by how much this machine is ahead of the database, in milliseconds. */
  skewMs: number;
};

/**
 * Runs one short command on the service's database, migrated: that of DATABASE_URL, or the embedded one, which is started for the command
 * unless a running service has started it. `pool`: for a command that reads much.
 */
export async function withDatabase<T>(
  environment: Record<string, string | undefined>,
  command: (context: CommandContext) => Promise<T>,
  pool: PoolOptions = {},
): Promise<T> {
  const config = readConfig(environment, declaredSettings);
  const closers = new Closers();
  try {
    const database = await openDatabase(config);
    closers.add(database.close);
    const { migrated, rolesSplit } = database;
    const { now: clock, skewMs } = database.clock;
    const usersDb = openPool(database.connectionString, 3, () => {}, pool);
    closers.add(() => usersDb.end());
    const mailThread = new MailThread();
    closers.add(() => mailThread.close());
    const secret = readSecret(config.secret, config.home);
    const webhookKeyOf = (storeId: string): Buffer => webhookKey(secret, storeId);
    const credentialsKey = credentialsKeyOf(secret);
    const shards = { db: usersDb, key: credentialsKey, ofShard0: database, clock };
    const databases = await openShardDatabases(shards, pool, closers);
    const db = databases.ofShard(config.shard);
    const orders: OrderDeps = {
      db,
      credentialsKey,
      clock,
      log: openLog(config.logLevel),
      payments: providersOf(config, db, clock),
      baseUrl: config.baseUrl ?? `http://127.0.0.1:${config.port}`,
    };
    const { storeDb } = databases;
    const people = { db, usersDb, storeDb, clock, contactSecret: contactSecret(secret) };
    const webhooks = { db, clock, credentialsKey, allowPrivate: config.allowPrivateAddresses };
    return await command({
      webhooks,
      db,
      usersDb,
      storeDb,
      shards,
      databases,
      keys: new ApiKeys(secret),
      webhookKeyOf,
      credentialsKey,
      clock,
      audit: auditAs({ userId: null, clock }),
      mailThread,
      channelProviders: channelProvidersOf(config, db, mailThread),
      baseUrl: orders.baseUrl,
      orders,
      people,
      migrated,
      rolesSplit,
      skewMs,
    });
  } catch (error) {
    throw explainFileError(error, config.home);
  } finally {
    await closers.close();
  }
}
