// What the product guarantees with shards that Citus distributes: on two nodes, with shard 0 as it is beside them at the coordinator.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Product, type Size } from '../../load/product.ts';
import { isAnswered, type Recording } from '../../load/recording.ts';
import type { Outcome } from '../chaos/outcome.ts';
import { tryUnderLoad, type ChaosTrial, type InjectedFailure } from '../chaos/under-load.ts';
import { CitusCluster } from './citus-cluster.ts';
import { createOnCitus } from './citus-shards.ts';
import { foreignIds } from '../shards/foreign-ids.ts';
import { listCrashes, listRefused } from './server-log.ts';

/** The number of shards of the proof, shard 0 included: the nodes have two each. */
const citusShards = 5;

/** Starts a product whose shards are on two nodes of Citus, and stops it. `failuresOf`: what happens under load. */
export async function proveOnCitus(
  installation: string,
  size: Size,
  trial: ChaosTrial,
  failuresOf: (product: Product, cluster: CitusCluster) => readonly InjectedFailure[] = () => [],
): Promise<Outcome> {
  const cluster = new CitusCluster(installation, 2);
  const product = new Product(cluster);
  try {
    await product.start(
      size,
      undefined,
      Array.from({ length: citusShards - 1 }, () => ({})),
      createOnCitus,
    );
    const failures = failuresOf(product, cluster);
    const outcome = await tryUnderLoad(product, failures, trial);
    // A machine that is full refuses requests, and promises nothing. What Citus refuses is in the logs of the servers.
    for (const line of listUnanswered(product)) console.log(line);
    if (trial.folder !== undefined)
      for (const server of cluster.servers) writeFileSync(path.join(trial.folder, `${server.name}.log`), server.log());
    const wrong = [...outcome.wrong, ...listProblems(cluster), ...(await foreignIds(product))];
    return { ...outcome, wrong };
  } catch (error) {
    for (const line of listProblems(cluster)) console.error(line);
    throw error;
  } finally {
    await product.stop();
  }
}

/** Crashes of servers, and statements that they refused. */
const listProblems = ({ servers }: CitusCluster): string[] =>
  servers.flatMap((server) =>
    [...listCrashes(server.log()), ...listRefused(server.log())].map((line) => `${server.name}: ${line}`),
  );

/** Requests that were not answered with 2xx or 3xx, by kind and status. */
function listUnanswered(product: Product): string[] {
  const { samples } = JSON.parse(readFileSync(path.join(product.folder, 'recording.json'), 'utf8')) as Recording;
  const refused = Map.groupBy(
    samples.filter((sample) => !isAnswered(sample)),
    ({ kind, status }) => `${kind} answered ${status}`,
  );
  return [...refused].map(([what, all]) => `${what}, ${all.length} times`);
}
