import { spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ensureDemo } from '../packages/server/src/app/commands/demo/ensure-demo.ts';
import { createApp } from '../packages/server/src/app/http/app.ts';
import { newUser, password } from '../packages/server/src/app/http/panel/testing/browser.ts';
import { openLog } from '../packages/server/src/base/log/log.ts';
import { buyTestCart } from '../packages/server/src/shop/orders/buy-test-cart.ts';
import { openEngineMetrics } from '../packages/server/src/automations/engine/engine-metrics.ts';
import { openEngine } from '../packages/server/src/automations/engine/open-engine.ts';
import { pollOnce } from '../packages/server/src/testing/test-engine.ts';
import { startTestService, type TestService } from '../packages/server/src/testing/test-service.ts';
import { StatementCounter, type StatementCounts } from './statements.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The number of purchases: with three, a page that runs one statement for each row of a list exceeds its budget. */
const sales = 3;

/** Longer than any cache of the panel's API, in milliseconds. So each request also updates the session's last use. */
const cacheMs = 60_000;

/** A request that a page has made. */
export type PanelCall = {
  readonly method: 'GET' | 'POST';
  /** The path with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** The service with the built panel and a store with sales; counts the statements of each request. */
export type PanelService = {
  readonly baseUrl: string;
  readonly user: { email: string; password: string };
  readonly app: FastifyInstance;
  /** Paths of every page below `/panel`, by the page's name in the budget. */
  readonly pages: Readonly<Record<string, string>>;
  /** The statements of one request of the panel, and the name of its route. */
  readonly statementsOf: (call: PanelCall) => Promise<{ route: string; counts: StatementCounts }>;
  readonly stop: () => Promise<void>;
};

/** Starts the service. The panel is built first if its sources have changed. */
export async function startPanelService(): Promise<PanelService> {
  const script = path.join(root, 'scripts', 'build-assets.ts');
  const built = spawnSync(process.execPath, [script, 'panel'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the panel could not be built');
  const service = await startTestService({ CEP_LOOKUP_URL: 'off' });
  const { context } = service;
  const storeId = await sell(service);
  const email = 'ana@loja.example';
  await newUser({ ...service, storeId }, email, 'owner');
  context.panel = path.join(root, 'packages', 'panel', 'dist');
  const counter = new StatementCounter(context.db, context.insertDb);
  const app = createApp(context);
  const routes = new Map<string, string>();
  app.addHook('onRequest', ({ method, raw, routeOptions }, _reply, done) => {
    routes.set(raw.url!, `${method} ${(routeOptions.url ?? '').replace('/panel/api', '')}`);
    done();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  // The server accepts the panel's requests from this origin only.
  context.baseUrl = baseUrl;
  return {
    baseUrl,
    app,
    user: { email, password },
    pages: await pagesOf(service, storeId),
    async statementsOf({ method, url, headers, body }) {
      // Caches are expired before each request, so that no figure depends on earlier requests.
      service.pass(cacheMs);
      context.directory.forget();
      await counter.idle();
      counter.take();
      const request = { method, url, headers, ...(body !== null && { payload: body }) } as const;
      const { statusCode, stream } = await app.inject({ ...request, payloadAsStream: true });
      if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`);
      stream().destroy();
      await counter.idle();
      return { route: routes.get(url)!, counts: counter.take() };
    },
    async stop() {
      await app.close();
      await service.stop();
    },
  };
}

/** Opens the demo store and makes purchases in the sandbox, with their messages; returns the store's id. */
async function sell({ context }: TestService): Promise<string> {
  const { storeId } = await ensureDemo(context);
  const store = (await context.directory.find(storeId))!;
  for (let sale = 0; sale < sales; sale++) {
    const bought = await buyTestCart(context, store);
    if (!bought.ok) throw new Error(bought.code);
  }
  const engine = openEngine({
    db: context.db,
    clock: context.clock,
    log: openLog('warn', { write: () => {} }),
    metrics: openEngineMetrics(context.metrics.registry),
    findStore: (id) => context.directory.find(id),
    providers: context.channelProviders,
    baseUrl: () => context.baseUrl,
    secret: 'a secret for tests of thirty-two characters',
    leaseMs: 60_000,
    timeoutMs: 30_000,
  });
  while ((await pollOnce(engine)) > 0) await setImmediate();
  return storeId;
}

async function pagesOf({ context }: TestService, storeId: string): Promise<Record<string, string>> {
  const first = async (column: string, table: string): Promise<string> => {
    const sql = `select ${column} as id from ${table} where store_id = $1 order by ${column} limit 1`;
    return (await context.db.query<{ id: string }>(sql, [storeId])).rows[0]!.id;
  };
  const automation = `automations/${await first('automation_id', 'automations')}`;
  const below = {
    home: '',
    automations: 'automations',
    templates: 'automations/templates',
    import: 'automations/import',
    editor: automation,
    results: `${automation}/results`,
    runs: 'runs',
    run: `runs/${await first('run_id', 'runs')}`,
    messages: 'messages',
    checkouts: 'checkouts',
    checkout: `checkouts/${await first('checkout_id', 'checkouts')}`,
    orders: 'orders',
    order: `orders/${await first('order_id', 'orders')}`,
    leads: 'leads',
    inbox: 'inbox',
    ...Object.fromEntries(settings.map((section) => [`settings, ${section}`, `settings/${section}`])),
  };
  const ofStore = Object.entries(below).map(([name, at]) => [name, `/panel/${storeId}${at && `/${at}`}`] as const);
  return { 'sign-in': '/panel/sign-in', account: '/panel/account', ...Object.fromEntries(ofStore) };
}

const settings = 'store keys channels domains appearance payments prices shipping sending team activity privacy'.split(
  ' ',
);
