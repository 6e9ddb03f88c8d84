// Lets two pieces of work run on two connections, statement by statement, in an order that a seed decides: whoever waits for a lock
// of the other is left waiting, and the other goes on.
//
// INV1. A statement is done, or is seen waiting for a lock in pg_locks, before the next one is let go.
// INV2. So commits happen in the order in which they were let go, and nothing happens between a commit and what is told of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../../../db/pool.ts';

/** The first of the two, or the second. */
export type WorkerIndex = 0 | 1;

/** What decides how the two take turns. */
export type Turns = {
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** How likely it is that of two who can go on the first does. */
  readonly first: number;
  /** Called once a commit has happened, before anything else does. */
  readonly onCommit: (who: WorkerIndex) => Promise<void>;
};

/** Runs both to their end, each with a database that is stepped. Answers who had to wait for the other. */
export async function interleave(
  db: Database,
  tasks: readonly [first: (db: Database) => Promise<void>, second: (db: Database) => Promise<void>],
  { random, first, onCommit }: Turns,
): Promise<ReadonlySet<WorkerIndex>> {
  const bell = new Bell();
  const actors = [new Actor(bell, () => onCommit(0)), new Actor(bell, () => onCommit(1))] as const;
  const running = Promise.all(
    actors.map((actor, who) => actor.work(() => tasks[who as WorkerIndex](actor.database(db)))),
  );
  running.catch(() => {}); // thrown below, once both are over
  const waited = new Set<WorkerIndex>();
  for (;;) {
    for (const who of await restOf(db, actors, bell)) waited.add(who);
    const able = ([0, 1] as const).filter((who) => actors[who].standing === 'ready');
    if (actors.every(({ standing }) => standing === 'done')) break;
    // Where both wait for each other PostgreSQL ends one of them with an error.
    if (able.length > 0) actors[able.length === 1 ? able[0]! : random() < first ? 0 : 1].go();
  }
  await running;
  return waited;
}

/** Rings when one of the two goes over into another standing. */
class Bell {
  rung = 0;
  #listeners: (() => void)[] = [];

  ring(): void {
    this.rung++;
    this.#listeners.splice(0).forEach((listener) => listener());
  }

  /** Resolves at the next ring, or soon. */
  async heard(): Promise<void> {
    const soon = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => this.#listeners.push(resolve)),
      sleep(1, undefined, { signal: soon.signal }).catch(() => {}),
    ]);
    soon.abort();
  }
}

/** One of the two: before each statement it is ready, and waits until it is let go. */
class Actor {
  standing: 'ready' | 'under way' | 'done' = 'under way';
  pid: number | undefined;
  readonly #bell: Bell;
  readonly #onCommit: () => Promise<void>;
  #go = (): void => {};

  constructor(bell: Bell, onCommit: () => Promise<void>) {
    this.#bell = bell;
    this.#onCommit = onCommit;
  }

  /** A database like `db`, each statement of which is one step. */
  database(db: Database): Database {
    const connect = async (): Promise<PoolClient> => {
      const client = await db.connect();
      this.pid = (client as unknown as { processID: number }).processID;
      return instead(client, { query: (...given: [Statement]) => this.#step(given[0], () => client.query(...given)) });
    };
    const query = async (...given: [Statement]): Promise<unknown> => {
      const client = await connect();
      try {
        return await client.query(...given);
      } finally {
        client.release();
      }
    };
    return instead(db, { connect, query });
  }

  /** Lets its next statement go. */
  go(): void {
    this.standing = 'under way';
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

  #become(standing: Actor['standing']): void {
    this.standing = standing;
    this.#bell.ring();
  }
}

type Statement = string & { text: string };

/** An object with other members in the place of some. */
function instead<T extends object>(object: T, members: Record<string, unknown>): T {
  return new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** INV1: resolves once each of the two is ready, over or waiting for a lock; answers who waits. */
async function restOf(db: Database, actors: readonly [Actor, Actor], bell: Bell): Promise<WorkerIndex[]> {
  const isBusy = (who: WorkerIndex): boolean => actors[who].standing === 'under way';
  for (;;) {
    const busy = ([0, 1] as const).filter(isBusy);
    if (busy.length === 0) return [];
    await bell.heard();
    const { rung } = bell;
    const pids = busy.map((who) => actors[who].pid ?? 0);
    const { rows } = await db.query<{ pid: number }>({
      name: 'waiting-for-lock',
      text: 'select pid from pg_locks where not granted and pid = any($1::int[])',
      values: [pids],
    });
    if (bell.rung !== rung) continue;
    const waiting = busy.filter((who) => rows.some(({ pid }) => pid === actors[who].pid));
    if (([0, 1] as const).every((who) => !isBusy(who) || waiting.includes(who))) return waiting;
  }
}
