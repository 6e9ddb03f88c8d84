import type { Context } from '../../../../context.ts';
import { storeHealth } from '../../store-health.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { instant } from './present-run.ts';

/** GET /panel/api/stores/:storeId/health: whether the store's runs continue in time (R5), and its channels that do not work. */
export const readHealthHandlers = (context: Context): PanelHandlers<'readHealth'> => ({
  readHealth: async ({ params: { storeId } }) => {
    const { lateSeconds, channels, unverified, simulated, held, cardsBlocked } = await storeHealth(
      context.db,
      storeId,
      context.clock(),
    );
    return {
      success: true,
      lateSeconds,
      unverified: [...unverified],
      simulated: [...simulated],
      heldContacts: held.contacts > 0 ? { contacts: held.contacts, until: instant(held.until) } : null,
      cardsBlocked,
      channels: channels.map(({ until, since, ...channel }) => ({
        ...channel,
        until: instant(until),
        since: instant(since),
      })),
    };
  },
});
