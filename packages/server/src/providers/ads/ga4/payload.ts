import type { Conversion, Payload } from '../destination.ts';
import { reais } from '../normalise.ts';

/** Google's names of the events. */
const names = {
  purchase: 'purchase',
  lead: 'generate_lead',
  begin_checkout: 'begin_checkout',
  refund: 'refund',
} as const;

/** The events that GA4 takes. */
export const ga4Events = ['purchase', 'lead', 'begin_checkout', 'refund'] as const;

/** A request of the Measurement Protocol. */
export type Ga4Request = Readonly<Record<string, unknown>>;

/** Of engagement, which realtime reports require. */
const engagementMs = 1;
/** The longest value of a parameter, and the most items that are sent. */
const limits = { value: 100, items: 100 };

/**
 * A conversion as a request with one event. The browser's client id is required: one invented for each purchase would count as a new
 * user each time. No e-mail, phone or other personal data is sent. `measurementId`: of the stream, whose cookie holds the session.
 */
export function ga4Request(conversion: Conversion, measurementId: string): Payload<Ga4Request> {
  const { event, orderId, at, value, shipping, items, attribution } = conversion;
  const { gaClientId, gaSessions } = attribution;
  if (gaClientId === undefined) return { ok: false, reason: 'NO_CLIENT_ID' };
  const session = gaSessions?.[measurementId.replace(/^G-/, '')];
  const isOrder = event === 'purchase' || event === 'refund';
  const params = {
    ...(isOrder && orderId !== null && { transaction_id: orderId }),
    currency: 'BRL',
    value: reais(value),
    ...(event === 'purchase' && shipping !== null && { shipping: reais(shipping) }),
    ...(items.length > 0 &&
      event !== 'lead' && {
        items: items.slice(0, limits.items).map(({ id, quantity, price }) => ({
          item_id: id.slice(0, limits.value),
          quantity,
          price: reais(price),
        })),
      }),
    ...(session !== undefined && { session_id: session }),
    engagement_time_msec: engagementMs,
  };
  const body = {
    client_id: gaClientId,
    timestamp_micros: at * 1000,
    consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' },
    events: [{ name: names[event], params }],
  };
  return { ok: true, body, disclosed: ['client_id', ...(session === undefined ? [] : ['session_id'])] };
}
