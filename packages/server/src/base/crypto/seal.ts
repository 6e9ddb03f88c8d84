import { createCipheriv, createDecipheriv } from 'node:crypto';
import { random } from '../ids.ts';
import { deriveKeys, keysOf } from './derive-keys.ts';

// Encrypts secrets of stores in the database. A backup reveals nothing without the server's secret, and a sealed value cannot be moved to
// another row. Format: version (1 byte), nonce (12), ciphertext, tag (16).

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** The keys that seal credentials, derived from the server's secret (`deriveKeys`). */
export const credentialsKey = (secret: string): Buffer => deriveKeys(secret, 'credentials');

/**
 * Seals a value as JSON with AES-256-GCM. `keys`: from `deriveKeys`; the first one is used. `context`: the owner of the value, such as
 * the id of its row; the value opens only with the same context.
 */
export function seal(keys: Buffer, context: string, value: unknown): Buffer {
  const [key] = keysOf(keys);
  const nonce = random(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key!, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, body, cipher.getAuthTag()]);
}

/** Opens a value sealed under any of the keys; undefined: no key matches, the context differs, or the bytes were changed. */
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
