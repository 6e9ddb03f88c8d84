import type { WebhookResult, ChannelUpdate, WebhookRequest } from '../../provider.ts';
import { isSecretPath } from '../../secret-path.ts';
import { readReport } from '../delivery-reports/read-report.ts';

/** The largest report, in bytes; of a large message, servers return only the headers. */
const maxBytes = 2_000_000;

/**
 * Receives returned mail and spam complaints: the mailbox for bounces forwards each message unchanged (see README.md). Anyone can send
 * such a message, so a report counts only if it contains the id of the message that it is about.
 */
export async function parseDeliveryReport(
  secret: string | undefined,
  { method, url, body, now }: WebhookRequest,
): Promise<WebhookResult> {
  if (method !== 'POST' || !isSecretPath(url, secret) || body.length > maxBytes)
    return { outcome: 'invalid_signature' };
  const updates = (await readReport(body)).flatMap(
    ({ kind, address, permanent, messageId: about }): ChannelUpdate[] => {
      if (about === undefined) return [];
      const id = `${kind}:${about}:${address}`.slice(0, 300);
      if (kind === 'complaint') return [{ kind, id, address, about, at: now }];
      const failed = (reason: string): ChannelUpdate => ({
        kind: 'status',
        message: { providerId: about },
        status: 'failed',
        reason,
        at: now,
      });
      if (kind === 'failure') return [failed('SENDER_REFUSED')];
      return [{ kind, id, address, permanent, about, at: now }, failed('BOUNCED')];
    },
  );
  return { outcome: 'parsed', updates };
}
