// Runs two tasks on two connections, statement by statement, in an order that a seed decides. While one task waits for a lock of the other,
// the other continues.
//
// INV1. A statement has ended, or waits for a lock in pg_locks, before the next one starts.
// INV2. Commits therefore happen in the order in which they were started, and no statement runs between a commit and its `onCommit`.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../../../../base/postgres/pool.ts';

/** The index of a task: the first or the second. */
export type WorkerIndex = 0 | 1;

/** Options that decide the order of the two tasks. */
export type Turns = {
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** The probability that the first task continues if both can. */
  readonly first: number;
  /** Called after a commit, before the next statement. */
  readonly onCommit: (worker: WorkerIndex) => Promise<void>;
};

/** Runs both tasks to their end, each with a stepped database. Returns the tasks that had to wait for a lock of the other. */
export async function interleave(
  db: Database,
  tasks: readonly [first: (db: Database) => Promise<void>, second: (db: Database) => Promise<void>],
  { random, first, onCommit }: Turns,
): Promise<ReadonlySet<WorkerIndex>> {
  const bell = new Bell();
  const actors = [new Actor(bell, () => onCommit(0)), new Actor(bell, () => onCommit(1))] as const;
  const running = Promise.all(
    actors.map((actor, worker) => actor.work(() => tasks[worker as WorkerIndex](actor.database(db)))),
  );
  running.catch(() => {}); // a failure is thrown below, after both have ended
  const waited = new Set<WorkerIndex>();
  for (;;) {
    for (const worker of await restOf(db, actors, bell)) waited.add(worker);
    const able = ([0, 1] as const).filter((worker) => actors[worker].phase === 'ready');
    if (actors.every(({ phase }) => phase === 'done')) break;
    // If both wait, it is a deadlock, and PostgreSQL ends one with an error.
    if (able.length > 0) actors[able.length === 1 ? able[0]! : random() < first ? 0 : 1].go();
  }
  await running;
  return waited;
}

/** Signals when one of the two actors changes its phase. */
class Bell {
  rung = 0;
  #listeners: (() => void)[] = [];

  ring(): void {
    this.rung++;
    this.#listeners.splice(0).forEach((listener) => listener());
  }

  /** Resolves at the next signal, or after a millisecond. */
  async nextRing(): Promise<void> {
    const soon = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => this.#listeners.push(resolve)),
      sleep(1, undefined, { signal: soon.signal }).catch(() => {}),
    ]);
    soon.abort();
  }
}

/** Runs one of the two tasks: before each statement it is `ready`, and waits for `go`. */
class Actor {
  phase: 'ready' | 'under way' | 'done' = 'under way';
  pid: number | undefined;
  readonly #bell: Bell;
  readonly #onCommit: () => Promise<void>;
  #go = (): void => {};

  constructor(bell: Bell, onCommit: () => Promise<void>) {
    this.#bell = bell;
    this.#onCommit = onCommit;
  }

  /** A proxy of `db` in which each statement is one step. */
  database(db: Database): Database {
    const connect = async (): Promise<PoolClient> => {
      const client = await db.connect();
      this.pid = (client as unknown as { processID: number }).processID;
      return instead(client, { query: (...args: [Statement]) => this.#step(args[0], () => client.query(...args)) });
    };
    const query = async (...args: [Statement]): Promise<unknown> => {
      const client = await connect();
      try {
        return await client.query(...args);
      } finally {
        client.release();
      }
    };
    return instead(db, { connect, query });
  }

  /** Starts the next statement. */
  go(): void {
    this.phase = 'under way';
    this.#go();
  }

  async work(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      this.#become('done');
    }
  }

  async #step<T>(statement: Statement, run: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#go = resolve;
      this.#become('ready');
    });
    const result = await run();
    if (statement === 'commit') await this.#onCommit();
    return result;
  }

  #become(phase: Actor['phase']): void {
    this.phase = phase;
    this.#bell.ring();
  }
}

type Statement = string & { text: string };

/** A proxy of an object that replaces some of its members. */
function instead<T extends object>(object: T, members: Record<string, unknown>): T {
  return new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** INV1: resolves once each actor is ready, done or waiting for a lock; returns those that wait. */
async function restOf(db: Database, actors: readonly [Actor, Actor], bell: Bell): Promise<WorkerIndex[]> {
  const isBusy = (worker: WorkerIndex): boolean => actors[worker].phase === 'under way';
  for (;;) {
    const busy = ([0, 1] as const).filter(isBusy);
    if (busy.length === 0) return [];
    await bell.nextRing();
    const { rung } = bell;
    const pids = busy.map((worker) => actors[worker].pid ?? 0);
    const { rows } = await db.query<{ pid: number }>({
      name: 'waiting-for-lock',
      text: 'select pid from pg_locks where not granted and pid = any($1::int[])',
      values: [pids],
    });
    if (bell.rung !== rung) continue;
    const waiting = busy.filter((worker) => rows.some(({ pid }) => pid === actors[worker].pid));
    if (([0, 1] as const).every((worker) => !isBusy(worker) || waiting.includes(worker))) return waiting;
  }
}
