import { createHash } from 'node:crypto';
import { random } from '../platform/ids.ts';

/** A token of 256 bits for one browser or one e-mail, and its SHA-256, which is all that is kept of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = random(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** What a token is found by. It is random enough that its hash needs no salt. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
