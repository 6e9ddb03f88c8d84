import { createPublicKey, verify } from 'node:crypto';
import { reportedInstant } from '../../replay-window.ts';
import { parseJson } from '../../../../base/json.ts';
import { objectsIn, textIn, type Json } from '../../json.ts';
import type { ChannelUpdate, WebhookRequest } from '../../provider.ts';

/** The member in which an event repeats our message key. */
export const keyMember = 'retoma_key';

/** SendGrid retries a webhook for a day; an older one is a replay. Milliseconds. */
const oldestMs = 25 * 60 * 60_000;
const aheadMs = 10 * 60_000;

/**
 * Whether SendGrid signed a webhook: ECDSA over timestamp and body. `publicKey`: base64 of DER, as on SendGrid's settings page. A webhook
 * that is too old is rejected as a replay.
 */
export function isSendGrids({ headers, body, now }: WebhookRequest, publicKey: string): boolean {
  const signature = headers['x-twilio-email-event-webhook-signature'] ?? '';
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'] ?? '';
  const at = Number(timestamp) * 1000;
  if (!/^\d{1,12}$/.test(timestamp) || at < now - oldestMs || at > now + aheadMs) return false;
  const key = verificationKey(publicKey);
  if (!key) return false;
  return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'));
}

/** The parsed key; undefined: it is not a key of the curve P-256. */
export function verificationKey(publicKey: string): ReturnType<typeof createPublicKey> | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The updates about our messages; an account may also report events of other messages. */
export function parseSendGridUpdates(body: Buffer): ChannelUpdate[] {
  return objectsIn(parseJson(body)).flatMap(parseUpdates);
}

function parseUpdates(event: Json): ChannelUpdate[] {
  const key = textIn(event[keyMember]);
  const id = textIn(event['sg_event_id']).slice(0, 300);
  const address = textIn(event['email']);
  const at = reportedInstant(event['timestamp']);
  if (key === '' || Number.isNaN(at)) return [];
  const status = (state: 'sent' | 'delivered' | 'failed', reason?: string): ChannelUpdate => ({
    kind: 'status',
    message: { key },
    status: state,
    ...(reason !== undefined && { reason }),
    at,
  });
  switch (event['event']) {
    case 'processed':
      return [status('sent')];
    case 'delivered':
      return [status('delivered')];
    case 'bounce':
      return [{ kind: 'bounce', id, address, permanent: isPermanent(event), at }, status('failed', 'BOUNCED')];
    case 'dropped':
      return [status('failed', reasonOfDrop(textIn(event['reason'])))];
    case 'spamreport':
      return [{ kind: 'complaint', id, address, at }];
    case 'unsubscribe':
    case 'group_unsubscribe':
      return [{ kind: 'preference', from: address, wants: false, at }];
    default:
      return [];
  }
}

/** `blocked` concerns the message or the sender. For an address that does not exist, the status is 5.1.x or missing. */
const isPermanent = (event: Json): boolean =>
  event['type'] !== 'blocked' && !/^(?:4|5\.(?:2\.[23]|[367]\.))/.test(textIn(event['status']));

function reasonOfDrop(reason: string): string {
  if (/unsubscribed|spam reporting/i.test(reason)) return 'OPTED_OUT';
  return /bounced/i.test(reason) ? 'BOUNCED' : 'PROVIDER_REFUSED';
}
