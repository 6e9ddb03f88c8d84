import type { z } from 'zod';
import type { Conversion, Payload } from '../destination.ts';
import { e164, normalEmail, reais, sha256 } from '../normalise.ts';
import type { googleAdsForm } from './form.ts';

/** The events that Google Ads takes. */
export const googleAdsEvents = ['purchase'] as const;

/** One event of the Data Manager API. */
export type AdsEvent = Readonly<Record<string, unknown>> & { readonly userData?: unknown };

/**
 * A purchase as an event that a click led to. It names one click id, which is required; the hashed contact goes with `gclid` alone.
 */
export function adsEvent(conversion: Conversion): Payload<AdsEvent> {
  const { event, orderId, at, value, person, attribution } = conversion;
  const { gclid, gbraid, wbraid } = attribution;
  const click = gclid ? { gclid } : gbraid ? { gbraid } : wbraid ? { wbraid } : undefined;
  if (event !== 'purchase' || orderId === null || !click) return { ok: false, reason: 'NO_CLICK_ID' };
  const email = normalEmail(person.email);
  const phone = e164(person.phone);
  const userIdentifiers = gclid
    ? [
        ...(email === null ? [] : [{ emailAddress: sha256(plainGmail(email)) }]),
        ...(phone === null ? [] : [{ phoneNumber: sha256(phone) }]),
      ]
    : [];
  const body = {
    transactionId: orderId,
    eventTimestamp: new Date(at).toISOString(),
    eventSource: 'WEB',
    adIdentifiers: click,
    conversionValue: reais(value),
    currency: 'BRL',
    consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
    ...(userIdentifiers.length > 0 && { userData: { userIdentifiers } }),
  };
  return { ok: true, body, disclosed: [...Object.keys(click), ...userIdentifiers.flatMap((one) => Object.keys(one))] };
}

/** The request for one event. The hashes are hexadecimal. `validateOnly`: it is checked and counts nowhere. */
export const ingestRequest = (
  event: AdsEvent,
  { customerId, conversionActionId, loginCustomerId }: z.output<typeof googleAdsForm.settings>,
  validateOnly: boolean,
): object => ({
  destinations: [
    {
      operatingAccount: account(customerId),
      ...(loginCustomerId !== undefined && { loginAccount: account(loginCustomerId) }),
      productDestinationId: conversionActionId,
    },
  ],
  events: [event],
  encoding: 'HEX',
  validateOnly,
});

const account = (accountId: string): object => ({ accountType: 'GOOGLE_ADS', accountId });

/** An address of Gmail without the dots before the @ and without what follows a plus, neither of which distinguishes it. */
function plainGmail(email: string): string {
  const [, user = '', domain] = /^(.*)(@(?:gmail|googlemail)\.com)$/.exec(email) ?? [];
  const plain = user.split('+')[0]!.replaceAll('.', '');
  return domain === undefined || plain === '' ? email : plain + domain;
}
