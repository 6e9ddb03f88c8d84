import type { Context } from '../../../../context.ts';
import { Figures } from '../../cached-totals.ts';
import { countHome, readOverview, type HomeFigures } from '../../read-home.ts';
import { recoveryHours } from '../../recovered-revenue.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';

/** GET /panel/api/stores/:storeId/home: recovered revenue, what needs attention, and the first steps. */
export function readHomeHandlers(context: Context): PanelHandlers<'readHome'> {
  const figures = new Figures<HomeFigures>(context.clock);
  return {
    readHome: async ({ params: { storeId } }) => {
      const store = await context.directory.find(storeId);
      if (!store) return 'NOT_FOUND';
      const counted = await figures.read(storeId, () => countHome(context.db, store, context.clock()));
      const overview = await readOverview(context.db, storeId);
      return {
        success: true,
        recovered: counted ? { ...counted.recovered, hours: recoveryHours } : null,
        paid: counted?.paid ?? null,
        sent: counted?.sent ?? null,
        waiting: overview.liveRuns,
        attention: {
          failedRuns: overview.failedRuns,
          oddOrders: counted?.oddOrders ?? 0,
          channels: overview.failingChannels,
          unverifiedChannels: overview.unverified,
          simulatedChannels: overview.simulatedChannels,
          unverifiedPayments: overview.unverifiedPayments,
        },
        steps: {
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
    },
  };
}
