import { createHash, timingSafeEqual } from 'node:crypto';
import { parseJson } from '../../base/json.ts';
import type { ChannelUpdate, WebhookRequest, WebhookResult } from './provider.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What a provider may append to the URL of a webhook: the name of its event, such as `messages-upsert`, or nothing after a slash. */
const eventName = /^(?:[a-z]{2,30}(?:-[a-z]{2,30}){0,4})?$/;

/**
 * Whether a webhook URL ends with the connection's secret, which only the provider has, or with it and the name of an event. For providers
 * that do not sign webhooks. Compares in constant time.
 */
export function isSecretPath(url: string, secret: unknown): boolean {
  const [before = '', last = ''] = URL.parse(url)?.pathname.split('/').slice(-2) ?? [];
  if (typeof secret !== 'string' || secret.length < 16) return false;
  const expected = digest(secret);
  const isLast = timingSafeEqual(digest(last), expected);
  return timingSafeEqual(digest(before), expected) ? isLast || eventName.test(last) : isLast;
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
