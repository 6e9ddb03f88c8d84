import { broken, deliveredByStatus, refused, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, objectsIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** The outcome in Evolution API's response: `{ key: { id } }`, or `{ status, error, response: { message } }`. */
export function readResponse(answer: ProviderResponse): Delivered {
  const { key, response, message } = objectIn(answer.json);
  if (answer.status < 300) {
    const providerId = textIn(objectIn(key).id);
    return providerId === '' ? { outcome: 'uncertain' } : { outcome: 'sent', providerId };
  }
  const reply = objectIn(response).message ?? message;
  if (objectsIn(reply).some(({ exists }) => exists === false)) return refused('CANNOT_RECEIVE');
  const why = Array.isArray(reply) ? reply.map(textIn).join(' ') : textIn(reply);
  return deliveredByMessage(why) ?? deliveredByStatus(answer);
}

function deliveredByMessage(why: string): Delivered | undefined {
  // Evolution API's database failed: the message may have been sent before.
  if (/prisma/i.test(why)) return { outcome: 'uncertain' };
  if (/connection closed|not connected|no sessions/i.test(why)) return broken('DISCONNECTED');
  if (/instance.{0,60}does not exist/i.test(why)) return broken('UNKNOWN_ACCOUNT');
  return /media upload|download|getaddrinfo|status code 4\d\d/i.test(why) ? refused('MEDIA_UNAVAILABLE') : undefined;
}
