import type { Context } from '../../../../context.ts';
import { listRecentEvents } from '../../../run-data/recent-events.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { presentEvent } from './present-event.ts';

/** GET /panel/api/stores/:storeId/events: recent events, to try out an automation with. */
export const listEventsHandlers = (context: Context): PanelHandlers<'listEvents'> => ({
  listEvents: async ({ params: { storeId }, query: { type } }) => {
    const { db, baseUrl, clock } = context;
    const events = await listRecentEvents({ db, baseUrl, now: clock() }, storeId, type);
    return { success: true, events: events.map(presentEvent) };
  },
});
