import { broken, deliveredByStatus, refused, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** The outcome in Z-API's response. It gives the cause of an error only as text, not as a code. */
export function readResponse(answer: ProviderResponse): Delivered {
  const { messageId, error, message } = objectIn(answer.json);
  const why = textIn(error) || textIn(message);
  if (answer.status < 300) {
    if (textIn(messageId) !== '') return { outcome: 'sent', providerId: textIn(messageId) };
    return why === ''
      ? { outcome: 'uncertain' }
      : (deliveredByMessage(why) ?? refused('PROVIDER_REFUSED', answer.status));
  }
  return deliveredByMessage(why) ?? deliveredByStatus(answer);
}

function deliveredByMessage(why: string): Delivered | undefined {
  if (/client-token/i.test(why)) return broken('INVALID_CREDENTIALS');
  if (/instance not found/i.test(why)) return broken('UNKNOWN_ACCOUNT');
  if (/not connected|disconnected|need to be connected/i.test(why)) return broken('DISCONNECTED');
  if (/subscri|payment/i.test(why)) return broken('PAYMENT_DUE');
  return /phone.{0,40}(?:not exist|invalid)|invalid phone/i.test(why) ? refused('CANNOT_RECEIVE') : undefined;
}
