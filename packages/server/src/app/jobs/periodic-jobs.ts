import { deliverActivities } from '../../members/audit/deliver-activities.ts';
import { destinationNames } from '../../providers/ads/index.ts';
import { sendConversions, type ConversionDeps } from '../../shop/conversions/send-conversions.ts';
import type { UserDatabases } from '../../base/postgres/databases.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { idempotentAnswerPurge } from '../../shop/checkouts/queries/checkouts.ts';
import { runCounterCompact } from '../../automations/engine/queries/run-counters.ts';
import { watchDeliveries } from '../../automations/delivery/check-delivery-rates.ts';
import { applyUnmatchedStatuses } from '../../automations/delivery/inbound/apply-statuses.ts';
import type { Engine } from '../../automations/engine/engine.ts';
import { checkInvariants } from '../../automations/engine/invariants/check-invariants.ts';
import type { FreightProviders } from '../../providers/freight/index.ts';
import { renewDueSessions } from '../../providers/connections/freight/renew-sessions.ts';
import { applyDueChanges } from '../../providers/connections/payments/apply-due-changes.ts';
import { expireFreeOrders } from '../../shop/orders/cancel-order.ts';
import type { OrderDeps } from '../../shop/orders/order-deps.ts';
import { pollPayments } from '../../shop/orders/payments/poll-payments.ts';
import type { Clock } from '../../base/clock.ts';
import type { SendMail } from '../../base/service-mail.ts';
import { releaseCoupons } from '../../shop/prices/release-coupons.ts';
import { checkDueDomains, domainProbes } from '../../stores/domains/check-domain.ts';
import { abandonDueCarts, abandonDueCheckouts, expireCheckouts } from './checkout-jobs.ts';
import { inBatches } from './in-batches.ts';
import { notifyOwners } from './notify-owners.ts';
import { answerPlatformRequests } from './platform-privacy.ts';
import { limitData, purgeExpired, signIns, teamData } from './purge-expired.ts';
import { forgetOld, type RetentionDays } from './retention.ts';
import { rotatePartitions } from './rotate-partitions.ts';
import type { PeriodicJob } from './run-jobs.ts';
import { sendAccountMails } from './send-account-mails.ts';

