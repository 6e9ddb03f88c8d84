import { fastMs } from '../health.ts';
import { PlatformFailure, type Feed, type FeedPage, type FailureKind } from '../connector.ts';
import { platformFeedAdvance, platformFeedDelay, platformFeedList, type PlatformFeed } from '../queries/feeds.ts';
import { platformConnectionCheckWebhooks } from '../queries/leases.ts';
import { platformConnectionQuicken } from '../queries/connections.ts';
import { quickMs } from '../receive-delivery.ts';
import { backoff } from './after-failure.ts';
import { readDeliveries } from './read-deliveries.ts';
import type { Run } from './run.ts';

/** CON5: orders that were not read for this long after they were due, in milliseconds, were missed by us. */
const downtimeMs = 10 * 60_000;

/** Failures of one list: the others are still read. */
const ofFeed: ReadonlySet<FailureKind> = new Set(['refused', 'unreadable', 'failed']);

/** CON5: reads the feeds that are due, orders first. CON6: before orders their webhooks are checked. */
export async function readDueFeeds(run: Run): Promise<void> {
  const { db, clock } = run.deps;
  let failure: PlatformFailure | undefined;
  for (const feed of await platformFeedList(db, run.connection.connectionId)) {
    const definition = run.connector.feeds[feed.feed];
    if (!definition || feed.dueAt > clock()) continue;
    try {
      await readFeed(run, feed, definition);
    } catch (error) {
      if (!(error instanceof PlatformFailure) || !ofFeed.has(error.kind)) throw error;
      const wait = Math.max(definition.everyMs, backoff(run.connection.failures + 1));
      await platformFeedDelay(db, run.connection.connectionId, feed.feed, clock() + wait);
      failure ??= error;
    }
  }
  if (failure) throw failure;
}

async function readFeed(run: Run, feed: PlatformFeed, { everyMs, ...definition }: Feed): Promise<void> {
  const { deps, connection, shop } = run;
  const { db, clock } = deps;
  const isQuick = feed.feed === 'orders' && (await beginOrders(run, feed));
  let { cursor } = feed;
  while (await run.mayGoOn()) {
    const now = clock();
    const at = { cursor, since: feed.since, now, abandonMinutes: connection.abandonMinutes };
    const response = await run.context().call(definition.request(at, shop()));
    const page = definition.read(response, at, shop());
    for (const resource of page.resources) await run.ingest(resource);
    const isEnd = isLast(page, cursor);
    const every = isQuick ? Math.min(fastMs, everyMs) : everyMs;
    const progress = {
      feed: feed.feed,
      cursor: page.cursor,
      read: page.resources.length,
      total: page.total,
      isEnd,
      dueAt: isEnd ? now + every : now,
    };
    if (!(await platformFeedAdvance(db, connection, progress, now)) || isEnd) return;
    cursor = page.cursor;
    await readDeliveries(run, 1);
  }
}

/** A page that leads to itself is the last one: a platform that repeats it would be asked for ever. */
const isLast = ({ more, cursor, resources }: FeedPage, before: string | null): boolean =>
  !more || (cursor === before && resources.length === 0);

/** CON5, CON6: what comes before a reading of orders. Returns whether they are polled every minute for now. */
async function beginOrders(run: Run, { readAt, dueAt }: PlatformFeed): Promise<boolean> {
  const { deps, connection } = run;
  const { db, clock } = deps;
  const now = clock();
  const isRepaired = await checkWebhooks(run);
  const wasDown = readAt !== null && now - dueAt > downtimeMs;
  if (wasDown) await platformConnectionQuicken(db, connection.connectionId, { now, until: now + quickMs });
  return isRepaired || wasDown || (connection.fastUntil !== null && connection.fastUntil > now);
}

/** CON6: checks the webhooks; true: some had to be repaired. What the platform refuses does not keep orders from being read. */
async function checkWebhooks({ deps, connector, connection, context }: Run): Promise<boolean> {
  const { db, clock, log } = deps;
  const { connectionId, platform, webhooksAt } = connection;
  try {
    const { repaired, warning } = await connector.webhooks.ensure(context(), webhooksAt === null);
    const now = clock();
    await platformConnectionCheckWebhooks(db, connection, { now, quickUntil: repaired > 0 ? now + quickMs : null });
    if (repaired > 0) log.warn({ connectionId, platform, repaired }, 'webhooks of a shop were repaired');
    if (warning !== undefined) log.warn({ connectionId, platform, warning }, 'a platform needs a newer release');
    return repaired > 0;
  } catch (error) {
    if (!(error instanceof PlatformFailure) || !ofFeed.has(error.kind)) throw error;
    log.warn(
      { connectionId, platform, kind: error.kind, detail: error.detail },
      'webhooks of a shop could not be made',
    );
    return false;
  }
}
