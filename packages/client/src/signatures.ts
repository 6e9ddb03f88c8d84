// Signatures with WebCrypto, which Node, edge runtimes and browsers share.

const encoder = new TextEncoder();
const algorithm = { name: 'HMAC', hash: 'SHA-256' };
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const importKey = (secret: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, algorithm, false, [use]);

/** 128 random bits. crypto.randomUUID is missing in pages on plain http. */
export const randomKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * The value of the header `x-cart-signature` for a body: the time in seconds, a nonce, and the hex HMAC-SHA-256 of both and the body's UTF-8
 * bytes with the secret key. It is good for 5 minutes and one checkout. For servers. The request must send exactly this body, byte for byte.
 */
export async function signCart(body: string, secretKey: string): Promise<string> {
  const key = await importKey(encoder.encode(secretKey), 'sign');
  const [seconds, nonce] = [Math.floor(Date.now() / 1000), randomKey()];
  const signed = encoder.encode(`${seconds}.${nonce}.${body}`);
  return `t=${seconds},n=${nonce},v1=${hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
}
