import type { Conversion, Payload } from '../destination.ts';
import { e164, hashed, known, normalEmail, reais } from '../normalise.ts';

/** TikTok's names of the events. */
const names = { purchase: 'Purchase', lead: 'Lead', begin_checkout: 'InitiateCheckout' } as const;

/** The events that TikTok takes. */
export const tiktokEvents = ['purchase', 'lead', 'begin_checkout'] as const;

/** One event in the format of the Events API. */
export type TiktokEvent = Readonly<Record<string, unknown>>;

/** A conversion as an event of a website. The phone is hashed in E.164, with its plus. */
export function tiktokEvent(conversion: Conversion): Payload<TiktokEvent> {
  const { event, eventId, orderId, at, value, items, person, attribution } = conversion;
  const { ttclid, ttp, ip, userAgent, pageUrl } = attribution;
  if (event === 'refund' || userAgent === undefined || pageUrl === undefined)
    return { ok: false, reason: 'NO_BROWSER' };
  const user = known({
    email: hashed(normalEmail(person.email)),
    phone: hashed(e164(person.phone)),
    ttclid,
    ttp,
    ip,
    user_agent: userAgent,
  });
  const body = {
    event: names[event],
    event_time: Math.floor(at / 1000),
    event_id: eventId,
    user,
    page: { url: pageUrl },
    properties: {
      currency: 'BRL',
      value: reais(value),
      ...(orderId !== null && { order_id: orderId }),
      ...(items.length > 0 && {
        contents: items.map(({ id, quantity, price }) => ({ content_id: id, quantity, price: reais(price) })),
        content_type: 'product',
      }),
    },
  };
  return { ok: true, body, disclosed: Object.keys(user) };
}
