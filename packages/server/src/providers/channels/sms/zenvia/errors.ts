import { broken, deliveredByStatus, refused, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, objectsIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** The outcome in Zenvia's response. The `path` of an error names the request member that Zenvia rejected. */
export function readResponse(answer: ProviderResponse): Delivered {
  const { id, code, message, details } = objectIn(answer.json);
  if (answer.status < 300) {
    return textIn(id) === '' ? { outcome: 'uncertain' } : { outcome: 'sent', providerId: textIn(id) };
  }
  if (answer.status === 400 || answer.status === 422) {
    const about = objectsIn(details).map(({ path }) => textIn(path));
    if (about.some((path) => /^to\b/.test(path))) return refused('CANNOT_RECEIVE');
    if (about.some((path) => /^from\b/.test(path))) return broken('SENDER_REFUSED');
  }
  if (/balance|credit/i.test(`${textIn(code)} ${textIn(message)}`)) return broken('PAYMENT_DUE');
  return deliveredByStatus(answer);
}
