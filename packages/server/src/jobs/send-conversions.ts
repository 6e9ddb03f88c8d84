import { destinationNames } from '../conversions/index.ts';
import { sendConversions, type SendingParts } from '../conversions/send-conversions.ts';
import { inBatches } from './in-batches.ts';
import type { PeriodicJob } from './run-jobs.ts';

const batchSize = 20;

/** COM37: one job for each destination, so that one that hangs delays no other. Any number of workers may run them concurrently. */
export const conversionJobs = (parts: SendingParts): PeriodicJob[] =>
  destinationNames.map((name) => ({
    name: `conversions to ${name}`,
    everyMs: 5_000,
    run: (signal) => inBatches(signal, batchSize, () => sendConversions(parts, name, batchSize, signal)),
  }));
