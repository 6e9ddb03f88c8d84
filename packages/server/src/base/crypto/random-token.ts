import { createHash } from 'node:crypto';
import { random } from '../ids.ts';

/** A new token of 256 bits for one browser or one e-mail, and its SHA-256. Only the hash is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = random(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** The hash by which a token is found. The token is random enough that the hash needs no salt. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
