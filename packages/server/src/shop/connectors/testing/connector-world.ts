// A store, the service with its automations and workers, and a shop at its platform, for the proofs that run with every connector. All have
// one clock, which moves by `pass` only. Requests to the service pass a front, which loses or keeps them as a network does.
import type { Steps, Trigger } from '@retoma/flow';
import { createApp } from '../../../app/http/app.ts';
import { notifyOwners } from '../../../app/jobs/notify-owners.ts';
import { answerPlatformRequests } from '../../../app/jobs/platform-privacy.ts';
import { declaredSettings } from '../../../app/providers.ts';
import { readConfig } from '../../../base/config/config.ts';
import { openLog, unfiltered } from '../../../base/log/log.ts';
import type { ServiceMail } from '../../../base/service-mail.ts';
import { openContext, type Context } from '../../../context.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { createUser } from '../../../members/create-user.ts';
import { grantMembership } from '../../../members/memberships.ts';
import { openSession } from '../../../members/sessions.ts';
import { rowsWith } from '../../../testing/rows-with.ts';
import { startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { disconnect, listConnections, startConnection, type ShopConnection } from '../connecting/manage-connections.ts';
import { connectorDepsOf, type ConnectorDeps } from '../connector-deps.ts';
import { connectionWorker } from '../reading/connection-worker.ts';
import { agreeOn } from './agree.ts';
import { Killed, killedDatabase } from './killed-database.ts';
import type { PlatformServer } from './platform-server.ts';
import { ServiceFront } from './service-front.ts';
import { ShopHistory } from './shop-history.ts';
import type { TestedPlatform } from './tested-platforms.ts';

/** In milliseconds. */
const minute = 60_000;
const secret = 'a secret for tests of thirty-two characters';
/** How often a worker takes a shop at one instant; a run lasts half a minute, and a platform may allow two calls a second. */
const mostRuns = 500;
const ownerEmail = 'dona@loja.example';

/** An order of ours: what is compared with the shop's. */
export type OurOrder = {
  readonly id: string;
  readonly status: string;
  readonly total: number | null;
  readonly trackingCode: string | null;
};

/** A run. `order` and `cart`: the platform's id of the order, the token of the cart. */
export type OurRun = {
  readonly order: string | null;
  readonly cart: string | null;
  readonly status: string;
  readonly reason: string | null;
};

/** Opens a world with one shop of the platform, not yet connected. */
export async function openConnectorWorld(tested: TestedPlatform): Promise<ConnectorWorld> {
  const engine = await startTestEngine();
  const front = new ServiceFront();
  const baseUrl = await front.listen();
  const app = { id: '4321', secret: 'an app secret of the platform' };
  const appAddress = (): string => `${baseUrl}/connect/${tested.platform}/app`;
  const server = await tested.openShopServer({ now: engine.now(), app, appAddress, allowHttp: true });
  const name = tested.platform.toUpperCase();
  const settings = {
    LOG_LEVEL: 'debug',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    [`${name}_APP_ID`]: app.id,
    [`${name}_APP_SECRET`]: app.secret,
    PLATFORM_HOSTS: server.hosts.map((host) => `${host}=${server.url}`).join(),
  };
  const context = openContext({
    config: readConfig(settings, declaredSettings),
    connectionString: engine.databaseUrl,
    secret,
    baseUrl,
    clock: engine.now,
    log: openLog('debug', { write: (line: string) => void engine.logged.push(line) }, unfiltered),
  });
  front.app = createApp(context);
  await front.app.ready();
  const { userId } = (await createUser(context.usersDb, ownerEmail, 'uma senha comprida'))!;
  await grantMembership(context, { storeId: engine.storeId, email: ownerEmail }, 'owner', unaudited);
  return new ConnectorWorld(tested, { engine, front, server, context, userId });
}

type WorldParts = {
  readonly engine: TestEngine;
  readonly front: ServiceFront;
  readonly server: PlatformServer;
  readonly context: Context;
  readonly userId: string;
};

/** A store of one owner, and a shop at its platform. */
export class ConnectorWorld {
  readonly tested: TestedPlatform;
  readonly engine: TestEngine;
  readonly front: ServiceFront;
  readonly server: PlatformServer;
  readonly shop: ShopHistory;
  /** The e-mails to the owner. */
  readonly mails: ServiceMail[] = [];
  /** How many workers were killed. */
  kills = 0;
  readonly #context: Context;
  readonly #userId: string;
  readonly #deps: ConnectorDeps;
  readonly #actions = new Map<string, () => void>();
  #worker: ReturnType<typeof connectionWorker>;

  constructor(tested: TestedPlatform, { engine, front, server, context, userId }: WorldParts) {
    this.tested = tested;
    this.engine = engine;
    this.front = front;
    this.server = server;
    this.shop = new ShopHistory(server, tested.connector.capabilities);
    this.#context = context;
    this.#userId = userId;
    this.#deps = {
      ...connectorDepsOf(context),
      // The platform counts its rate on its own clock.
      sleep: (ms) => this.pass(ms),
    };
    this.#worker = this.#startWorker();
  }

  /** Publishes an automation that sends one message after some minutes; returns its id. */
  publish(trigger: Trigger, { minutes = 0, settings = {} } = {}): Promise<string> {
    const remind = { type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Olá' } };
    const steps = [...(minutes > 0 ? [{ type: 'delay', minutes }] : []), remind];
    return this.engine.publish({ trigger_event: trigger, steps: steps as unknown as Steps, settings });
  }

  /** Connects by a method of the connector, as an owner does; returns the connection's id. */
  async connect(method = 0): Promise<string> {
    const { platform } = this.tested;
    const { storeId } = this.engine;
    const userId = this.#userId;
    const request = { platform, method, input: this.server.formInput(method) };
    const started = await startConnection(this.#deps, { storeId, userId }, request, unaudited);
    if (!started.ok) throw new Error(started.code);
    if (started.connectionId !== null) return started.connectionId;
    const back = new URL(await agreeOn(started.redirectUrl));
    const token = await openSession(this.#context.usersDb, { userId, at: this.engine.now() });
    const answered = await fetch(back, { redirect: 'manual', headers: { cookie: `retoma=${token}` } });
    const page = new URL(answered.headers.get('location') ?? '', back);
    const connectionId = page.searchParams.get('connected');
    if (connectionId === null) throw new Error(`not connected: ${answered.status} ${page.search}`);
    return connectionId;
  }

  disconnect(connectionId: string): Promise<boolean> {
    return disconnect(this.#deps, this.engine.storeId, connectionId, unaudited);
  }

  /** The store's connection. */
  async connection(): Promise<ShopConnection> {
    const [found, ...others] = await listConnections(this.#deps, this.engine.storeId);
    if (!found || others.length > 0) throw new Error(`${others.length + 1} connections`);
    return found;
  }

  /** How many connections fulfil a condition of SQL. */
  async stored(condition: string): Promise<number> {
    const { rows } = await this.engine.db.query<{ count: number }>(
      `select count(*) from platform_connections where ${condition}`,
    );
    return rows[0]!.count;
  }

  /** Every row that contains a text. */
  holds(text: string): Promise<string[]> {
    return rowsWith(this.engine.db, [text]);
  }

  /** Kills the next workers before they run a statement of that name, as many as `times`. */
  killBefore(statement: string, times: number): void {
    const last = this.kills + times;
    this.#actions.set(statement, () => {
      if (this.kills === last) return;
      this.kills++;
      throw new Killed(statement);
    });
  }

  /** Does something the next time before a worker runs a statement of that name. */
  onceBefore(statement: string, act: () => void): void {
    this.#actions.set(statement, () => {
      this.#actions.delete(statement);
      act();
    });
  }

  /** Lets the workers of connections do what is due now. */
  async work(): Promise<void> {
    for (let runs = 0; (await this.#runDue()) > 0; runs++)
      if (runs > mostRuns) throw new Error('the worker never ends');
  }

  /** Lets automations, requests about personal data and notices to the owner do what is due now. */
  async settle(): Promise<void> {
    await this.engine.settle();
    await answerPlatformRequests(this.#context, 100);
    const { db, now: clock } = this.engine;
    const mail = (sent: ServiceMail): Promise<void> => Promise.resolve(void this.mails.push(sent));
    await notifyOwners({ db, usersDb: db, clock, mail, baseUrl: () => this.#context.baseUrl });
  }

  /** Runs what is due; a worker that was killed is replaced by another. */
  async #runDue(): Promise<number> {
    const kills = this.kills;
    const count = await this.#worker.runDue();
    if (this.kills === kills) return count;
    this.#worker = this.#startWorker();
    return 1;
  }

  #startWorker(): ReturnType<typeof connectionWorker> {
    const db = killedDatabase(this.#deps.db, (statement) => this.#actions.get(statement)?.());
    return connectionWorker({ ...this.#deps, db });
  }

  /** Moves the clock; what the platform does meanwhile by its own schedule happens. */
  async pass(ms: number): Promise<void> {
    this.engine.pass(ms);
    await this.server.advance(ms);
  }

  /** Moves the clock by minutes, with the workers working, after every `step` of them and when a pause ends. */
  async live(minutes: number, step = 5): Promise<void> {
    const end = this.engine.now() + minutes * minute;
    let settledAt = 0;
    while (this.engine.now() < end) {
      await this.pass(Math.min(step * minute, end - this.engine.now(), await this.#untilResumed()));
      await this.work();
      if (this.engine.now() - settledAt < 60 * minute) continue;
      await this.settle();
      settledAt = this.engine.now();
    }
    await this.settle();
  }

  /** How long the platform asked to be left alone, in milliseconds. */
  async #untilResumed(): Promise<number> {
    const { rows } = await this.engine.db.query<{ at: number }>(
      `select ceil(extract(epoch from resume_at) * 1000)::float8 as at from platform_connections where resume_at > to_timestamp($1 / 1000.0)`,
      [this.engine.now()],
    );
    return Math.min(...rows.map(({ at }) => at - this.engine.now()));
  }

  /** Our orders, by the platform's id. */
  async orders(): Promise<Map<string, OurOrder>> {
    const { rows } = await this.engine.db.query<OurOrder>(
      `select external_id as id, status, total_cents as total, tracking->>'code' as "trackingCode" from orders where store_id = $1 order by order_id`,
      [this.engine.storeId],
    );
    return new Map(rows.map((order) => [this.#plainId(order.id), { ...order, id: this.#plainId(order.id) }]));
  }

  /** The runs of an automation. */
  async runs(automationId: string): Promise<OurRun[]> {
    const { rows } = await this.engine.db.query<OurRun>(
      `select o.external_id as "order", e.data->'cart'->>'token' as cart, r.status, r.reason
       from runs r join events e on e.event_id = r.event_id left join orders o on o.order_id = e.order_id
       where r.automation_id = $1 order by r.run_id`,
      [automationId],
    );
    return rows.map((run) => ({ ...run, order: run.order === null ? null : this.#plainId(run.order) }));
  }

  /** The platform's id in one of ours. */
  #plainId(id: string): string {
    const { platform } = this.tested;
    return id.replace(`${platform}:${this.server.shop}:`, '');
  }

  async stop(): Promise<void> {
    await this.front.close();
    await this.front.app!.close();
    await this.#context.dispose();
    await this.server.close();
    await this.engine.stop();
  }
}
