import type { Database } from '../../base/postgres/pool.ts';
import { runUpdateNotify } from './queries/run-updates.ts';

/** The keys of a run in an update. */
type RunRef = { readonly runId: string; readonly storeId: string };

/** Updates within this time are published together, since notifications make commits wait for each other. Milliseconds. */
const gatherMs = 300;
/** With more runs than this, the update contains only the store's id. */
const maxNamed = 100;

/** Publishes changed runs to all processes, for open pages of the panel; a few times a second at most. */
export class RunUpdatePublisher {
  readonly #db: Database;
  /** The changed runs by store; null: too many to list. */
  #stores = new Map<string, Set<string> | null>();
  #timer: NodeJS.Timeout | undefined;
  #publishing: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds runs to the next update. */
  note(tasks: readonly { readonly run: RunRef }[]): void {
    for (const { run } of tasks) {
      const known = this.#stores.get(run.storeId);
      if (known === null) continue;
      if (known === undefined) this.#stores.set(run.storeId, new Set([run.runId]));
      else if (known.size >= maxNamed) this.#stores.set(run.storeId, null);
      else known.add(run.runId);
    }
    if (this.#stores.size > 0) this.#timer ??= setTimeout(() => this.#publish(), gatherMs);
  }

  /** Waits for the publication in progress; updates not published yet are dropped. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#publishing;
  }

  #publish(): void {
    this.#timer = undefined;
    const payloads = [...this.#stores].map(([storeId, runIds]) => [storeId, ...(runIds ?? [])].join(' '));
    this.#stores = new Map();
    // Best effort: pages poll too.
    this.#publishing = runUpdateNotify(this.#db, payloads).catch(() => undefined);
  }
}
