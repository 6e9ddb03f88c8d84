import { deliveredByStatus, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** What the service made of a message: any 2xx is a yes. It may name the message by an id of its own. */
export function readResponse(answer: ProviderResponse): Delivered {
  if (answer.status < 200 || answer.status >= 300) return deliveredByStatus(answer);
  const { id, messageId } = objectIn(answer.json);
  const providerId = nameIn(id) || nameIn(messageId);
  return { outcome: 'sent', ...(providerId !== '' && { providerId: providerId.slice(0, 300) }) };
}

const nameIn = (value: unknown): string => (typeof value === 'number' ? String(value) : textIn(value));
