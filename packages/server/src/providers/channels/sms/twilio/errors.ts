import { broken, deliveredByStatus, refused, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** The outcomes of Twilio's error codes; other codes are mapped by HTTP status. */
const byCode: Readonly<Record<number, Delivered>> = {
  20003: broken('INVALID_CREDENTIALS'),
  20005: broken('ACCOUNT_RESTRICTED'),
  20404: broken('UNKNOWN_ACCOUNT'),
  21211: refused('INVALID_PHONE'),
  21212: broken('SENDER_REFUSED'),
  21602: refused('EMPTY_MESSAGE'),
  21603: broken('INVALID_SETTINGS'),
  21606: broken('SENDER_REFUSED'),
  21609: broken('INVALID_URL'),
  21610: { outcome: 'opted_out' },
  21612: refused('CANNOT_RECEIVE'),
  21614: refused('CANNOT_RECEIVE'),
  21617: refused('TEXT_TOO_LONG'),
  21659: broken('SENDER_REFUSED'),
  21703: broken('SENDER_REFUSED'),
  30002: broken('ACCOUNT_RESTRICTED'),
};

/** Error codes of a rate limit or a full queue: the message was not sent. */
const full: ReadonlySet<number> = new Set([14107, 20429, 21611, 30001, 63038]);

/** The outcome in Twilio's response. */
export function readResponse(answer: ProviderResponse): Delivered {
  const { sid, code } = objectIn(answer.json);
  if (answer.status < 300) {
    return textIn(sid) === '' ? { outcome: 'uncertain' } : { outcome: 'sent', providerId: textIn(sid) };
  }
  const number = typeof code === 'number' ? code : 0;
  if (full.has(number)) return deliveredByStatus({ ...answer, status: 429 });
  const known = byCode[number];
  if (known) return known;
  const delivered = deliveredByStatus(answer);
  return delivered.outcome === 'refused' && number > 0 ? refused('PROVIDER_REFUSED', number) : delivered;
}
