// Keeps open what a process runs for each shard of the map.
//
// INV1. For one shard at most one is open, and it is closed before the shard is opened at another address: a moved shard has no two addresses here.
// INV2. A change of the map is noticed at once by its notification, and after `pollMs` if that was lost.
import { shardsChanged } from './queries/shards.ts';
import type { Listeners, Subscription } from '../../base/postgres/listener.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { shardOf } from '../../base/ids.ts';
import type { Logger } from '../../base/log/log.ts';
import { ShardAway } from './shard-away.ts';
import type { Shard } from './shard-map.ts';

/** What runs for a shard. `close` waits for work in progress. */
export type Closable = { readonly close: () => Promise<void> };

/** Options of `OpenShards`. `selected`: the shards of this process; undefined: all. */
export type OpenShardsOptions<Service extends Closable> = {
  readonly read: () => Promise<readonly Shard[]>;
  readonly open: (shard: Shard) => Promise<Service>;
  readonly selected?: ReadonlySet<number> | undefined;
  readonly listeners: Listeners;
  readonly log: Logger;
};

const pollMs = 5_000;

type Opened<Service> = { readonly connectionString: string; readonly service: Service };

/** The open services of the shards besides shard 0, by number. */
export class OpenShards<Service extends Closable> {
  readonly #options: OpenShardsOptions<Service>;
  readonly #opened = new Map<number, Opened<Service>>();
  #known: ReadonlySet<number> = new Set();
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #listening: Subscription | undefined;

  constructor(options: OpenShardsOptions<Service>) {
    this.#options = options;
  }

  /** The shards of this process, shard 0 included, and whether each is open. */
  states(): Map<number, boolean> {
    const { selected } = this.#options;
    const others = [...this.#known].filter((shard) => selected?.has(shard) ?? true);
    return new Map([[0, true], ...others.map((shard) => [shard, this.#opened.has(shard)] as const)]);
  }

  /** Whether the map names a shard. */
  knows(shard: number): boolean {
    return this.#known.has(shard);
  }

  /** The service of a shard; undefined: it is not open here, or stands still. */
  get(shard: number): Service | undefined {
    return this.#opened.get(shard)?.service;
  }

  /**
   * Finds the database of a store. A store of a shard that is not open here throws ShardAway; one of a shard that the map does not name has
   * no row anywhere, and leads to `usersDb`.
   */
  storeDb(usersDb: Database, databaseOf: (service: Service) => Database): (storeId: string) => Database {
    return (storeId) => {
      const shard = shardOf(storeId);
      const service = this.get(shard);
      if (service) return databaseOf(service);
      if (this.knows(shard)) throw new ShardAway();
      return usersDb;
    };
  }

  /** The open services. */
  all(): Service[] {
    return [...this.#opened.values()].map(({ service }) => service);
  }

  /** Opens the shards of the map, and follows its changes until `stop`. `connectionString`: of the database with the map. */
  async start(connectionString: string): Promise<void> {
    await this.refresh();
    const changed = (): void => void this.refresh().catch(this.#warn);
    this.#timer = setInterval(changed, pollMs).unref();
    this.#listening = this.#options.listeners.listen(connectionString, {
      channels: { [shardsChanged]: changed },
      onGap: changed,
    });
  }

  /** Reads the map, and opens and closes what it says. A call during another one makes that one read again. */
  refresh(): Promise<void> {
    this.#isStale = true;
    return (this.#refreshing ??= this.#follow().finally(() => (this.#refreshing = undefined)));
  }

  /** Closes everything. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#listening?.stop();
    await this.#refreshing?.catch(() => {});
    await Promise.all([...this.#opened.keys()].map((shard) => this.#close(shard)));
  }

  async #follow(): Promise<void> {
    while (this.#isStale && !this.#stopped) {
      this.#isStale = false;
      const { selected, read } = this.#options;
      const map = await read();
      this.#known = new Set(map.map(({ shard }) => shard));
      const wanted = map.filter(({ shard, state }) => state !== 'moving' && (selected?.has(shard) ?? true));
      const addresses = new Map(wanted.map(({ shard, connectionString }) => [shard, connectionString]));
      const ended = [...this.#opened].filter(([shard, opened]) => addresses.get(shard) !== opened.connectionString);
      await Promise.all(ended.map(([shard]) => this.#close(shard)));
      await Promise.all(wanted.filter(({ shard }) => !this.#opened.has(shard)).map((shard) => this.#open(shard)));
    }
  }

  /** A shard that cannot be opened does not keep the others from being opened; it is tried again with the next reading of the map. */
  async #open(shard: Shard): Promise<void> {
    try {
      const service = await this.#options.open(shard);
      this.#opened.set(shard.shard, { connectionString: shard.connectionString, service });
    } catch (error) {
      this.#options.log.error({ err: error, shard: shard.shard }, 'shard could not be opened');
    }
  }

  async #close(shard: number): Promise<void> {
    const opened = this.#opened.get(shard);
    this.#opened.delete(shard);
    await opened?.service.close();
  }

  readonly #warn = (error: unknown): void => this.#options.log.warn({ err: error }, 'shard map could not be read');
}
