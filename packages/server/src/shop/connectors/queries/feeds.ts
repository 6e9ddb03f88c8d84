// CON4, CON5: the feeds of connections. Instants in milliseconds since 1970.
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRows } from '../../../base/postgres/query.ts';
import { instantOf } from './connections.ts';

/** The name of a feed. */
export type FeedName = 'orders' | 'carts';

/** A feed of a connection. */
export type PlatformFeed = {
  readonly feed: FeedName;
  readonly cursor: string | null;
  readonly since: number;
  readonly dueAt: number;
  readonly readAt: number | null;
  readonly historyDoneAt: number | null;
};

/** The feeds of a connection, orders first. */
export const platformFeedList = (db: Queryable, connectionId: string): Promise<PlatformFeed[]> =>
  queryRows(db, {
    name: 'platform-feed-list',
    text: `select feed, cursor, ${milliseconds('since')} as since, ${milliseconds('due_at')} as "dueAt", ${milliseconds('read_at')} as "readAt",
             ${milliseconds('history_done_at')} as "historyDoneAt"
           from platform_feeds where connection_id = $1 order by feed desc`,
    values: [connectionId],
  });

/** Adds the feeds of a connection that are missing; those that are there go on where they were, at once. */
export const platformFeedBegin = (
  db: Queryable,
  connectionId: string,
  { feeds, since, now }: { feeds: readonly FeedName[]; since: number; now: number },
): Promise<void> =>
  execute(db, {
    name: 'platform-feed-begin',
    text: `insert into platform_feeds as f (connection_id, feed, since, due_at)
           select $1, feed, ${instantOf('$3')}, ${instantOf('$4')} from unnest($2::text[]) as feed
           on conflict (connection_id, feed) do update set due_at = excluded.due_at`,
    values: [connectionId, feeds, since, now],
  });

/** What is stored after a page whose reports were ingested. `isEnd`: the feed's end was reached. */
export type FeedProgress = {
  readonly feed: FeedName;
  readonly cursor: string;
  readonly read: number;
  readonly total: number | null;
  readonly isEnd: boolean;
  readonly dueAt: number;
};

/** CON5: advances a feed's cursor. False: the lease is another's, or the connection ended. */
export const platformFeedAdvance = (
  db: Queryable,
  { connectionId, lease }: { connectionId: string; lease: string },
  { feed, cursor, read, total, isEnd, dueAt }: FeedProgress,
  now: number,
): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-feed-advance',
    text: `
      update platform_feeds f set cursor = $4, due_at = ${instantOf('$8')},
        read_at = case when $7 then ${instantOf('$9')} else f.read_at end,
        history_read = case when f.history_done_at is null then f.history_read + $5 else f.history_read end,
        history_total = case when f.history_done_at is null then greatest(coalesce($6, f.history_total), f.history_read + $5)
          else f.history_total end,
        history_done_at = case when $7 then coalesce(f.history_done_at, ${instantOf('$9')}) else f.history_done_at end
      from platform_connections c
      where f.connection_id = $1 and f.feed = $3 and c.connection_id = $1 and c.lease = $2`,
    values: [connectionId, lease, feed, cursor, read, total, isEnd, dueAt, now],
  });

/** Delays a feed after a failure. */
export const platformFeedDelay = (db: Queryable, connectionId: string, feed: FeedName, dueAt: number): Promise<void> =>
  execute(db, {
    name: 'platform-feed-delay',
    text: `update platform_feeds set due_at = ${instantOf('$3')} where connection_id = $1 and feed = $2`,
    values: [connectionId, feed, dueAt],
  });

/** Deletes the feeds of a connection, which begins anew. */
export const platformFeedForget = (db: Queryable, connectionId: string): Promise<void> =>
  execute(db, {
    name: 'platform-feed-forget',
    text: 'delete from platform_feeds where connection_id = $1',
    values: [connectionId],
  });
