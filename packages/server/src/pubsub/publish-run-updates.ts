import type { Database } from '../db/pool.ts';
import { runUpdateNotify } from '../db/queries/runs/run-updates.ts';

/** The keys of a run in an update. */
type RunRef = { readonly runId: string; readonly storeId: string };

/** Updates within this time are published together: every notification makes commits wait for each other. Milliseconds. */
const gatherMs = 300;
/** Beyond this number of runs the update names the store alone. */
const maxNamed = 100;

/** Publishes to other processes which runs changed, for the pages of the panel that show them; a few times a second at most. */
export class RunUpdatePublisher {
  readonly #db: Database;
  /** By store: its runs; null: too many to be named. */
  #stores = new Map<string, Set<string> | null>();
  #timer: NodeJS.Timeout | undefined;
  #publishing: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds runs to the next update. */
  note(moved: readonly (readonly { readonly run: RunRef }[])[]): void {
    for (const tasks of moved) {
      for (const { run } of tasks) {
        const known = this.#stores.get(run.storeId);
        if (known === null) continue;
        if (known === undefined) this.#stores.set(run.storeId, new Set([run.runId]));
        else if (known.size >= maxNamed) this.#stores.set(run.storeId, null);
        else known.add(run.runId);
      }
    }
    if (this.#stores.size > 0) this.#timer ??= setTimeout(() => this.#publish(), gatherMs);
  }

  /** Waits for the publication under way; updates not published yet are dropped. */
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
