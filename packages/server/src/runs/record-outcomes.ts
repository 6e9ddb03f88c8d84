import { connectionClose, connectionHeal } from '../db/queries/connections.ts';
import { messageSettleMany, messageSettleSome, type MessageOutcome } from '../db/queries/messages.ts';
import { optOutInsert } from '../db/queries/opt-outs.ts';
import { runLockMany, runReadMany, type RunRow } from '../db/queries/runs.ts';
import { isUnavailable } from '../db/pool.ts';
import type { Engine } from './engine.ts';
import type { Feed } from './move-run.ts';
import { inMove, moveRuns, type Transaction, type Work } from './move-runs.ts';
import { MovedMeanwhile } from './moved-meanwhile.ts';
import { nextTry } from './retry-policy.ts';
import { personOf } from './recipient.ts';
import { mostAttempts } from './reserve-sends.ts';
import type { Sent } from './sender.ts';

/** After so many failures in a row of the connection's own, nothing is sent over it for a while. */
const failuresUntilClosed = 5;
/** For how long, in milliseconds: doubled with each further failure, up to the longest. */
const closing = { shortest: 30_000, longest: 15 * 60_000 };

/**
 * Writes what became of messages, and moves their runs on by it. An outcome whose lease was lost changes nothing. Where the
 * database is away the outcomes are kept; the leases decide how long they are worth something. Answers how many it took.
 */
export async function recordOutcomes(engine: Engine, limit: number): Promise<number> {
  const sent = engine.sender.takeOutcomes(limit);
  if (sent.length === 0) return 0;
  try {
    await inMove(engine, (transaction) => settleUnlocked(engine, transaction, sent)).catch((error: unknown) => {
      if (!(error instanceof MovedMeanwhile) && !isDeadlock(error)) throw error;
      return inMove(engine, (transaction) => settle(engine, transaction, sent));
    });
  } catch (error) {
    if (!isUnavailable(error)) return settleOneByOne(engine, sent, error);
    engine.sender.returnOutcomes(sent);
    throw error;
  }
  engine.reach('outcomes committed');
  return sent.length;
}

/** Two that write the same runs may end up waiting for each other; who is told so begins again, with the locks. */
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === '40P01';

/** One that cannot be written (a defect) must not keep the others. Its lease ends, and then it is looked at again. */
async function settleOneByOne(engine: Engine, sent: readonly Sent[], error: unknown): Promise<number> {
  if (sent.length === 1) {
    const { runId, message } = sent[0]!.reserved;
    engine.log.error({ err: error, runId, message }, 'an outcome cannot be written');
    return 1;
  }
  for (const [index, one] of sent.entries()) {
    try {
      await inMove(engine, (transaction) => settle(engine, transaction, [one]));
    } catch (cause) {
      if (isUnavailable(cause)) {
        engine.sender.returnOutcomes(sent.slice(index));
        throw cause;
      }
      await settleOneByOne(engine, [one], cause);
    }
  }
  return sent.length;
}

/** How an outcome is written down, and what the run is told; null: nothing yet. */
type Settled = { outcome: MessageOutcome; feed: Feed['input'] | null };

/**
 * Writes outcomes without locking their runs first, which would cost as much as moving them: nobody else moves a run while its
 * message is under way, save for a reply, an event or a person. Throws MovedMeanwhile where somebody did.
 */
async function settleUnlocked(engine: Engine, transaction: Transaction, sent: readonly Sent[]): Promise<void> {
  const settled = sent.map((one) => settledAs(one, transaction.now));
  const runs = await runReadMany(transaction.client, runIdsOf(sent));
  engine.reach('outcomes locked');
  await moveRuns(engine, transaction, worksOf(runs, settled, transaction.now));
  // After the runs, which are locked by that: everybody locks them first.
  const taken = await messageSettleMany(
    transaction.client,
    settled.map(({ outcome }) => outcome),
  );
  if (taken !== sent.length) throw new MovedMeanwhile();
  engine.reach('outcomes written');
  await afterwards(engine, transaction, sent);
}

/** The same under the locks of the runs: outcomes whose lease was lost are left out. */
async function settle(engine: Engine, transaction: Transaction, sent: readonly Sent[]): Promise<void> {
  const settled = sent.map((one) => settledAs(one, transaction.now));
  const runs = await runLockMany(transaction.client, runIdsOf(sent));
  const rows = await messageSettleSome(
    transaction.client,
    settled.map(({ outcome }) => outcome),
  );
  const taken = new Set(rows.map(nameOf));
  const valid = settled.filter(({ outcome }) => taken.has(nameOf(outcome)));
  await moveRuns(engine, transaction, worksOf(runs, valid, transaction.now));
  await afterwards(engine, transaction, sent);
}

const runIdsOf = (sent: readonly Sent[]): string[] => [...new Set(sent.map(({ reserved }) => reserved.runId))];

