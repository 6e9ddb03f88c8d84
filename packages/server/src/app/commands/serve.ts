import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pino from 'pino';
import type { Config } from '../../base/config/config.ts';
import { openContext, type Context } from '../../context.ts';
import { closeApp, createApp } from '../http/app.ts';
import { openLog, type Logger } from '../../base/log/log.ts';
import type { DemoStore } from '../../stores/manage-stores.ts';
import type { Closers } from '../../base/shutdown.ts';
import { openProcess, startProcess } from './open-process.ts';
import { ensureDemoUser, type DemoUser } from './demo/ensure-demo-user.ts';
import { ensureDemo } from './demo/ensure-demo.ts';
import { runWorkers } from '../workers.ts';
import { serveShards, type ShardService } from './serve-shards.ts';
import { routeToShards } from '../http/route-to-shards.ts';
import type { OpenShards } from '../shards/open-shards.ts';

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
export const serve = (options: ServeOptions): Promise<Service> =>
  startProcess(options.environment, (config, closers) => start(config, options, closers));

async function start(config: Config, options: ServeOptions, closers: Closers): Promise<Service> {
  const { log, file } = logFor(config, options.demo);
  const parts = await openProcess(config, log, closers, options.onProgress);
  const { embedded } = parts;
  // Without BASE_URL the address is known only after listening. It is then `http:`, so nothing that depends on `https:` changes later.
  const baseUrl = config.baseUrl ?? '';
  const context = openContext({ ...parts, baseUrl, ...(options.panel && { panel: options.panel }) });
  closers.add(() => context.dispose());
  const shards = serveShards(parts, context, { withWorkers: options.workers });
  if (options.workers && (config.shards?.has(0) ?? true)) {
    const { usersDb, storeDb } = context;
    closers.add(runWorkers({ ...parts, databases: { usersDb, storeDb }, baseUrl: () => context.baseUrl }).stop);
  }
  closers.add(() => shards.stop());
  await shards.start(parts.connectionString);
  const demo = options.demo ? await makeDemo(context) : undefined;
  const port = await listenHttp(context, shards, closers);
  const address = baseUrl || `http://${urlHost(config.host)}:${port}`;
  for (const served of [context, ...shards.all().map((shard) => shard.context)]) served.baseUrl = address;
  log.info({ baseUrl: address, embedded }, 'listening');
  return { baseUrl: address, embedded, logFile: file, demo, stop: () => closers.close() };
}

async function makeDemo(context: Context): Promise<Service['demo']> {
  const store = await ensureDemo(context);
  return { ...store, user: await ensureDemoUser(context, context.config.home, store.storeId) };
}

async function listenHttp(context: Context, shards: OpenShards<ShardService>, closers: Closers): Promise<number> {
  const { host, port, shutdownDrainMs } = context.config;
  const app = createApp(context);
  closers.add(() => closeApp(app, context, app.server.listening ? shutdownDrainMs : 0));
  await routeToShards(app, context, shards);
  try {
    await app.listen({ host, port });
    return (app.server.address() as AddressInfo).port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} on ${host} is already in use; Retoma may already be running.\nTo use another port: PORT=${port + 1} npm start`,
      { cause: error },
    );
  }
}

function logFor(config: Config, demo: boolean): { log: Logger; file: string | undefined } {
  if (!demo) return { log: openLog(config.logLevel), file: undefined };
  fs.mkdirSync(config.home, { recursive: true });
  // The log is opened later, where a failure would end the process without a reason.
  fs.accessSync(config.home, fs.constants.W_OK);
  const file = path.join(config.home, 'retoma.log');
  // It may name what a demo store's visitors typed; one that an earlier release made is readable by all.
  if (fs.existsSync(file)) fs.chmodSync(file, 0o600);
  return {
    log: openLog(config.logLevel, pino.destination({ dest: file, sync: false, append: true, mode: 0o600 })),
    file,
  };
}

const urlHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
