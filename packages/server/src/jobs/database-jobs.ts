import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { compactCounters } from './compact-counters.ts';
import { purgeAbuse } from './purge-abuse.ts';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts';
import { purgeSignIns } from './purge-sign-ins.ts';
import { forgetOld, type RetentionDays } from './retention.ts';
import type { PeriodicJob } from './run-jobs.ts';
import { rotatePartitions } from './rotate-partitions.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The jobs that delete expired data and compact tables. */
export function databaseJobs(db: Database, clock: Clock, retention: RetentionDays): PeriodicJob[] {
  return [
    { name: 'purge idempotency keys', everyMs: 10 * minute, run: (signal) => purgeIdempotencyKeys(db, signal) },
    { name: 'purge sign-ins', everyMs: 10 * minute, run: (signal) => purgeSignIns(db, clock(), signal) },
    { name: 'purge limits', everyMs: 10 * minute, run: (signal) => purgeAbuse(db, clock(), signal) },
    { name: 'compact counters', everyMs: minute, run: (signal) => compactCounters(db, signal) },
    { name: 'retention', everyMs: 10 * minute, run: (signal) => forgetOld(db, retention, clock(), signal) },
    { name: 'rotate partitions', everyMs: 6 * hour, run: (signal) => rotatePartitions(db, retention, clock(), signal) },
  ];
}
