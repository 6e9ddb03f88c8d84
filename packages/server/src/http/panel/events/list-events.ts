import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { listRecentEvents } from '../../../run-data/recent-events.ts';
import { addEndpoint } from '../register.ts';
import { presentEvent } from './present-event.ts';

/** GET /panel/api/stores/:storeId/events: recent events, to try out an automation with. */
export function addListEvents(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'listEvents', async ({ params: { storeId }, query: { type } }) => {
    const { db, baseUrl, clock } = context;
    const events = await listRecentEvents({ db, baseUrl, now: clock() }, storeId, type);
    return { success: true, events: events.map(presentEvent) };
  });
}
