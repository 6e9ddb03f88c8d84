import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether Twilio signed a webhook: HMAC-SHA1 under the account's token over the full URL and the form's members, sorted by name, each
 * name followed by its value. A repeated name and value counts once. Compares in constant time.
 */
export function isTwilios(
  authToken: string,
  signature: string,
  url: string,
  form: readonly (readonly [string, string])[],
): boolean {
  const members = [...new Set(form.map(([name, value]) => name + value))];
  const named = new Map(form.map(([name, value]) => [name + value, name]));
  const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  members.sort((one, other) => order(named.get(one)!, named.get(other)!) || order(one, other));
  const right = createHmac('sha1', authToken)
    .update(url + members.join(''))
    .digest();
  const claimed = Buffer.from(signature, 'base64');
  return claimed.length === right.length && timingSafeEqual(claimed, right);
}
