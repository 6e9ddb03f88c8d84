import type { Conversion, ConversionPerson, Payload } from '../destination.ts';
import { e164, hashed, known, normalEmail, normalNames, normalPlace, normalZipcode, reais } from '../normalise.ts';

/** Meta's names of the events. */
const names = { purchase: 'Purchase', lead: 'Lead', begin_checkout: 'InitiateCheckout' } as const;

/** The events that Meta takes. */
export const metaEvents = ['purchase', 'lead', 'begin_checkout'] as const;

/** One event in the format of the Conversions API. */
export type MetaEvent = Readonly<Record<string, unknown>> & { readonly event_id: string };

/**
 * A conversion as an event of a website. Such an event requires the browser's name and the page. The CEP has eight digits: which form
 * matches better is not known.
 */
export function metaEvent(conversion: Conversion): Payload<MetaEvent> {
  const { event, eventId, orderId, at, value, items, person, attribution } = conversion;
  const { userAgent, pageUrl, ip, fbp, fbc } = attribution;
  if (event === 'refund' || userAgent === undefined || pageUrl === undefined)
    return { ok: false, reason: 'NO_BROWSER' };
  const user = {
    ...personOf(person),
    ...known({ client_ip_address: ip, client_user_agent: userAgent, fbp, fbc }),
  };
  const contents = items.map(({ id, quantity, price }) => ({ id, quantity, item_price: reais(price) }));
  const body = {
    event_name: names[event],
    event_time: Math.floor(at / 1000),
    event_id: eventId,
    action_source: 'website',
    event_source_url: pageUrl,
    user_data: user,
    custom_data: {
      currency: 'BRL',
      value: reais(value),
      ...(orderId !== null && { order_id: orderId }),
      ...(contents.length > 0 && { contents, content_type: 'product' }),
    },
  };
  return { ok: true, body, disclosed: Object.keys(user) };
}

/** The hashed members of a person. The phone has its country and no plus. */
function personOf({ email, phone, name, city, state, zipcode }: ConversionPerson): Partial<Record<string, string>> {
  const { first, last } = normalNames(name);
  return known({
    em: hashed(normalEmail(email)),
    ph: hashed(e164(phone)?.slice(1) ?? null),
    fn: hashed(first),
    ln: hashed(last),
    ct: hashed(normalPlace(city)),
    st: hashed(normalPlace(state)),
    zp: hashed(normalZipcode(zipcode)),
    country: hashed('br'),
  });
}
