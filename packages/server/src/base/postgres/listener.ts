import type { Client } from 'pg';
import { DatabaseClock } from './database-clock.ts';
import { connectClient, Servers, timeoutOf, withoutSchema } from './servers.ts';
import { sessionSettings } from './session-settings.ts';
import { withClient } from './with-client.ts';

/** What a part of a process does with notifications. */
export type Subscriber = {
  /** Handlers by channel. Channel names are constants of the code, never input. */
  readonly channels: { readonly [channel: string]: (payload: string | undefined) => void };
  /** Called when notifications may have been missed: after every connect, and when a connection is lost. */
  readonly onGap: () => void;
};

/** Ends a subscription. */
export type Subscription = { readonly stop: () => Promise<void> };

/** Options of `listen`. */
export type Listening = Subscriber & {
  /** Returns a new connection. */
  readonly connect: () => Promise<Client>;
  /** How often to check the connection, in milliseconds; absent: every 3 s. */
  readonly beatMs?: number;
};

const pauseAfterLossMs = 500;

/** Listens on a connection of its own until it is stopped. */
export function listen({ connect, beatMs, ...subscriber }: Listening): Subscription {
  const connection = new ListeningConnection(connect, undefined, beatMs);
  connection.add(subscriber);
  return { stop: () => connection.remove(subscriber) };
}

/**
 * The connections on which a process listens: one for each database, whose shards share it. PostgreSQL wakes every connection that listens
 * for every notification in its database, whatever that connection listens for.
 */
export class Listeners {
  readonly #connections = new Map<string, ListeningConnection>();
  readonly #clocks = new Map<string, DatabaseClock>();

  /** `clock`: of the database of `connectionString`, measured already. */
  constructor(first?: { readonly connectionString: string; readonly clock: DatabaseClock }) {
    if (first) this.#clocks.set(withoutSchema(first.connectionString), first.clock);
  }

  /** RUN20: the clock of a database, which is measured as long as the process listens on it. */
  async clockOf(connectionString: string): Promise<DatabaseClock> {
    const database = withoutSchema(connectionString);
    const measured = this.#clocks.get(database) ?? (await measuredClock(database));
    // Another shard of the database may have come first meanwhile.
    const clock = this.#clocks.get(database) ?? measured;
    this.#clocks.set(database, clock);
    return clock;
  }

  /** By how much the machine differs from the database that it differs from most, in milliseconds. */
  get skewMs(): number {
    const skews = [...this.#clocks.values()].map(({ skewMs }) => skewMs);
    return skews.reduce((largest, one) => (Math.abs(one) > Math.abs(largest) ? one : largest), 0);
  }

  /** Listens on the database of a connection string until it is stopped. */
  listen(connectionString: string, subscriber: Subscriber): Subscription {
    const database = withoutSchema(connectionString);
    const connection =
      this.#connections.get(database) ?? new ListeningConnection(connectListener(database), this.#clocks.get(database));
    this.#connections.set(database, connection);
    connection.add(subscriber);
    return {
      stop: () => {
        if (connection.isOnly(subscriber)) this.#connections.delete(database);
        return connection.remove(subscriber);
      },
    };
  }
}

/** The clock of a database, measured once. */
async function measuredClock(connectionString: string): Promise<DatabaseClock> {
  const clock = new DatabaseClock();
  await withClient({ connectionString, connectionTimeoutMillis: 5_000 }, (client) => clock.measure(client));
  return clock;
}

/**
 * A dedicated connection, open while it has subscribers, which reconnects when it is lost. A connection that only listens does not notice
 * that its peer has vanished, so a query checks it every `beatMs`: if the query fails, the connection counts as lost. The query asks for the
 * time of the database.
 */
class ListeningConnection {
  readonly #connect: () => Promise<Client>;
  readonly #clock: DatabaseClock;
  readonly #beatMs: number;
  readonly #subscribers = new Set<Subscriber>();
  #client: Client | undefined;
  /** The statement in progress. */
  #statement: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(connect: () => Promise<Client>, clock = new DatabaseClock(), beatMs = 3_000) {
    this.#connect = connect;
    this.#clock = clock;
    this.#beatMs = beatMs;
  }

  /** Opens the connection for the first subscriber. */
  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#subscribers.size === 1) void this.#begin();
    else if (this.#client) void this.#subscribe(this.#client, [subscriber]);
  }

  isOnly(subscriber: Subscriber): boolean {
    return this.#subscribers.size === 1 && this.#subscribers.has(subscriber);
  }

  /** Closes the connection after the last subscriber; it is not used again. */
  async remove(subscriber: Subscriber): Promise<void> {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #begin(): Promise<void> {
    const client = await this.#connect().catch(() => undefined);
    if (this.#subscribers.size === 0) return void client?.end().catch(() => {});
    if (!client) {
      this.#reportGap(this.#subscribers);
      return this.#beginAgain();
    }
    this.#client = client;
    this.#statement = Promise.resolve();
    client.on('notification', ({ channel, payload }) => {
      for (const { channels } of this.#subscribers) channels[channel]?.(payload);
    });
    client.on('error', () => this.#lose(client));
    client.once('end', () => this.#lose(client));
    // After a failover the database is on another machine.
    const measured = this.#run(() => this.#clock.measure(client)).catch(() => this.#lose(client));
    await this.#subscribe(client, [...this.#subscribers]);
    await measured;
    this.#beatAgain(client);
  }

  /** A subscriber begins to get notifications after it was added, so it may have missed some. */
  async #subscribe(client: Client, subscribers: readonly Subscriber[]): Promise<void> {
    const channels = new Set(subscribers.flatMap((subscriber) => Object.keys(subscriber.channels)));
    try {
      const statement = [...channels].map((channel) => `listen ${channel}`).join(';');
      await this.#run(() => client.query(statement));
      this.#reportGap(subscribers);
    } catch {
      this.#lose(client);
    }
  }

  /** Runs a statement after those before it: a client must not have two at a time. */
  #run(statement: () => Promise<unknown>): Promise<unknown> {
    const result = this.#statement.then(statement);
    this.#statement = result.catch(() => {});
    return result;
  }

  #reportGap(subscribers: Iterable<Subscriber>): void {
    for (const subscriber of Array.from(subscribers)) if (this.#subscribers.has(subscriber)) subscriber.onGap();
  }

  #beat(client: Client): void {
    this.#run(() => this.#clock.measure(client)).then(
      () => this.#beatAgain(client),
      () => this.#lose(client),
    );
  }

  #beatAgain(client: Client): void {
    if (this.#subscribers.size === 0 || this.#client !== client) return;
    this.#timer = setTimeout(() => this.#beat(client), this.#beatMs);
  }

  #lose(client: Client): void {
    if (this.#subscribers.size === 0 || this.#client !== client) return;
    this.#client = undefined;
    clearTimeout(this.#timer);
    this.#reportGap(this.#subscribers);
    client.end().catch(() => {});
    this.#beginAgain();
  }

  #beginAgain(): void {
    this.#timer = setTimeout(() => void this.#begin(), pauseAfterLossMs);
  }
}

/** How connections for listening are made: to the primary, each time. */
export function connectListener(connectionString: string): Listening['connect'] {
  const servers = new Servers(connectionString);
  return () =>
    connectClient(servers, {
      connectionTimeoutMillis: timeoutOf(connectionString, 'connect_timeout') ?? 2_000,
      query_timeout: timeoutOf(connectionString, 'socket_timeout') ?? 5_000,
      keepAlive: true,
      settings: sessionSettings(connectionString),
      application_name: 'retoma listen',
    });
}
