import { graphileWorker } from './graphile-worker.ts';
import { limit } from './limit.ts';
import { ours } from './ours.ts';
import { pgBoss } from './pg-boss.ts';
import type { Runner } from './runner.ts';

/**
 * The runners by name, with the runs of one repetition: enough that the last second matters little, and the same number for all but the
 * slow one.
 */
export const runners = {
  'pg-boss-500x2': { create: () => pgBoss(500, 2), runs: 150_000 },
  'pg-boss-1000x1': { create: () => pgBoss(1000, 1), runs: 150_000 },
  'graphile-worker': { create: graphileWorker, runs: 60_000 },
  ours: { create: ours, runs: 150_000 },
  limit: { create: () => limit({ eager: false }), runs: 150_000 },
  'limit-eager': { create: () => limit({ eager: true }), runs: 150_000 },
} as const satisfies Record<string, { create: () => Runner; runs: number }>;

/** The name of a runner. */
export type RunnerName = keyof typeof runners;

/** The names in a comma-separated list; all names for undefined. Throws for an unknown name. */
export function chooseRunners(list: string | undefined): RunnerName[] {
  const names = list?.split(',') ?? Object.keys(runners);
  for (const name of names) {
    if (!(name in runners)) throw new Error(`no runner ${name}; there are ${Object.keys(runners).join(', ')}`);
  }
  return names as RunnerName[];
}
