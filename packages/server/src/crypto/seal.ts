import { createCipheriv, createDecipheriv } from 'node:crypto';
import { random } from '../platform/ids.ts';
import { deriveKeys, keysOf } from './derive-keys.ts';

// Secrets of others that the database keeps: a reader of a backup without the server's secret learns nothing of them, and a
// row's cannot be put into another row. Format: version (1 byte), nonce (12), ciphertext, tag (16).

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** The keys under which credentials are sealed, of the server's secret (`deriveKeys`). */
export const credentialsKey = (secret: string): Buffer => deriveKeys(secret, 'credentials');

/**
 * AES-256-GCM over a value as JSON. `keys`: as `deriveKeys` makes them; the first one seals. `context`: what the value
 * belongs to, such as the id of its row; it opens nowhere else.
 */
export function seal(keys: Buffer, context: string, value: unknown): Buffer {
  const [key] = keysOf(keys);
  const nonce = random(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key!, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, body, cipher.getAuthTag()]);
}

/** The value that was sealed under any of the keys; undefined where all of them, the context or a byte is another. */
export function unseal(keys: Buffer, context: string, sealed: Buffer): unknown {
  for (const key of keysOf(keys)) {
    const value = unsealWith(key, context, sealed);
    if (value !== undefined) return value;
  }
  return undefined;
}

function unsealWith(key: Buffer, context: string, sealed: Buffer): unknown {
  if (sealed[0] !== version || sealed.length < 1 + nonceBytes + tagBytes) return undefined;
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
