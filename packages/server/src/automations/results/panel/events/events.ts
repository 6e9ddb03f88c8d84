import type { Context } from '../../../../context.ts';
import { listRecentEvents, readRecentEvent, type RecentEvent } from '../../../run-data/recent-events.ts';
import type { PanelHandlers, PanelAnswer } from '../../../../panel-contract.ts';

/** Recent events, to try out an automation with. */
export const eventsHandlers = (context: Context): PanelHandlers<'listEvents' | 'readEvent'> => ({
  /** GET /panel/api/stores/:storeId/events: recent events, to try out an automation with. */
  listEvents: async ({ params: { storeId }, query: { type } }) => {
    const { db, baseUrl, clock } = context;
    const events = await listRecentEvents({ db, baseUrl, now: clock() }, storeId, type);
    return { success: true, events: events.map(presentEvent) };
  },
  /** GET /panel/api/stores/:storeId/events/:eventId: one event with the data that a run of it would read now. */
  readEvent: async ({ params: { storeId, eventId } }) => {
    const { db, baseUrl, clock } = context;
    const event = await readRecentEvent({ db, baseUrl, now: clock() }, storeId, eventId);
    return event ? { success: true, event: { ...presentEvent(event), data: { ...event.data } } } : 'NOT_FOUND';
  },
});

/** An event as a list shows it. */
const presentEvent = ({ eventId, at, order, name }: RecentEvent): PanelAnswer<'listEvents'>['events'][number] => ({
  eventId,
  at: at.toISOString(),
  order,
  name,
});
