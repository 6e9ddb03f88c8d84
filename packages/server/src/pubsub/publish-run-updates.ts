import type { Database } from '../db/pool.ts';
import { runUpdateNotify } from '../db/queries/runs/run-updates.ts';

/** A run, named to those who show it. */
type RunRef = { readonly runId: string; readonly storeId: string };

/** What is moved within this time is told at once: every notification makes commits wait for each other. Milliseconds. */
const gatherMs = 300;
/** Beyond so many runs of a store it is only told that there were some. */
const maxNamed = 100;

/** Tells other processes which runs were moved, for the pages of the panel that show them; a few times in a second at most. */
export class MovedRuns {
  readonly #db: Database;
  /** By store: its runs; null: too many to be named. */
  #stores = new Map<string, Set<string> | null>();
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Takes note of runs that were moved. */
  note(moved: readonly (readonly { readonly run: RunRef }[])[]): void {
    for (const works of moved) {
      for (const { run } of works) {
        const known = this.#stores.get(run.storeId);
        if (known === null) continue;
        if (known === undefined) this.#stores.set(run.storeId, new Set([run.runId]));
        else if (known.size >= maxNamed) this.#stores.set(run.storeId, null);
        else known.add(run.runId);
      }
    }
    if (this.#stores.size > 0) this.#timer ??= setTimeout(() => this.#tell(), gatherMs);
  }

  /** Waits for what is being told; what was not told yet is not told any more. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#telling;
  }

  #tell(): void {
    this.#timer = undefined;
    const told = [...this.#stores].map(([storeId, runIds]) => [storeId, ...(runIds ?? [])].join(' '));
    this.#stores = new Map();
    // Nobody depends on it: pages ask by themselves too.
    this.#telling = runUpdateNotify(this.#db, told).catch(() => undefined);
  }
}
