import type { Context } from '../../../../context.ts';
import { Figures } from '../../cached-totals.ts';
import { findMatters, readOverview, type HomeMatters } from '../../read-home.ts';
import { countFigures, type HomeFigures, type SpanFigures } from '../../home-figures.ts';
import { isPeriod, lastDays } from '../../report-period.ts';
import { recoveryHours } from '../../recovered-revenue.ts';
import { connectors } from '../../../../shop/connectors/find-connector.ts';
import { isPaymentProvider, paymentProvider } from '../../../../providers/payments/index.ts';
import type { PanelAnswer, PanelHandlers } from '../../../../panel-contract.ts';

/** The default period, in days. */
const defaultDays = 30;

/** GET /panel/api/stores/:storeId/home and …/home/figures: what waits for a person, the first steps, and the figures of a period. */
export function readHomeHandlers(context: Context): PanelHandlers<'readHome' | 'readFigures'> {
  const { db, clock, directory } = context;
  const matters = new Figures<HomeMatters>(clock);
  const figures = new Figures<HomeFigures>(clock);
  return {
    readHome: async ({ params: { storeId } }) => {
      const found = await matters.read(storeId, () => findMatters(db, storeId, clock()));
      return { success: true, ...presentHome(await readOverview(db, storeId), found) };
    },
    readFigures: async ({ params: { storeId }, query: { days = defaultDays, from, to } }) => {
      const store = await directory.find(storeId);
      if (!store) return 'NOT_FOUND';
      const now = clock();
      const last = lastDays(days, now, store.timeZone);
      const given = from !== undefined && to !== undefined ? { from, to } : last;
      // The answer names the days, so a period that is none becomes the last days.
      const chosen = isPeriod(given, now, store.timeZone) ? given : last;
      const key = `${storeId} ${chosen.from} ${chosen.to}`;
      const counted = await figures.read(key, () => countFigures(db, store, chosen, clock()));
      return { success: true, figures: counted ? presentFigures(counted) : null };
    },
  };
}

/** A payment provider with its name for store owners; one that this release does not have keeps its own. */
const withLabel = (provider: string) => ({
  provider,
  label: isPaymentProvider(provider) ? paymentProvider(provider).label : { 'pt-BR': provider, en: provider },
});

type Overview = Awaited<ReturnType<typeof readOverview>>;

function presentHome(overview: Overview, found: HomeMatters | undefined): Omit<PanelAnswer<'readHome'>, 'success'> {
  return {
    waiting: overview.liveRuns,
    attention: {
      decisions: found?.money.decisions ?? null,
      confirmations: found?.money.confirmations ?? { orders: 0, cents: 0, oldest: null },
      failures: found?.failures ?? [],
      failedRuns: overview.failedRuns,
      drafts: overview.drafts.map((one) => ({ ...one, updatedAt: new Date(one.updatedAt).toISOString() })),
      unverifiedChannels: overview.unverified,
      unverifiedPayments: overview.unverifiedPayments.map(withLabel),
      failingPayments: overview.failingPayments.map(({ provider }) => withLabel(provider)),
      brokenShops: overview.brokenShops,
      simulatedChannels: overview.simulatedChannels,
    },
    platforms: Object.entries(connectors).map(([name, { label }]) => ({ name, label })),
    steps: {
      shop: overview.hasShop,
      automation: overview.hasAutomation,
      checkout: overview.hasCheckout,
      message: overview.hasMessage,
      channel: overview.hasChannel,
      payments: overview.hasPayments,
      shipping: overview.hasShipping,
      seller: overview.hasSeller,
      sale: overview.hasSale,
    },
  };
}

type Presented = NonNullable<PanelAnswer<'readFigures'>['figures']>;

const presentFigures = ({ current, before, ...figures }: HomeFigures): Presented => ({
  ...figures,
  current: presentSpan(current),
  before: presentSpan(before),
  hours: recoveryHours,
});

const presentSpan = ({ buckets, ...days }: SpanFigures): Presented['current'] => ({
  ...days,
  buckets: buckets.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
});
