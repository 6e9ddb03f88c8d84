import { others } from '../../harness/cores.ts';
import { Product } from '../../load/product.ts';
import { tryUnderLoad } from '../chaos/under-load.ts';

/** The load of one measurement. */
export type CostLoad = {
  readonly seconds: number;
  readonly rate: number;
  readonly rounds: number;
  readonly seed: number;
};

/** The medians of the cores that the product used under one load, with one shard and with several. */
export type ShardCost = { readonly one: number; readonly several: number; readonly ratio: number };

/**
 * What shards cost: the same load on as many stores, once in one shard and once in several schemas of one PostgreSQL, in turn. The ratio is
 * that of the CPU of a checkout and of a run, since the load is the same.
 */
export async function measureShardCost(shards: number, load: CostLoad): Promise<ShardCost> {
  const used: { readonly one: number[]; readonly several: number[] } = { one: [], several: [] };
  for (let round = 0; round < load.rounds; round++) {
    used.one.push(await coresOf(1, load));
    used.several.push(await coresOf(shards, load));
  }
  const [one, several] = [median(used.one), median(used.several)];
  return { one, several, ratio: several / one };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** The cores that PostgreSQL, API and workers use together under the load. */
async function coresOf(shards: number, { seconds, rate, seed }: CostLoad): Promise<number> {
  const product = new Product();
  try {
    await product.start(
      { apis: 1, workers: 1, stores: 8 },
      undefined,
      Array.from({ length: shards - 1 }, () => ({})),
    );
    const calm = { seconds, calm: seconds - 2, between: [1, 1], rate, seed, settle: false } as const;
    const { cores } = await tryUnderLoad(product, [], calm);
    return Object.entries(cores).reduce(
      (sum, [name, used]) => (name === 'load' || name === others ? sum : sum + used),
      0,
    );
  } finally {
    await product.stop();
  }
}
