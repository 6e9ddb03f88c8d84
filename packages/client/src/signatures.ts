// Signatures with WebCrypto, which Node, edge runtimes and browsers share.
import { SignatureError } from './errors.ts';
import type { WebhookEvent } from './contract-types.ts';

const encoder = new TextEncoder();
const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const secondsNow = (): number => Math.floor(Date.now() / 1000);

/** 128 random bits. crypto.randomUUID is missing in pages on plain http. */
export const randomKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

const importKey = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify']);

/**
 * The value of the header `x-cart-signature` for a body: the time in seconds, a nonce, and the hex HMAC-SHA-256 of both and the body's UTF-8
 * bytes with the secret key. It is good for 5 minutes and one checkout. For servers. The request must send exactly this body, byte for byte.
 */
export async function signCart(body: string, secretKey: string): Promise<string> {
  const key = await importKey(encoder.encode(secretKey));
  const [seconds, nonce] = [secondsNow(), randomKey()];
  const signed = encoder.encode(`${seconds}.${nonce}.${body}`);
  return `t=${seconds},n=${nonce},v1=${hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
}

/** When a signature is verified, for tests and for other ages. */
export type VerifyOptions = {
  /** The time of the check in seconds since 1970; by default now. */
  now?: number | undefined;
  /** Seconds for which a signature is good. */
  maxAge?: number | undefined;
};

/** The headers of a request: those of `fetch`, or the object of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a webhook and returns its event. `body`: as it was received, not parsed; `secret`: that of the endpoint, `whsec_…`. Rejects with
 * a SignatureError if the service did not sign the webhook (INVALID_SIGNATURE), or not within 5 minutes of now (EXPIRED_SIGNATURE). An
 * event may come again, with the same header `webhook-id`, and events may come in any order.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { now = secondsNow(), maxAge = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) {
    throw new SignatureError('INVALID_SIGNATURE', 'webhook-id, webhook-timestamp or webhook-signature is missing');
  }
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);
  const start = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  // The header has a signature for each secret in use, and may have versions of signatures that this one does not know.
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  await verify(signed, fromBase64(secret.replace(/^whsec_/, '')) ?? misuse(), given.map(fromBase64));
  if (!(Math.abs(now - Number(timestamp)) <= maxAge)) throw expired(maxAge);
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

/** What a return address says of a checkout. */
export type CheckoutReturn = {
  checkoutId: string;
  /** The state of the checkout when the shopper left the payment page: `paid` is final. */
  status: string;
  /** When the address was signed. */
  at: Date;
};

/**
 * Verifies the address to which a shopper returned (`successUrl`, `cancelUrl`). `address`: the whole URL, or its query. Rejects with a
 * SignatureError if the service did not sign it with this secret key (INVALID_SIGNATURE), or more than a day ago (EXPIRED_SIGNATURE).
 */
export async function verifyReturn(
  address: string | URL | URLSearchParams,
  secretKey: string,
  { now = secondsNow(), maxAge = 86_400 }: VerifyOptions = {},
): Promise<CheckoutReturn> {
  const query = address instanceof URLSearchParams ? address : queryOf(String(address));
  const [checkoutId = '', status = '', t = '', signatures = ''] = [
    'checkout_id',
    'checkout_status',
    't',
    'signature',
  ].map((name) => query.get(name) ?? undefined);
  const signed = encoder.encode(`return.${t}.${checkoutId}.${status}`);
  await verify(signed, encoder.encode(secretKey), signatures.split(',').map(fromHex));
  if (!(Math.abs(now - Number(t)) <= maxAge)) throw expired(maxAge);
  return { checkoutId, status, at: new Date(Number(t) * 1000) };
}

/** Rejects unless one of the signatures is of these bytes with this secret. WebCrypto compares in constant time. */
async function verify(
  signed: Uint8Array<ArrayBuffer>,
  secret: Uint8Array<ArrayBuffer>,
  signatures: readonly (Uint8Array<ArrayBuffer> | undefined)[],
): Promise<void> {
  const key = await importKey(secret);
  for (const signature of signatures) {
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return;
  }
  throw new SignatureError('INVALID_SIGNATURE', 'No signature is of this content and this secret');
}

const expired = (maxAge: number): SignatureError =>
  new SignatureError('EXPIRED_SIGNATURE', `The signature is not within ${maxAge} seconds of now`);

function misuse(): never {
  throw new TypeError('secret must be the text that begins with whsec_');
}

const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function';

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // Frameworks have classes of their own with the same method.
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.join(' ');
}

const queryOf = (address: string): URLSearchParams =>
  new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? address.replace(/#.*/, ''));

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const fromHex = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^([0-9a-f]{2})+$/i.test(text) ? Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16)) : undefined;
