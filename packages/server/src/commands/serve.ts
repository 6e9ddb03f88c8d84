import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pino from 'pino';
import { readConfig, type Config } from '../config/config.ts';
import { paymentSettings } from '../payments/index.ts';
import { openContext, type Context } from '../context.ts';
import { openDatabase } from '../db/open-database.ts';
import { rolesNotSplit } from '../db/roles.ts';
import { closeApp, createApp } from '../http/app.ts';
import { openLog, type Logger } from '../platform/log.ts';
import { openMail } from '../platform/service-mail.ts';
import { openMetrics } from '../observability/metrics.ts';
import { openTracing } from '../observability/open-tracing.ts';
import { readSecret } from '../crypto/derive-keys.ts';
import type { DemoStore } from '../stores/manage-stores.ts';
import { Closers } from '../platform/shutdown.ts';
import { ensureDemoUser, type DemoUser } from './demo/ensure-demo-user.ts';
import { ensureDemo } from './demo/ensure-demo.ts';
import { runWorkers } from '../workers.ts';

/** How the service is started. */
export type ServeOptions = {
  environment: Record<string, string | undefined>;
  /** False: only the API; workers run in other processes. */
  workers: boolean;
  /** Create the demo store, and write the log to a file instead of the terminal. */
  demo: boolean;
  /** The folder of the built panel; absent: the panel is not served. */
  panel?: string;
  onProgress?: (step: string) => void;
};

/** A running service. */
export type Service = {
  baseUrl: string;
  embedded: boolean;
  logFile: string | undefined;
  demo: (DemoStore & { user: DemoUser }) | undefined;
  /** Stops in this order: new connections, responses in progress, workers, database pools, PostgreSQL. Safe to call twice. */
  stop: () => Promise<void>;
};

/** Starts the service and resolves once it listens. On failure it closes what it opened and throws an error with a message for people. */
export async function serve(options: ServeOptions): Promise<Service> {
  const config = readConfig(options.environment, paymentSettings);
  const closers = new Closers();
  try {
    return await start(config, options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(config: Config, options: ServeOptions, closers: Closers): Promise<Service> {
  const { log, file } = logFor(config, options.demo);
  const database = await openDatabase(config, options.onProgress);
  closers.add(database.close);
  if (!database.rolesSplit) log.warn(rolesNotSplit);
  const secret = readSecret(config.secret, config.home);
  const metrics = openMetrics();
  const tracer = await openTracing(config.tracing, { log, dropped: metrics.spansDropped });
  if (tracer) closers.add(() => tracer.close());
  const context = openContext({
    config,
    metrics,
    tracer,
    connectionString: database.connectionString,
    secret,
    baseUrl: '',
    log,
    ...(options.panel && { panel: options.panel }),
  });
  closers.add(() => context.dispose());
  if (options.workers) {
    const { connectionString } = database;
    const { retention, slowQueryMs } = config;
    const parts = {
      connectionString,
      log,
      metrics,
      tracer,
      slowQueryMs,
      secret,
      baseUrl: () => context.baseUrl,
      retention,
      payments: config,
      mail: openMail(config),
      outgoing: { allowPrivate: config.allowPrivateAddresses },
    };
    closers.add(runWorkers(parts).stop);
  }
  const demo = options.demo ? await makeDemo(context) : undefined;
  const port = await listenHttp(context, closers);
  const baseUrl = config.baseUrl ?? `http://${urlHost(config.host)}:${port}`;
  context.baseUrl = baseUrl;
  log.info({ baseUrl, embedded: database.embedded }, 'listening');
  return { baseUrl, embedded: database.embedded, logFile: file, demo, stop: () => closers.close() };
}

async function makeDemo(context: Context): Promise<Service['demo']> {
  const store = await ensureDemo(context);
  return { ...store, user: await ensureDemoUser(context, context.config.home, store.storeId) };
}

async function listenHttp(context: Context, closers: Closers): Promise<number> {
  const { host, port, shutdownDrainMs } = context.config;
  const app = createApp(context);
  closers.add(() => closeApp(app, context, app.server.listening ? shutdownDrainMs : 0));
  try {
    await app.listen({ host, port });
    return (app.server.address() as AddressInfo).port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} on ${host} is taken by another program (maybe Retoma already runs).\nChoose another one: PORT=${port + 1} npm start`,
      { cause: error },
    );
  }
}

function logFor(config: Config, demo: boolean): { log: Logger; file: string | undefined } {
  if (!demo) return { log: openLog(config.logLevel), file: undefined };
  fs.mkdirSync(config.home, { recursive: true });
  const file = path.join(config.home, 'retoma.log');
  return { log: openLog(config.logLevel, pino.destination({ dest: file, sync: false, append: true })), file };
}

const urlHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
