import type { WebhookResult, ChannelUpdate, WebhookRequest } from '../../provider.ts';
import { isSecretPath } from '../../secret-path.ts';
import { readReport } from '../delivery-reports/read-report.ts';

/** Bytes of a report; servers return the headers alone of what was large. */
const maxBytes = 2_000_000;

/**
 * Receives returned mail and spam complaints: the mailbox of the connection's bounces forwards each message unchanged (see
 * README.md). Anyone can write such a message, so one counts only where it names the message that it is about.
 */
export function parseDeliveryReport(
  secret: string | undefined,
  { method, url, body, now }: WebhookRequest,
): WebhookResult {
  if (method !== 'POST' || !isSecretPath(url, secret) || body.length > maxBytes)
    return { outcome: 'invalid_signature' };
  const updates = readReport(body).flatMap(({ kind, address, permanent, messageId: about }): ChannelUpdate[] => {
    if (about === undefined) return [];
    const id = `${kind}:${about}:${address}`.slice(0, 300);
    if (kind === 'complaint') return [{ kind, id, address, about, at: now }];
    return [
      { kind, id, address, permanent, about, at: now },
      { kind: 'status', message: { providerId: about }, status: 'failed', reason: 'BOUNCED', at: now },
    ];
  });
  return { outcome: 'parsed', updates };
}
