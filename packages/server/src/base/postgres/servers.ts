// The servers behind a connection string. A highly available PostgreSQL has several, of which one is the primary and accepts writes; which
// one changes by itself. A connection string with several hosts names all of them, as in libpq:
// postgresql://user@db-1:5432,db-2:5432/retoma?target_session_attrs=read-write
import pg from 'pg';

/** Which server of a connection string is used now. Each pool and each listener has its own. */
export class Servers {
  /** One connection string for each host. */
  readonly urls: readonly string[];
  /** Whether a standby is no use: there are several hosts, or the string asks for a server that accepts writes. */
  readonly needsPrimary: boolean;
  #current = 0;

  /** `needsPrimary`: also the only host must accept writes. */
  constructor(connectionString: string, { needsPrimary = false } = {}) {
    this.urls = splitHosts(connectionString);
    this.needsPrimary =
      needsPrimary || this.urls.length > 1 || /[?&]target_session_attrs=(read-write|primary)\b/.test(connectionString);
  }

  /** The connection string of the server to connect to. */
  get url(): string {
    return this.urls[this.#current]!;
  }

  /** Notes that `url` cannot be used, so that the next connection goes to the next host. */
  leave(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.urls.length;
  }
}

/** One connection string for each host of `connectionString`; a host without a port has the default one. */
export function splitHosts(connectionString: string): string[] {
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- a setting of the operator
  const parts = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)((?:[/?#].*)?)$/s.exec(connectionString);
  if (!parts) return [connectionString];
  const [, before, hosts, rest] = parts as unknown as [string, string, string, string];
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

/** The schema of a connection string: `?schema=shard_007`. Undefined: that of the role's search path. Throws if it is not a plain name. */
export function schemaOf(connectionString: string): string | undefined {
  const schema = /[?&]schema=([^&]*)/.exec(connectionString)?.[1];
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new Error(`invalid schema name: ${schema}`);
  return schema;
}

/** A connection string with one more parameter. */
export const withParameter = (connectionString: string, name: string, value: string): string =>
  `${connectionString}${connectionString.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/** The connection string of a schema in the database of another connection string. */
export const withSchema = (connectionString: string, schema: string): string =>
  withParameter(connectionString, 'schema', schema);

/** The connection string of the database that another connection string leads to, without its schema. */
export const withoutSchema = (connectionString: string): string => withoutParameter(connectionString, 'schema');

/** A connection string without one of its parameters. */
const withoutParameter = (connectionString: string, name: string): string =>
  connectionString.replace(new RegExp(`([?&])${name}=[^&]*(&|$)`), (_, before, after) => (after === '' ? '' : before));

/**
 * A timeout that a connection string names, in milliseconds; in the string it is a whole number of seconds. `connect_timeout` is that of
 * libpq, `socket_timeout` the longest that a statement takes. Undefined: it says nothing, or 0. Throws if it is no such number.
 */
export function timeoutOf(connectionString: string, name: 'connect_timeout' | 'socket_timeout'): number | undefined {
  const seconds = new RegExp(`[?&]${name}=([^&]*)`).exec(connectionString)?.[1];
  if (seconds !== undefined && !/^\d{1,3}$/.test(seconds)) throw new Error(`invalid number of seconds: ${seconds}`);
  return seconds === undefined ? undefined : Number(seconds) * 1_000 || undefined;
}

/** A server answered that it accepts no writes: it is a standby, or was the primary until a moment ago. */
export class NotPrimary extends Error {
  override readonly name = 'NotPrimary';
  /** The SQLSTATE of a refused write. */
  readonly code = '25006';
}

/** Throws NotPrimary if the connection's server accepts no writes. */
export async function checkPrimary(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]!.standby) throw new NotPrimary('the server is a standby');
}

/** How `connectClient` connects. `settings`: a statement that sets those of the session (`sessionSettings`). */
type ConnectOptions = Omit<pg.ClientConfig, 'connectionString'> & { readonly settings?: string };

/**
 * Returns a new connection to the first usable server, beginning with the current one. Throws the last error if there is none. A broken
 * connection does not end the process: the pending statement fails.
 */
export async function connectClient(servers: Servers, { settings, ...options }: ConnectOptions): Promise<pg.Client> {
  const Client = clientOfServers(servers, pg.Client, settings);
  for (let left = servers.urls.length; ; left--) {
    const client = new Client(options);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (broken?: boolean | Error) => void,
) => void;

/** A pool of connections to the primary. A connection that fails makes the pool use the next host. */
export class PrimaryPool extends pg.Pool {
  readonly #servers: Servers;

  /** `options.Client`: made by `clientOfServers`. */
  constructor(servers: Servers, options: pg.PoolConfig) {
    super(options);
    this.#servers = servers;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const connected = this.#connectToAny();
    if (!callback) return connected;
    connected.then((client) => callback(undefined, client, (broken) => client.release(broken)), callback);
  }

  /** Tries every host once. A request that only waited too long for a busy connection is not tried again: no host was left. */
  async #connectToAny(): Promise<pg.PoolClient> {
    for (let left = this.#servers.urls.length; ; left--) {
      const { url } = this.#servers;
      try {
        return await super.connect();
      } catch (error) {
        if (left === 1 || this.#servers.url === url) throw error;
      }
    }
  }
}

/**
 * Clients of the server that is used when they are made, connected once their session has its settings. They leave a server to which they
 * cannot connect, or that is a standby and of no use.
 */
export function clientOfServers(servers: Servers, Client: typeof pg.Client, settings?: string): typeof pg.Client {
  return class extends Client {
    readonly #url = servers.url;
    readonly #timeoutMs: number | undefined;

    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: servers.url });
      this.#timeoutMs = config.connectionTimeoutMillis;
      // An error without a listener would end the process. A connection may break while it is made, checked out or returned; the pool
      // listens for errors of idle ones only.
      this.on('error', () => {});
    }

    /** The pool connects with a callback. */
    override connect = ((callback?: (error: Error | null) => void) => {
      const started = this.#startSession(() => super.connect());
      return callback ? void started.then(() => callback(null), callback) : started;
    }) as pg.Client['connect'];

    async #startSession(connect: () => Promise<unknown>): Promise<this> {
      try {
        await connect();
        // A pooler accepts connections for which it has no server yet, and the first statement waits for one.
        if (settings !== undefined) await this.query(withTimeout(settings, this.#timeoutMs));
        if (servers.needsPrimary) await checkPrimary(this);
        return this;
      } catch (error) {
        servers.leave(this.#url);
        // The pool drops a client that fails to connect, and would leave its connection open.
        void this.end().catch(() => {});
        throw error;
      }
    }
  };
}

/** A statement with a timeout in milliseconds. The types of `pg` lack it. */
const withTimeout = (text: string, query_timeout: number | undefined): pg.QueryConfig & { query_timeout?: number } => ({
  text,
  ...(query_timeout !== undefined && { query_timeout }),
});
