import type { WebhookResult, ChannelUpdate, WebhookRequest } from '../../provider.ts';
import { isSecretPath } from '../../secret-path.ts';
import { readReport } from '../delivery-reports/read-report.ts';

/** Bytes of a report; servers return the headers alone of what was large. */
const maxBytes = 2_000_000;

/**
 * Hears mail that came back or was called spam: whoever receives the connection's bounces hands each one over as it is (see
 * README.md). Anyone can write such a message, so one counts only where it names the message that it is about.
 */
export function parseDeliveryReport(
  secret: string | undefined,
  { method, url, body, now }: WebhookRequest,
): WebhookResult {
  if (method !== 'POST' || !isSecretPath(url, secret) || body.length > maxBytes) return { outcome: 'forged' };
  const news = readReport(body).flatMap(({ kind, address, permanent, messageId: about }): ChannelUpdate[] => {
    if (about === undefined) return [];
    const id = `${kind}:${about}:${address}`.slice(0, 300);
    if (kind === 'complaint') return [{ kind, id, address, about, at: now }];
    return [
      { kind, id, address, permanent, about, at: now },
      { kind: 'status', message: { providerId: about }, status: 'failed', reason: 'BOUNCED', at: now },
    ];
  });
  return { outcome: 'heard', news };
}
