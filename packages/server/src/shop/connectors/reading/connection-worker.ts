// Reads the shops of connections: leases those that are due and runs each, all at once, so that a shop that does not answer delays no
// other. It holds its own lease, makes one call at a time to each shop, and holds no connection to the database meanwhile (CON5).
import { randomUUID } from 'node:crypto';
import type { ConnectorDeps } from '../connector-deps.ts';
import { platformConnectionLease, type LeasedConnection } from '../queries/leases.ts';
import { leaseMs, runConnection } from './run-connection.ts';

/** How many shops one process reads at once. */
const mostConnections = 50;

/** How often it looks for due connections, in milliseconds. */
const everyMs = 1_000;

/** How long calls under way may take once it stops, in milliseconds. */
const graceMs = 3_000;

/** The worker of one process. */
export class ConnectionWorker {
  readonly #deps: ConnectorDeps;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #aborted = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> | undefined;

  constructor(deps: ConnectorDeps) {
    this.#deps = deps;
  }

  /** Reads what becomes due, until it is stopped. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), everyMs);
    this.#look();
  }

  /** Waits for calls under way, for a moment. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    const timer = setTimeout(() => this.#aborted.abort(), graceMs);
    await this.#looking;
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  /** Runs all connections that are due now, once, and returns how many. */
  async runDue(): Promise<number> {
    const leased = await this.#lease();
    await Promise.all(leased.map((connection) => this.#run(connection)));
    return leased.length;
  }

  #look(): void {
    this.#looking ??= this.#startRuns().finally(() => (this.#looking = undefined));
  }

  async #startRuns(): Promise<void> {
    try {
      for (const connection of await this.#lease()) {
        const running = this.#run(connection).finally(() => this.#running.delete(running));
        this.#running.add(running);
      }
    } catch (error) {
      this.#deps.log.error({ err: error }, 'connectors: looking for due connections failed');
    }
  }

  async #lease(): Promise<LeasedConnection[]> {
    const limit = mostConnections - this.#running.size;
    if (limit <= 0 || this.#stopping.signal.aborted) return [];
    const now = this.#deps.clock();
    return platformConnectionLease(this.#deps.db, { lease: randomUUID(), now, until: now + leaseMs, limit });
  }

  /** A failure is of the database: the lease ends by itself, and another look continues. */
  async #run(connection: LeasedConnection): Promise<void> {
    const ends = { stopping: this.#stopping.signal, aborted: this.#aborted.signal };
    try {
      await runConnection(this.#deps, connection, ends);
    } catch (error) {
      this.#deps.log.error({ err: error, connectionId: connection.connectionId }, 'connectors: a run failed');
    }
  }
}
