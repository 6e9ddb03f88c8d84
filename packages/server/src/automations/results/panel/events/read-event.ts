import type { Context } from '../../../../context.ts';
import { readRecentEvent } from '../../../run-data/recent-events.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { presentEvent } from './present-event.ts';

/** GET /panel/api/stores/:storeId/events/:eventId: one event with the data that a run of it would read now. */
export const readEventHandlers = (context: Context): PanelHandlers<'readEvent'> => ({
  readEvent: async ({ params: { storeId, eventId } }) => {
    const { db, baseUrl, clock } = context;
    const event = await readRecentEvent({ db, baseUrl, now: clock() }, storeId, eventId);
    return event ? { success: true, event: { ...presentEvent(event), data: { ...event.data } } } : 'NOT_FOUND';
  },
});
