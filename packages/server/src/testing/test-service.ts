import { unaudited } from '../members/audit/testing/unaudited.ts';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../base/config/config.ts';
import { declaredSettings } from '../app/providers.ts';
import { openContext, type Context } from '../context.ts';
import { createApp } from '../app/http/app.ts';
import { openLog, unfiltered } from '../base/log/log.ts';
import { openMetrics } from '../base/telemetry/metrics.ts';
import { openTracing } from '../base/telemetry/open-tracing.ts';
import { createKey, createStore } from '../stores/manage-stores.ts';
import { databaseUrl, serviceUrl } from './global-setup.ts';
import { expectNoSecretsIn } from './log-scan.ts';
import type { splitDatabase } from './split-database.ts';

/** A database of a test. */
export type TestDatabase = {
  /** Connects as the service's role (CHK25). */
  url: string;
  /** Connects as the owner of its tables. */
  ownerUrl: string;
  name: string;
  /** Runs statements that the service's role may not run, on a separate connection. */
  asOwner: (sql: string) => Promise<void>;
  drop: () => Promise<void>;
};

/** Clones the migrated database of a server; `drop` removes the clone. */
export async function cloneDatabase(server = inject('postgres')): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (connectionString: string, sql: string): Promise<void> => {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  // Copying files is cheaper than copying pages, which go through the buffers and the log.
  await run(server, `create database ${name} template retoma_template strategy file_copy`);
  const ownerUrl = databaseUrl(server, name);
  return {
    url: serviceUrl(ownerUrl),
    ownerUrl,
    name,
    asOwner: (sql) => run(ownerUrl, sql),
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  };
}

/** The service on a free port with a separate database and one store. */
export type TestService = {
  baseUrl: string;
  app: FastifyInstance;
  context: Context;
  databaseUrl: string;
  /** The database's URL for the owner of its tables; `asOwner` runs statements that the service's role may not run. */
  ownerUrl: string;
  asOwner: TestDatabase['asOwner'];
  storeId: string;
  checkoutKey: string;
  secretKey: string;
  /** The log lines; `stop` fails if they contain forbidden data. */
  logged: string[];
  /** Advances the service's clock, in milliseconds. */
  pass: (ms: number) => void;
  post: (body: unknown, headers?: Record<string, string>) => Promise<Response>;
  count: (table: string) => Promise<number>;
  stop: () => Promise<void>;
};

/** Options of `startTestService`. `server`: another PostgreSQL than that of the test run. `split`: users and stores in databases apart. */
export type TestServiceOptions = { readonly server?: string; readonly split?: typeof splitDatabase };

/** Starts a test service. `environment`: environment variables. */
export async function startTestService(
  environment: Record<string, string> = {},
  { server, split }: TestServiceOptions = {},
): Promise<TestService> {
  const database = await cloneDatabase(server);
  const apart = await split?.(database);
  const logged: string[] = [];
  let shift = 0;
  const config = readConfig({ LOG_LEVEL: 'debug', ...environment }, declaredSettings);
  const log = openLog(config.logLevel, { write: (line: string) => void logged.push(line) }, unfiltered);
  const metrics = openMetrics();
  const tracer = await openTracing(config.tracing, { log, dropped: metrics.spansDropped });
  const context = openContext({
    config,
    metrics,
    tracer,
    log,
    connectionString: database.url,
    secret: 'a secret for tests of thirty-two characters',
    baseUrl: 'https://pay.retoma.example',
    clock: () => Date.now() + shift,
    ...(apart && { databases: apart.databases }),
  });
  const app = createApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { storeId } = await createStore(context.db, 'Loja Aurora');
  const checkoutKey = (await createKey(context.db, context.keys, storeId, 'checkout', unaudited))!.key;
  const secretKey = (await createKey(context.db, context.keys, storeId, 'secret', unaudited))!.key;
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${baseUrl}/stores/external/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': checkoutKey, ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
  const count = async (table: string): Promise<number> =>
    (await context.db.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]!.count;
  return {
    baseUrl,
    app,
    context,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    asOwner: database.asOwner,
    storeId,
    checkoutKey,
    secretKey,
    logged,
    post,
    count,
    pass: (ms) => void (shift += ms),
    async stop() {
      // Waiting for idle connections would take until their keep-alive timeout.
      app.server.closeAllConnections();
      await app.close();
      await context.dispose();
      await apart?.close();
      await tracer?.close();
      await database.drop();
      expectNoSecretsIn(logged);
    },
  };
}

/** The smallest acceptable request. */
export const smallCart = {
  cart: { items: [{ title: 'Camiseta', quantity: 2, unitPrice: 4990, image: 'https://loja.example/c.png' }] },
};