/** What the runs are told by outcomes; those that are told nothing are left out. */
function worksOf(runs: readonly RunRow[], settled: readonly Settled[], now: number): Work[] {
  const feeds = new Map<string, Feed[]>();
  for (const { outcome, feed } of settled) {
    if (feed === null) continue;
    const known = feeds.get(outcome.runId);
    if (known) known.push({ input: feed, at: now });
    else feeds.set(outcome.runId, [{ input: feed, at: now }]);
  }
  return runs.flatMap((run) => {
    const own = feeds.get(run.runId);
    return own ? [{ run, feeds: own, wake: null }] : [];
  });
}

/** What outcomes say of the connections and of the people. */
async function afterwards(engine: Engine, transaction: Transaction, sent: readonly Sent[]): Promise<void> {
  await judgeConnections(transaction, sent);
  await recordOptOuts(engine, transaction, sent);
}

const nameOf = ({ runId, message }: { runId: string; message: string }): string => `${runId} ${message}`;

function settledAs({ reserved, delivered: given }: Sent, now: number): Settled {
  const delivered = fitting(given);
  const { runId, message, lease, attempts } = reserved;
  const base = { runId, message, lease, reason: null, providerId: null, nextAt: null, settledAt: null };
  const last = attempts >= mostAttempts;
  const fail = (reason: string): Settled => ({
    outcome: { ...base, state: 'failed', reason, settledAt: now },
    feed: { type: 'outcome', message, outcome: 'failed', reason },
  });
  switch (delivered.outcome) {
    case 'sent':
      return {
        outcome: { ...base, state: 'sent', providerId: delivered.providerId ?? null, settledAt: now },
        feed: { type: 'outcome', message, outcome: 'sent' },
      };
    case 'refused':
      return fail(delivered.reason);
    case 'opted_out':
      return fail('OPTED_OUT');
    case 'unsent':
      return { outcome: { ...base, state: 'queued', reason: 'UNSENT', nextAt: now }, feed: null };
    case 'broken':
      return {
        outcome: { ...base, state: 'queued', reason: delivered.reason, nextAt: now + closing.shortest },
        feed: null,
      };
    case 'later': {
      if (last) return fail(delivered.reason);
      const nextAt = nextTry(now, attempts, nameOf(reserved), delivered.retryAfter);
      return { outcome: { ...base, state: 'queued', reason: delivered.reason, nextAt }, feed: null };
    }
    case 'uncertain':
      if (reserved.provider.deduplicates && !last) {
        return { outcome: { ...base, state: 'sending', nextAt: nextTry(now, attempts, nameOf(reserved)) }, feed: null };
      }
      return {
        outcome: { ...base, state: 'unknown', settledAt: now },
        feed: { type: 'outcome', message, outcome: 'unknown' },
      };
    default:
      return delivered satisfies never;
  }
}

/** What a provider says goes into columns that take no NUL and have an end. */
function fitting(delivered: Sent['delivered']): Sent['delivered'] {
  const fit = (text: string, most: number): string => text.replaceAll('\0', '').toWellFormed().slice(0, most);
  if ('reason' in delivered) return { ...delivered, reason: fit(delivered.reason, 200) };
  if ('providerId' in delivered && delivered.providerId !== undefined) {
    return { ...delivered, providerId: fit(delivered.providerId, 300) };
  }
  return delivered;
}

/** Closes connections that fail for reasons of their own, and heals those that work again. */
async function judgeConnections({ client, now }: Transaction, sent: readonly Sent[]): Promise<void> {
  const byConnection = Map.groupBy(sent, ({ reserved }) => reserved.connectionId);
  const inOrder = [...byConnection].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [connectionId, those] of inOrder) {
    const outcomes = those.map(({ delivered }) => fitting(delivered));
    const broken = outcomes.find(({ outcome }) => outcome === 'broken');
    const failures = outcomes.filter(({ outcome }) => outcome === 'later' || outcome === 'uncertain').length;
    const worked = outcomes.some(({ outcome }) => outcome === 'sent' || outcome === 'refused');
    const before = Math.max(...those.map(({ reserved }) => reserved.connectionFailures));
    if (broken?.outcome === 'broken') {
      await connectionClose(client, connectionId, outcomes.length, now + closing.longest, broken.reason);
    } else if (worked) {
      if (before > 0) await connectionHeal(client, connectionId);
    } else if (failures > 0) {
      const inARow = before + failures;
      const times = Math.max(0, inARow - failuresUntilClosed);
      const pause =
        inARow < failuresUntilClosed ? 0 : Math.min(closing.longest, closing.shortest * 2 ** Math.min(times, 10));
      await connectionClose(client, connectionId, failures, now + pause, null);
    }
  }
}

/** E8: a provider that knows of an opt-out tells us as well. */
async function recordOptOuts(engine: Engine, { client }: Transaction, sent: readonly Sent[]): Promise<void> {
  for (const { reserved, delivered } of sent) {
    if (delivered.outcome !== 'opted_out') continue;
    const { storeId, channel, to } = reserved.delivery;
    const person = personOf(engine, storeId, channel, to);
    if (person) await optOutInsert(client, { storeId, channel, person }, 'provider');
  }
}
