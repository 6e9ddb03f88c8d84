import { setTimeout as sleep } from 'node:timers/promises';
import { measureCores, others, type Cores } from '../../harness/cores.ts';
import { Product } from '../../load/product.ts';
import { tryUnderLoad } from '../chaos/under-load.ts';

/** The load of one measurement. */
export type CostLoad = {
  readonly seconds: number;
  readonly rate: number;
  readonly rounds: number;
  readonly seed: number;
};

/** The cores that the product uses without load, and what the load adds. */
type Used = { readonly idle: number; readonly load: number };

/** The medians with one shard and with several. `ratio`: of what the load adds, which is the CPU of its checkouts and runs. */
export type ShardCost = { readonly one: Used; readonly several: Used; readonly ratio: number };

/**
 * What shards cost: the same load on as many stores, once in one shard and once in several schemas of one PostgreSQL, in turn. What an
 * idle shard costs is apart: it does not grow with the load.
 */
export async function measureShardCost(shards: number, load: CostLoad): Promise<ShardCost> {
  const used: { readonly one: Used[]; readonly several: Used[] } = { one: [], several: [] };
  for (let round = 0; round < load.rounds; round++) {
    used.one.push(await coresOf(1, load));
    used.several.push(await coresOf(shards, load));
  }
  const [one, several] = [medians(used.one), medians(used.several)];
  return { one, several, ratio: several.load / one.load };
}

const medians = (used: readonly Used[]): Used => ({
  idle: median(used.map(({ idle }) => idle)),
  load: median(used.map(({ load }) => load)),
});

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** In this time all connections prepare their statements, of which each shard has its own. */
const warmUpSeconds = 20;
/** How long starting has an effect, and how long the idle product is measured, in milliseconds. */
const [startMs, idleMs] = [5_000, 20_000];

/** The cores that PostgreSQL, API and workers use together without load, and what the load adds. */
async function coresOf(shards: number, { seconds, rate, seed }: CostLoad): Promise<Used> {
  const product = new Product();
  try {
    await product.start(
      { apis: 1, workers: 1, stores: 8 },
      undefined,
      Array.from({ length: shards - 1 }, () => ({})),
    );
    await sleep(startMs);
    const measured = measureCores(product.groups());
    await sleep(idleMs);
    const idle = ofProduct(measured());
    const calm = { calm: seconds - 2, between: [1, 1], rate, settle: false } as const;
    await tryUnderLoad(product, [], { ...calm, seconds: warmUpSeconds, calm: warmUpSeconds - 2, seed: seed + 1 });
    const { cores } = await tryUnderLoad(product, [], { ...calm, seconds, seed });
    return { idle, load: ofProduct(cores) - idle };
  } finally {
    await product.stop();
  }
}

const ofProduct = (cores: Cores): number =>
  Object.entries(cores).reduce((sum, [name, used]) => (name === 'load' || name === others ? sum : sum + used), 0);
