import { createHmac } from 'node:crypto';
import { deriveKey } from '../crypto/derive-keys.ts';
import { shardOf } from '../ids.ts';

// The links in SMS. Their targets are stored (short_links), since a sealed URL would be as long as a whole SMS.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 10;

/** The key of short codes, derived from the server's secret. */
export const shortLinkKey = (secret: string): Buffer => deriveKey(secret, 'short links');

/**
 * The code of a link of a message: 59 unpredictable bits, the same each time the message is composed. Among ten million links, the
 * probability that two have the same code is one in ten thousand.
 */
export function shortCode(key: Buffer, runId: string, message: string, target: string): string {
  const shard = shardOf(runId);
  const digest = createHmac('sha256', key)
    .update(JSON.stringify([runId, message, target]))
    .digest();
  let rest = digest.readBigUInt64BE();
  let code = '';
  for (let index = 0; index < length; index++) {
    code += alphabet[Number(rest % 62n)];
    rest /= 62n;
  }
  return shard === 0 ? code : alphabet[Math.floor(shard / 62)]! + alphabet[shard % 62]! + code;
}

/** Whether a text has the format of a code: ten characters, after two that name the shard if it is not shard 0. */
export const isShortCode = (text: string): boolean => /^(?:[0-9A-Za-z]{2})?[0-9A-Za-z]{10}$/.test(text);

/** The shard that a code names; 0 if it is not a code. */
export const shardOfShortCode = (code: string): number =>
  !isShortCode(code) || code.length === length ? 0 : alphabet.indexOf(code[0]!) * 62 + alphabet.indexOf(code[1]!);
