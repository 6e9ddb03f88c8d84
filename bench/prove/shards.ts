// What the product guarantees with stores in several shards: a schema beside shard 0, a database of another PostgreSQL, and a schema of that
// one. Each PostgreSQL is killed, and a shard moves from one to the other and back, while shoppers, stores and providers continue.
import { moveShard, type MoveTarget } from '../../packages/server/src/app/shards/move-shard.ts';
import { asService, BenchPostgres } from '../harness/postgres.ts';
import { Product, type Size } from '../load/product.ts';
import { killingPostgres } from './chaos.ts';
import type { Outcome } from './chaos/outcome.ts';
import { tryUnderLoad, type ChaosTrial, type InjectedFailure } from './chaos/under-load.ts';
import { foreignIds } from './shards/foreign-ids.ts';

/** The number of shards of the proof, shard 0 included. */
export const shardCount = 4;

/** Starts a product with four shards on two PostgreSQLs, kills and moves under load, and stops it. */
export async function proveShards(size: Size, trial: ChaosTrial): Promise<Outcome> {
  const logical = { wal_level: 'logical' };
  const [own, other] = [new BenchPostgres(logical), await new BenchPostgres(logical).start()];
  const product = new Product(own);
  try {
    const url = await other.createDatabase('second');
    const there = { url: asService(url), ownerUrl: url };
    await product.start(size, undefined, [{}, there, { ...there, schema: 'third' }]);
    const failures = [
      killingPostgres(own, 'the first PostgreSQL'),
      killingPostgres(other, 'the second PostgreSQL'),
      moving(product, there),
    ];
    const outcome = await tryUnderLoad(product, failures, trial);
    return { ...outcome, wrong: [...outcome.wrong, ...(await foreignIds(product))] };
  } finally {
    await product.stop();
    await other.stop();
  }
}

/** Moves shard 1, which begins beside shard 0, to the other PostgreSQL, and the next time back. */
function moving(product: Product, there: MoveTarget): InjectedFailure {
  let moves = 0;
  return {
    word: 'move of a shard',
    lasts: 20_000,
    async inflict() {
      const to = ++moves % 2 === 1 ? there : product.place;
      const moved = await product.withMap((parts) => moveShard(parts, 1, to));
      if (!moved.ok) throw new Error(moved.code);
    },
  };
}
