// How long writes to a shard wait while it moves to another PostgreSQL, or to another node of Citus, and back under load, and that nothing is
// lost or doubled meanwhile.
import type { createShard } from '../../packages/server/src/app/shards/create-shard.ts';
import { listShards } from '../../packages/server/src/app/shards/list-shards.ts';
import { moveShard } from '../../packages/server/src/app/shards/move-shard.ts';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { asService, BenchPostgres } from '../harness/postgres.ts';
import { Product, type ProductPostgres, type Size } from '../load/product.ts';
import type { Accounts } from './chaos/accounts.ts';
import { tryUnderLoad, type ChaosTrial } from './chaos/under-load.ts';
import { CitusCluster } from './citus/citus-cluster.ts';
import { createOnCitus, distributedBytes, moveToOtherNode } from './citus/citus-shards.ts';
import { fillTo } from './shard-move/fill.ts';
import { describeMove, measureMove, type MeasuredMove, type MoveResult } from './shard-move/measure-move.ts';
import { Writers } from './shard-move/writers.ts';

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

/** Two places of a shard. `move` brings it to the other one; `index`: of this move, from 0. `create`: see `Product.start`. */
export type Places = {
  readonly postgres: ProductPostgres;
  readonly move: (product: Product, index: number) => Promise<MoveResult>;
  /** The size of the shard, in bytes. */
  readonly measure: (product: Product) => Promise<number>;
  readonly create?: typeof createShard;
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
    measure: async (product) => (await placeOf(product)).bytes ?? 0,
    stop: () => other.stop(),
  };
}

/** Two nodes of Citus, from an installation of PostgreSQL that has it. */
export function openNodes(installation: string): Places {
  const cluster = new CitusCluster(installation, 2);
  return {
    postgres: cluster,
    create: createOnCitus,
    move: (product) => product.withMap((parts) => moveToOtherNode(parts, cluster.nodes, shard)),
    measure: async (product) => distributedBytes(await placeOf(product)),
    stop: () => Promise.resolve(),
  };
}

const placeOf = async (product: Product) =>
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
    await product.start(size, undefined, [{}], places.create);
    const writers = new Writers(product.baseUrls, product.stores[shard]!.checkoutKey);
    const checkoutId = await writers.write();
    const filled = await inShard(product, (db) => fillTo(db, megabytes, checkoutId, () => places.measure(product)));
    const move = async (): Promise<void> =>
      void moves.push(await measureMove(writers, () => places.move(product, moves.length)));
    const moving = { word: 'move of a shard', inflict: move };
    const { wrong, counts } = await tryUnderLoad(product, [moving], { ...trial, blows: 2 });
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

/** What the proof says: the size, each move, and what was lost or doubled. */
export function describeMoves({ megabytes, moves, written, lost, doubled, wrong, counts }: ShardMoves): string {
  return [
    `A shard of ${megabytes} MB moved ${moves.length} times under load (${JSON.stringify(counts)}):`,
    ...moves.map((move) => `- ${describeMove(move)}`),
    `${written} writes, ${lost} lost, ${doubled} doubled; of the load ${wrong.length} wrong`,
    ...wrong,
  ].join('\n');
}

/** The longest that a write may wait, in milliseconds: within it a caller with one retry after `Retry-After` succeeds. */
const longestWaitMs = 5_000;

/** Whether nothing is lost or doubled, and no write waited too long. */
export const isMoved = ({ moves, lost, doubled, wrong }: ShardMoves): boolean =>
  moves.length === 2 && lost + doubled + wrong.length === 0 && moves.every(({ waitedMs }) => waitedMs <= longestWaitMs);
