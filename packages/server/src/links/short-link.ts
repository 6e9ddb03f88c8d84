import { createHmac } from 'node:crypto';
import { deriveKey } from '../crypto/derive-keys.ts';

// The links of SMS. Their targets are in the database (short_links), since a sealed address would take a whole message.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 10;

/** The key under which codes are made, of the server's secret. */
export const shortLinkKey = (secret: string): Buffer => deriveKey(secret, 'short links');

/**
 * The code of a link of a message: 59 unpredictable bits, and the same however often the message is composed. Two links
 * of ten million have the same code with a probability of one in ten thousand.
 */
export function shortCode(key: Buffer, runId: string, message: string, target: string): string {
  const digest = createHmac('sha256', key)
    .update(JSON.stringify([runId, message, target]))
    .digest();
  let rest = digest.readBigUInt64BE();
  let code = '';
  for (let index = 0; index < length; index++) {
    code += alphabet[Number(rest % 62n)];
    rest /= 62n;
  }
  return code;
}

/** Whether a text may be a code. */
export const isShortCode = (text: string): boolean => /^[0-9A-Za-z]{10}$/.test(text);
