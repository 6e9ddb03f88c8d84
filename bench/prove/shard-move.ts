// How long writes to a shard wait while it moves to another PostgreSQL, or to another node of Citus, and back under load, and that nothing is
// lost or doubled meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { listShards } from '../../packages/server/src/app/shards/list-shards.ts';
import { moveOnCitus } from '../../packages/server/src/app/shards/move-on-citus.ts';
import { moveShard } from '../../packages/server/src/app/shards/move-shard.ts';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { asService, BenchPostgres } from '../harness/postgres.ts';
import { Product, type ProductPostgres, type Size } from '../load/product.ts';
import type { Accounts } from './chaos/accounts.ts';
import { tryUnderLoad, type ChaosTrial, type InjectedFailure } from './chaos/under-load.ts';
import { fillTo } from './shard-move/fill.ts';
import { Writers, type Write } from './shard-move/writers.ts';
import { CitusCluster } from './citus/citus-cluster.ts';

/**
 * One move. `seconds`: from the command to its end; `stoppedMs`: how long the command says that the shard was stopped. `waitedMs`: the longest
 * time from the first try of a write until a try succeeded, of the writes that were under way while the shard was stopped; `otherMs`: of all
 * others, which shows how busy the machine is.
 */
export type MeasuredMove = {
  readonly seconds: number;
  readonly stoppedMs: number;
  readonly waitedMs: number;
  readonly otherMs: number;
};

/** The moves, and what is wrong with the load and the writes. `written`: the writes of the writers, of which each succeeded. */
export type ShardMoves = Accounts & {
  readonly megabytes: number;
  readonly moves: readonly MeasuredMove[];
  readonly written: number;
  readonly lost: number;
  readonly doubled: number;
};

/** The shard that moves. It begins beside shard 0. */
const shard = 1;

/** Two places of a shard. `move` brings it to the other one; `index`: of this move, from 0. */
export type Places = {
  readonly postgres: ProductPostgres;
  readonly move: (
    product: Product,
    index: number,
  ) => Promise<{ readonly ok: true; readonly stoppedMs: number } | { readonly ok: false; readonly code: string }>;
  readonly stop: () => Promise<void>;
};

/** Two PostgreSQLs, between which PostgreSQL replicates. */
export async function openServers(): Promise<Places> {
  const logical = { wal_level: 'logical' };
  const other = await new BenchPostgres(logical).start();
  const url = await other.createDatabase('second');
  const there = { url: asService(url), ownerUrl: url };
  return {
    postgres: new BenchPostgres(logical),
    move: (product, index) =>
      product.withMap((parts) => moveShard(parts, shard, index % 2 === 0 ? there : product.place)),
    stop: () => other.stop(),
  };
}

/** Two nodes of Citus, from an installation of PostgreSQL that has it. */
export function openNodes(installation: string): Places {
  const cluster = new CitusCluster(installation, 2);
  return {
    postgres: cluster,
    async move(product) {
      const { connectionString } = await shardOf(product);
      const { port } = cluster.nodes.find((node) => !connectionString.includes(`:${node.port}/`))!;
      return product.withMap((parts) => moveOnCitus(parts, shard, { host: '127.0.0.1', port }));
    },
    stop: () => Promise.resolve(),
  };
}

const shardOf = async (product: Product) =>
  (await product.withMap(listShards)).find((listed) => listed.shard === shard)!;

/** Fills a shard, moves it to the other place and back under load, and settles the accounts. */
export async function moveUnderLoad(
  places: Places,
  size: Size,
  megabytes: number,
  trial: ChaosTrial,
): Promise<ShardMoves> {
  const product = new Product(places.postgres);
  const moves: MeasuredMove[] = [];
  try {
    await product.start(size, undefined, [{}]);
    const writers = new Writers(product.baseUrls, product.stores[shard]!.checkoutKey);
    const checkoutId = await writers.write();
    const measure = async (): Promise<number> => (await shardOf(product)).bytes ?? 0;
    const filled = await inShard(product, (db) => fillTo(db, megabytes, checkoutId, measure));
    const move = moving(product, writers, places, moves);
    const { wrong, counts } = await tryUnderLoad(product, [move], { ...trial, blows: 2 });
    const stored = await inShard(product, (db) => writers.countStored(db));
    return { wrong, counts, megabytes: filled, moves, ...stored };
  } finally {
    await product.stop();
    await places.stop();
  }
}

/** Does something with the database of the shard that moves. */
async function inShard<Result>(product: Product, work: (db: Database) => Promise<Result>): Promise<Result> {
  const results = await product.inEveryShard(async (db, number) => (number === shard ? await work(db) : undefined));
  return results[shard]!;
}

/** How long the writers write before and after a move, in milliseconds. */
const aroundMs = 2_000;

/** Moves the shard while writers write to it. */
function moving(product: Product, writers: Writers, places: Places, moves: MeasuredMove[]): InjectedFailure {
  return {
    word: 'move of a shard',
    async inflict() {
      const writing = writers.start();
      await sleep(aroundMs);
      const began = performance.now();
      const moved = await places.move(product, moves.length);
      if (!moved.ok) throw new Error(moved.code);
      const ended = performance.now();
      await sleep(aroundMs);
      const isStopped = ({ from, to }: Write): boolean => from < ended && to > ended - moved.stoppedMs;
      const writes = await writing.stop();
      const { stoppedMs } = moved;
      moves.push({
        seconds: (ended - began) / 1000,
        stoppedMs,
        waitedMs: longest(writes.filter(isStopped)),
        otherMs: longest(writes.filter((write) => !isStopped(write))),
      });
    },
  };
}

const longest = (writes: readonly Write[]): number => Math.max(0, ...writes.map(({ from, to }) => to - from));

/** What the proof says: the size, each move, and what was lost or doubled. */
export function describeMoves({ megabytes, moves, written, lost, doubled, wrong, counts }: ShardMoves): string {
  return [
    `A shard of ${megabytes} MB moved ${moves.length} times under load (${JSON.stringify(counts)}):`,
    ...moves.map(
      ({ seconds, stoppedMs, waitedMs, otherMs }) =>
        `- in ${seconds.toFixed(1)} s; the command says stopped for ${(stoppedMs / 1000).toFixed(1)} s; a write waited ${(waitedMs / 1000).toFixed(1)} s at most, others ${(otherMs / 1000).toFixed(1)} s`,
    ),
    `${written} writes, ${lost} lost, ${doubled} doubled; of the load ${wrong.length} wrong`,
    ...wrong,
  ].join('\n');
}

/** The longest that a write may wait, in milliseconds: within it a caller with one retry after `Retry-After` succeeds. */
const longestWaitMs = 5_000;

/** Whether nothing is lost or doubled, and no write waited too long. */
export const isMoved = ({ moves, lost, doubled, wrong }: ShardMoves): boolean =>
  moves.length === 2 && lost + doubled + wrong.length === 0 && moves.every(({ waitedMs }) => waitedMs <= longestWaitMs);
