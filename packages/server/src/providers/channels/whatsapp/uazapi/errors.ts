import { broken, deliveredByStatus, refused, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** The outcome in uazapi's response. It gives the cause of an error only as text, not as a code. */
export function readResponse(answer: ProviderResponse): Delivered {
  const { messageid, id, error, message } = objectIn(answer.json);
  const why = textIn(error) || textIn(message);
  if (answer.status < 300) {
    const providerId = textIn(messageid) || textIn(id);
    if (providerId !== '') return { outcome: 'sent', providerId };
    return why === ''
      ? { outcome: 'uncertain' }
      : (deliveredByMessage(why) ?? refused('PROVIDER_REFUSED', answer.status));
  }
  return deliveredByMessage(why) ?? deliveredByStatus(answer);
}

function deliveredByMessage(why: string): Delivered | undefined {
  if (/invalid token|missing token/i.test(why)) return broken('INVALID_CREDENTIALS');
  if (/disconnected|not connected|no session/i.test(why)) return broken('DISCONNECTED');
  if (/(?:not|n[ãa]o).{0,30}(?:on|no|in|registered).{0,12}whatsapp/i.test(why)) return refused('CANNOT_RECEIVE');
  return /(?:download|fetch|upload).{0,40}(?:file|media)|(?:file|media).{0,40}(?:download|fetch|upload)/i.test(why)
    ? refused('MEDIA_UNAVAILABLE')
    : undefined;
}
