import type { Clock } from '../platform/clock.ts';
import { deliverActivities } from '../audit/deliver-activities.ts';
import type { UserDatabases } from '../db/databases.ts';
import type { Database } from '../db/pool.ts';
import { idempotentAnswerPurge } from '../db/queries/checkouts/checkouts.ts';
import { runCounterCompact } from '../db/queries/runs/run-counters.ts';
import { inBatches } from './in-batches.ts';
import { limitData, purgeExpired, signIns, teamData } from './purge-expired.ts';
import { forgetOld, type RetentionDays } from './retention.ts';
import type { PeriodicJob } from './run-jobs.ts';
import { rotatePartitions } from './rotate-partitions.ts';

const minute = 60_000;
const hour = 60 * minute;
const batchSize = 5_000;

/** The jobs of the database of users. Any number of workers may run them concurrently. */
export function userJobs(databases: UserDatabases, clock: Clock): PeriodicJob[] {
  const { usersDb } = databases;
  return [
    { name: 'purge sign-ins', everyMs: 10 * minute, run: (signal) => purgeExpired(usersDb, signIns, clock(), signal) },
    {
      name: 'account activities',
      everyMs: 5_000,
      run: (signal) => deliverActivities({ ...databases, clock }, signal),
    },
  ];
}

/** The jobs that delete expired data and compact tables. Any number of workers may run them concurrently. */
export function databaseJobs(db: Database, clock: Clock, retention: RetentionDays): PeriodicJob[] {
  return [
    {
      name: 'purge idempotency keys',
      everyMs: 10 * minute,
      run: (signal) => inBatches(signal, batchSize, () => idempotentAnswerPurge(db, batchSize)),
    },
    { name: 'purge team data', everyMs: 10 * minute, run: (signal) => purgeExpired(db, teamData, clock(), signal) },
    { name: 'purge limits', everyMs: 10 * minute, run: (signal) => purgeExpired(db, limitData, clock(), signal) },
    {
      name: 'compact counters',
      everyMs: minute,
      run: (signal) => inBatches(signal, 1, () => runCounterCompact(db, batchSize)),
    },
    { name: 'retention', everyMs: 10 * minute, run: (signal) => forgetOld(db, retention, clock(), signal) },
    { name: 'rotate partitions', everyMs: 6 * hour, run: (signal) => rotatePartitions(db, retention, clock(), signal) },
  ];
}
