import { deliveredByStatus, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** The outcome in the service's response: any 2xx is `sent`. The response may contain the service's id of the message. */
export function readResponse(answer: ProviderResponse): Delivered {
  if (answer.status < 200 || answer.status >= 300) return deliveredByStatus(answer);
  const { id, messageId } = objectIn(answer.json);
  const providerId = nameIn(id) || nameIn(messageId);
  return { outcome: 'sent', ...(providerId !== '' && { providerId: providerId.slice(0, 300) }) };
}

const nameIn = (value: unknown): string => (typeof value === 'number' ? String(value) : textIn(value));
