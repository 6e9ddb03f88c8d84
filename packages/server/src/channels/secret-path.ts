import { createHash, timingSafeEqual } from 'node:crypto';
import { parseJson } from '../platform/json.ts';
import type { ChannelUpdate, WebhookRequest, WebhookResult } from './provider.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether the last path segment of a webhook URL is the connection's secret, which only the provider has. For providers that do not sign
 * webhooks. Compares in constant time.
 */
export function isSecretPath(url: string, secret: unknown): boolean {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  if (typeof secret !== 'string' || secret.length < 16) return false;
  return timingSafeEqual(digest(last), digest(secret));
}

/** Parses the JSON of webhooks that are not signed, so that their URL contains the connection's secret. */
export const parseBySecretPath =
  (parse: (webhook: unknown, now: number) => readonly ChannelUpdate[]) =>
  (
    { credentials }: { readonly credentials: { readonly noticeSecret: string } },
    webhook: WebhookRequest,
  ): WebhookResult =>
    isSecretPath(webhook.url, credentials.noticeSecret)
      ? { outcome: 'parsed', updates: parse(parseJson(webhook.body), webhook.now) }
      : { outcome: 'invalid_signature' };
