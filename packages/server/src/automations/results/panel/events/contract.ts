// Requests and responses of the endpoints of events.
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../../http/endpoint.ts';

/** An event. `order`: number of the order; null: no order yet. `name`: of the shopper; null: not known. */
const event = z.object({
  eventId: z.uuid(),
  at: z.iso.datetime(),
  order: z.string().nullable(),
  name: z.string().nullable(),
});

const store = '/panel/api/stores/:storeId';

/** The endpoints of the events of a store. */
export const eventsContract = {
  /** The newest events of a type, newest first, to try out an automation with. */
  listEvents: {
    method: 'GET',
    path: `${store}/events`,
    access: 'seeShoppers',
    query: z.object({ type: z.enum(triggers) }),
    answer: done.extend({ events: z.array(event) }),
  },
  /** One event with the data that a run of it would read now, keyed by metatag category. */
  readEvent: {
    method: 'GET',
    path: `${store}/events/:eventId`,
    access: 'seeShoppers',
    answer: done.extend({ event: event.extend({ data: z.record(z.string(), z.unknown()) }) }),
  },
} as const satisfies Record<string, PanelEndpoint>;