/** What the periodic jobs need. */
export type JobDeps = {
  /** Its statements may scan whole tables. */
  readonly db: Database;
  /** Runs `work` where tables of this shard are created and dropped. */
  readonly inTablesDb: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
  readonly databases: UserDatabases;
  /** Whether this process also works on the database of users. */
  readonly ownsUsers: boolean;
  readonly clock: Clock;
  readonly retention: RetentionDays;
  readonly credentialsKey: Buffer;
  /** Undefined: without a mail server no e-mail is sent. */
  readonly mail: SendMail | undefined;
  readonly baseUrl: () => string;
  readonly engine: Engine;
  readonly freight: FreightProviders;
  /** With a pool of its own: a shopper may be waiting, and slow jobs must not delay the polling. */
  readonly payments: OrderDeps;
  /** With a pool of its own: destinations are slow, and nothing waits for them. */
  readonly conversions: ConversionDeps;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** All periodic jobs of the workers of one process. Any number of workers may run them concurrently. */
export function periodicJobs(deps: JobDeps): PeriodicJob[] {
  return [
    ...dataJobs(deps),
    ...(deps.ownsUsers ? userJobs(deps) : []),
    ...shopJobs(deps),
    ...accountJobs(deps),
    ...messageJobs(deps),
    ...mailJobs(deps),
  ];
}

const job = (name: string, everyMs: number, run: PeriodicJob['run']): PeriodicJob => ({ name, everyMs, run });

/** A job that works in batches of up to `limit` rows. */
const batchJob = (
  name: string,
  everyMs: number,
  limit: number,
  runBatch: (limit: number, signal: AbortSignal) => Promise<number>,
): PeriodicJob => job(name, everyMs, (signal) => inBatches(signal, limit, () => runBatch(limit, signal)));

/** Deletion of expired data, and upkeep of tables. */
const dataJobs = ({ db, inTablesDb, clock, retention }: JobDeps): PeriodicJob[] => [
  batchJob('purge idempotency keys', 10 * minute, 5_000, (limit) => idempotentAnswerPurge(db, limit)),
  job('purge team data', 10 * minute, (signal) => purgeExpired(db, teamData, clock(), signal)),
  job('purge limits', 10 * minute, (signal) => purgeExpired(db, limitData, clock(), signal)),
  // A batch removes fewer rows than it reads; it goes on until it removes none.
  job('compact counters', minute, (signal) => inBatches(signal, 1, () => runCounterCompact(db, 5_000))),
  job('forget old data', 10 * minute, (signal) => forgetOld(db, retention, clock(), signal)),
  job('rotate partitions', 6 * hour, (signal) =>
    inTablesDb((tables) => rotatePartitions(tables, retention, clock(), signal)),
  ),
];

/** The jobs of the database of users. */
const userJobs = ({ databases, clock }: JobDeps): PeriodicJob[] => [
  job('purge sign-ins', 10 * minute, (signal) => purgeExpired(databases.usersDb, signIns, clock(), signal)),
  job('deliver account activities', 5 * second, (signal) => deliverActivities({ ...databases, clock }, signal)),
];

/** Checkouts, orders, payments and conversions. */
const shopJobs = ({ db, clock, credentialsKey, engine, payments, conversions }: JobDeps): PeriodicJob[] => [
  job('abandon checkouts', 10 * second, (signal) => abandonDueCheckouts(db, clock, signal)),
  job('abandon carts', 10 * second, (signal) => abandonDueCarts(db, clock, signal)),
  batchJob('release coupons', minute, 500, (limit) => releaseCoupons({ db, clock }, limit)),
  batchJob('expire free orders', 10 * minute, 500, (limit) => expireFreeOrders({ db, clock }, limit)),
  job('expire checkouts', 10 * minute, (signal) => expireCheckouts(db, clock(), signal)),
  batchJob('answer privacy requests of platforms', 10 * second, 5, (limit) =>
    answerPlatformRequests(
      { db, clock, credentialsKey, contactSecret: engine.contactSecret, log: payments.log },
      limit,
    ),
  ),
  batchJob('poll payments', 5 * second, 20, (limit) => pollPayments(payments, { limit })),
  // COM37: one job for each destination, so that one that hangs delays no other.
  ...destinationNames.map((name) =>
    batchJob(`send conversions to ${name}`, 5 * second, 20, (limit, signal) =>
      sendConversions(conversions, name, limit, signal),
    ),
  ),
];

/** The domains of stores, and their accounts with providers. */
function accountJobs({ db, databases, clock, credentialsKey, freight, baseUrl }: JobDeps): PeriodicJob[] {
  const { usersDb } = databases;
  const domains = { db, usersDb, clock, ...domainProbes(), target: () => new URL(baseUrl()).hostname };
  return [
    job('check domains', minute, (signal) => checkDueDomains(domains, signal)),
    job('apply payment changes', minute, () => applyDueChanges({ db, clock, credentialsKey })),
    job('renew freight tokens', 10 * minute, (signal) =>
      renewDueSessions({ db, clock, credentialsKey, freight }, signal),
    ),
  ];
}

/** What is watched about runs and their messages. */
const messageJobs = ({ db, clock, engine }: JobDeps): PeriodicJob[] => [
  job('watch runs', 30 * second, () => checkInvariants({ ...engine, db }).then(() => 0)),
  job('apply early statuses', 5 * second, () => applyUnmatchedStatuses({ db, clock })),
  job('watch deliveries', 5 * minute, () => watchDeliveries(db, clock, engine.providers)),
];

/** E-mails to members. */
function mailJobs({ db, databases, clock, mail, baseUrl }: JobDeps): PeriodicJob[] {
  if (!mail) return [];
  const sending = { db, usersDb: databases.usersDb, clock, mail, baseUrl };
  return [
    job('notify owners', minute, () => notifyOwners(sending)),
    job('send account mails', 5 * second, (signal) => sendAccountMails(sending, signal)),
  ];
}
