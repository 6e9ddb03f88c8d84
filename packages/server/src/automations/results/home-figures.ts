// The figures of the home page for a period and the one before it.
import type { Channel, Trigger } from '@retoma/flow';
import type { Database } from '../../base/postgres/pool.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import { saleBuckets, salesOf, type SaleBucket, type SaleSum } from '../../shop/orders/queries/sales.ts';
import { automationNames, type AutomationName } from './queries/automation-views.ts';
import {
  messageBuckets,
  messageBucketsByAutomation,
  runBuckets,
  type MessageBucket,
} from './queries/message-buckets.ts';
import { recoveredBuckets, type RecoveredBucket } from './queries/recovered-orders.ts';
import { recoveryHours } from './recovered-revenue.ts';
import { reportPeriod, type Days, type ReportPeriod, type BucketSpan } from './report-period.ts';

/** One bucket: received sales (COM41), those among them that messages recovered, messages, and runs that began. */
export type FigureBucket = {
  /** When it begins, in milliseconds. */
  at: number;
  paid: SaleSum;
  recovered: SaleSum;
  sent: number;
  failed: number;
  entered: number;
};

/** The sums of a span of time. Those of `buckets` make the totals. */
export type SpanFigures = Days & { buckets: FigureBucket[] };

/** What an automation did in the period. `byBucket`: the money it recovered, or the messages of one that recovered nothing. */
export type AutomationFigures = {
  automationId: string;
  name: string;
  triggerEvent: Trigger | null;
  /** Whether it exists: a deleted one keeps its results. */
  exists: boolean;
  channels: Channel[];
  sent: number;
  orders: number;
  cents: number;
  byBucket: number[];
};

/** The figures of a period. `others`: the sums of its sales that were marked by hand or simulated. */
export type HomeFigures = Pick<ReportPeriod, 'unit' | 'isCut'> & {
  current: SpanFigures;
  before: SpanFigures;
  others: { marked: SaleSum; simulated: SaleSum };
  /** The automations with results and the active ones, by money and then by messages. */
  automations: AutomationFigures[];
};

/** Sums up a period of a store, at an instant. */
export async function countFigures(
  db: Database,
  { storeId, timeZone }: { storeId: string; timeZone: string },
  days: Days,
  now: number,
): Promise<HomeFigures> {
  const { unit, isCut, current, before } = reportPeriod(days, now, timeZone);
  const read = await readSpan(db, storeId, current);
  const messages = await messageBucketsByAutomation(db, storeId, current.edges);
  const earlier = await readSpan(db, storeId, before);
  const { marked, simulated } = salesOf(read.sales);
  const ids = [...messages, ...read.recovered].map(({ automationId }) => automationId);
  const named = await automationNames(db, storeId, [...new Set(ids)]);
  return {
    unit,
    isCut,
    current: figuresOf(current, { ...read, messages }),
    before: figuresOf(before, { ...earlier, messages: await messageBuckets(db, storeId, before.edges) }),
    others: { marked, simulated },
    automations: named
      .map((one) => automationFigures(one, current, { messages, recovered: read.recovered }))
      .toSorted((one, other) => other.cents - one.cents || other.sent - one.sent),
  };
}

type SpanRows = { sales: SaleBucket[]; recovered: RecoveredBucket[]; runs: { bucket: number; entered: number }[] };

async function readSpan(db: Database, storeId: string, { edges }: BucketSpan): Promise<SpanRows> {
  return {
    sales: await saleBuckets(db, storeId, edges, simulatedProviderNames),
    recovered: await recoveredBuckets(db, storeId, edges, { hours: recoveryHours, simulated: simulatedProviderNames }),
    runs: await runBuckets(db, storeId, edges),
  };
}

/** One entry for each bucket of a span, also where nothing happened. Pure. */
function figuresOf(
  { from, to, edges }: BucketSpan,
  { sales, recovered, runs, messages }: SpanRows & { messages: readonly MessageBucket[] },
): SpanFigures {
  const buckets = edges.slice(0, -1).map((at): FigureBucket => {
    const nothing = { paid: { cents: 0, orders: 0 }, recovered: { cents: 0, orders: 0 } };
    return { at, ...nothing, sent: 0, failed: 0, entered: 0 };
  });
  for (const [name, its] of [
    ['paid', sales],
    ['recovered', recovered],
  ] as const) {
    for (const { bucket, kind, cents, orders } of its) {
      if (kind !== 'received') continue;
      buckets[bucket]![name].cents += cents;
      buckets[bucket]![name].orders += orders;
    }
  }
  for (const { bucket, sent, failed } of messages) {
    buckets[bucket]!.sent += sent;
    buckets[bucket]!.failed += failed;
  }
  for (const { bucket, entered } of runs) buckets[bucket]!.entered += entered;
  return { from, to, buckets };
}

type ByAutomation = {
  messages: readonly (MessageBucket & { automationId: string; channel: Channel })[];
  recovered: readonly RecoveredBucket[];
};

/** What one automation did. Pure. */
function automationFigures(
  { automationId, ...named }: AutomationName,
  { edges }: BucketSpan,
  { messages, recovered }: ByAutomation,
): AutomationFigures {
  const its = messages.filter((one) => one.automationId === automationId);
  const sales = recovered.filter((one) => one.automationId === automationId && one.kind === 'received');
  const { cents, orders } = salesOf(sales);
  const byBucket = edges.slice(0, -1).map(() => 0);
  for (const { bucket, cents } of sales) byBucket[bucket]! += cents;
  if (cents === 0) for (const { bucket, sent } of its) byBucket[bucket]! += sent;
  return {
    automationId,
    ...named,
    channels: [...new Set(its.map(({ channel }) => channel))],
    sent: its.reduce((sum, { sent }) => sum + sent, 0),
    orders,
    cents,
    byBucket,
  };
}
