import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether Twilio signed a webhook: HMAC-SHA1 under the account's token over the full URL and the form's members, sorted by name, each
 * name followed by its value. A repeated name and value counts once. Twilio signs the URL with its port or without it, whatever was
 * configured, so either is accepted. Compares in constant time.
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
  const claimed = Buffer.from(signature, 'base64');
  return [url, ...withAndWithoutPort(url)].some((address) => {
    const right = createHmac('sha1', authToken)
      .update(address + members.join(''))
      .digest();
    return claimed.length === right.length && timingSafeEqual(claimed, right);
  });
}

/** A URL with its port, which is the protocol's where none is written, and without it. */
function withAndWithoutPort(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  const { protocol, hostname, pathname, search } = url;
  const port = url.port || (protocol === 'https:' ? '443' : '80');
  return [`:${port}`, ''].map((end) => `${protocol}//${hostname}${end}${pathname}${search}`);
}
