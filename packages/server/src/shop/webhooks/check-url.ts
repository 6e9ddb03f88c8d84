import { isIP } from 'node:net';
import { isPublicAddress } from '../../base/net/address-policy.ts';

/** Why an address cannot be an endpoint. */
export type WebhookUrlRefusal = 'INVALID_URL' | 'NOT_HTTPS' | 'PRIVATE_ADDRESS' | 'PORT_NOT_ALLOWED';

/** The longest address, in characters. */
export const maxUrl = 2_000;

/**
 * WHK7: why an address cannot be an endpoint; undefined: it can. A host name is resolved, and its addresses checked, at each call
 * (http-client.ts). `allowPrivate`: for development, where an endpoint is on the same machine, without https.
 */
export function refusalOfUrl(address: string, allowPrivate: boolean): WebhookUrlRefusal | undefined {
  // `URL` strips or escapes control characters, but the address is stored as it is.
  const url = address.length > maxUrl || /[\u0000-\u0020\ufffd]/.test(address) ? null : URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'INVALID_URL';
  }
  if (allowPrivate) return undefined;
  if (url.protocol !== 'https:') return 'NOT_HTTPS';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host) === 0 ? /(?:^|\.)localhost\.?$|^[^.]+\.?$/i.test(host) : !isPublicAddress(host);
  if (isPrivate) return 'PRIVATE_ADDRESS';
  const port = Number(url.port || 443);
  return port === 443 || port > 1023 ? undefined : 'PORT_NOT_ALLOWED';
}
