import type { Conversion, Payload } from '../destination.ts';
import { e164, normalEmail, reais, sha256 } from '../normalise.ts';

/** The events that Google Ads takes. */
export const googleAdsEvents = ['purchase'] as const;

/** One click conversion. */
export type ClickConversion = Readonly<Record<string, unknown>>;

/**
 * A purchase as a conversion of a click. It names one click id, which is required; the hashed contact goes with `gclid` alone.
 * `conversionAction`: the resource's name.
 */
export function clickConversion(conversion: Conversion, conversionAction: string): Payload<ClickConversion> {
  const { event, orderId, at, value, person, attribution } = conversion;
  const { gclid, gbraid, wbraid } = attribution;
  const click = gclid ? { gclid } : gbraid ? { gbraid } : wbraid ? { wbraid } : undefined;
  if (event !== 'purchase' || orderId === null || !click) return { ok: false, reason: 'NO_CLICK_ID' };
  const email = normalEmail(person.email);
  const phone = e164(person.phone);
  const identifiers = gclid
    ? [
        ...(email === null ? [] : [{ hashedEmail: sha256(withoutDots(email)) }]),
        ...(phone === null ? [] : [{ hashedPhoneNumber: sha256(phone) }]),
      ]
    : [];
  const body = {
    ...click,
    conversionAction,
    conversionDateTime: dateTime(at),
    conversionValue: reais(value),
    currencyCode: 'BRL',
    orderId,
    ...(identifiers.length > 0 && { userIdentifiers: identifiers }),
    consent: { adUserData: 'GRANTED', adPersonalization: 'GRANTED' },
  };
  return { ok: true, body, disclosed: [...Object.keys(click), ...identifiers.flatMap((one) => Object.keys(one))] };
}

/** An address of Gmail without the dots before the @, which do not distinguish it. */
function withoutDots(email: string): string {
  const [, user = '', domain] = /^(.*)(@(?:gmail|googlemail)\.com)$/.exec(email) ?? [];
  return domain === undefined ? email : user.replaceAll('.', '') + domain;
}

/** `2026-11-27 20:04:29+00:00`. */
const dateTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
