import { parseJson } from '../../../../base/json.ts';
import { objectIn, objectsIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate } from '../../provider.ts';

/**
 * The updates in a notification of Amazon SES, from a configuration set (`eventType`) or an identity (`notificationType`). Opens and
 * clicks are not read: Retoma tracks them itself.
 */
export function parseSesUpdates(message: string): ChannelUpdate[] {
  const event = objectIn(parseJson(message));
  const providerId = textIn(objectIn(event['mail'])['messageId']);
  if (providerId === '') return [];
  const failed = (at: number, reason = 'BOUNCED'): ChannelUpdate => ({
    kind: 'status',
    message: { providerId },
    status: 'failed',
    reason,
    at,
  });
  switch (textIn(event['eventType']) || textIn(event['notificationType'])) {
    case 'Bounce':
      return bouncesOf(objectIn(event['bounce']), failed);
    case 'Complaint':
      return complaintsOf(objectIn(event['complaint']));
    case 'Delivery': {
      const at = instantIn(objectIn(event['delivery'])['timestamp']);
      return [{ kind: 'status', message: { providerId }, status: 'delivered', at }];
    }
    case 'Reject':
      return [failed(instantIn(objectIn(event['mail'])['timestamp']), 'PROVIDER_REFUSED')];
    default:
      return [];
  }
}

function bouncesOf(bounce: Json, failed: (at: number) => ChannelUpdate): ChannelUpdate[] {
  const at = instantIn(bounce['timestamp']);
  const permanent = bounce['bounceType'] === 'Permanent';
  const feedback = textIn(bounce['feedbackId']);
  const bounces = objectsIn(bounce['bouncedRecipients']).flatMap((recipient): ChannelUpdate[] => {
    const address = addressIn(recipient['emailAddress']);
    return address ? [{ kind: 'bounce', id: `${feedback}:${address}`.slice(0, 300), address, permanent, at }] : [];
  });
  return [...bounces, failed(at)];
}

function complaintsOf(complaint: Json): ChannelUpdate[] {
  // Some providers withdraw a complaint this way.
  if (complaint['complaintFeedbackType'] === 'not-spam') return [];
  const at = instantIn(complaint['timestamp']);
  const feedback = textIn(complaint['feedbackId']);
  return objectsIn(complaint['complainedRecipients']).flatMap((recipient): ChannelUpdate[] => {
    const address = addressIn(recipient['emailAddress']);
    return address ? [{ kind: 'complaint', id: `${feedback}:${address}`.slice(0, 300), address, at }] : [];
  });
}

/** An address, with or without a name before it. */
const addressIn = (value: unknown): string | undefined =>
  /(?:^|<)([^\s<>"]{1,64}@[^\s<>"]{1,255})>?$/.exec(textIn(value).trim())?.[1];

const instantIn = (value: unknown): number => Date.parse(textIn(value));
