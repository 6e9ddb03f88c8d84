import type { Channel } from '@retoma/flow';
import { firstIdOf } from '../../../base/ids.ts';
import { unhurried, type Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';
import { bucketOf } from '../../../shop/orders/queries/sales.ts';

const instants = (edges: readonly number[]): [edges: Date[], since: Date, until: Date] => [
  edges.map((at) => new Date(at)),
  new Date(edges[0]!),
  new Date(edges.at(-1)!),
];

/** The messages of a bucket that were sent, and that failed. Buckets: as for `saleBuckets`. */
export type MessageBucket = { bucket: number; sent: number; failed: number };

const counts = `(count(*) filter (where m.state <> 'failed'))::int as sent, (count(*) filter (where m.state = 'failed'))::int as failed`;
const counted = `m.store_id = $1 and m.due_at >= $3 and m.due_at < $4 and m.state in ('sent', 'delivered', 'read', 'failed')`;

/** The messages of a store by the time they were due. */
export const messageBuckets = (db: Queryable, storeId: string, edges: readonly number[]): Promise<MessageBucket[]> =>
  queryRows(db, {
    ...unhurried,
    name: 'message-buckets',
    text: `select ${bucketOf('m.due_at', '$2::timestamptz[]')} as bucket, ${counts} from messages m where ${counted} group by 1`,
    values: [storeId, ...instants(edges)],
  });

/** The same by automation and channel. */
export const messageBucketsByAutomation = (
  db: Queryable,
  storeId: string,
  edges: readonly number[],
): Promise<(MessageBucket & { automationId: string; channel: Channel })[]> =>
  queryRows(db, {
    ...unhurried,
    name: 'message-buckets-by-automation',
    text: `select ${bucketOf('m.due_at', '$2::timestamptz[]')} as bucket, r.automation_id as "automationId", m.channel, ${counts}
      from messages m join runs r on r.run_id = m.run_id where ${counted} group by 1, 2, 3`,
    values: [storeId, ...instants(edges)],
  });

/** The runs of a store that began, by their ids, which begin with the instant: the index alone is read. */
export const runBuckets = (
  db: Queryable,
  storeId: string,
  edges: readonly number[],
): Promise<{ bucket: number; entered: number }[]> => {
  const ids = edges.map((at) => firstIdOf(at));
  return queryRows(db, {
    ...unhurried,
    name: 'run-buckets',
    text: `select ${bucketOf('r.run_id', '$2::uuid[]')} as bucket, count(*)::int as entered
      from automations a join runs r on r.automation_id = a.automation_id and r.run_id >= $3 and r.run_id < $4
      where a.store_id = $1 group by 1`,
    values: [storeId, ids, ids[0], ids.at(-1)],
  });
};

/** Messages that failed for one reason on one channel. */
export type MessageFailure = {
  channel: Channel;
  reason: string;
  messages: number;
  /** How many recipients they had. */
  people: number;
  /** The names of their automations, at most three. */
  automations: string[];
  automationCount: number;
  /** The automation, if it is one alone. */
  automationId: string | null;
};

/** The most failed messages that are grouped: the newest. */
const maxFailures = 10_000;

/** The failed messages of a store since an instant by reason, the most frequent first, at most `limit` reasons. */
export const messageFailures = (
  db: Queryable,
  storeId: string,
  since: Date,
  limit: number,
): Promise<MessageFailure[]> =>
  queryRows(db, {
    ...unhurried,
    name: 'message-failures',
    text: `
      with failed as (
        select run_id, channel, recipient, coalesce(split_part(reason, ':', 1), 'UNKNOWN') as reason from messages
        where store_id = $1 and due_at >= $2 and state = 'failed' order by due_at desc limit $4)
      select f.channel, f.reason, count(*)::int as messages, count(distinct coalesce(f.recipient, f.run_id::text))::int as people,
        (array_agg(distinct a.name))[:3] as automations, count(distinct a.automation_id)::int as "automationCount",
        case when count(distinct a.automation_id) = 1 then min(a.automation_id::text) end as "automationId"
      from failed f join runs r on r.run_id = f.run_id join automations a on a.automation_id = r.automation_id
      group by f.channel, f.reason order by count(*) desc, f.channel, f.reason limit $3`,
    values: [storeId, since, limit, maxFailures],
  });
