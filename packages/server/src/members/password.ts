import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP's smallest recommended setting: 19 MiB, two passes, one lane; about 30 ms.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const argon2id = promisify(argon2);

const hashWith = (password: string, nonce: Buffer): Promise<Buffer> =>
  argon2id('argon2id', { message: password.normalize('NFKC'), nonce, ...cost });

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** A hash that no password matches. Verifying it for an unknown user takes as long as verifying that of a known one. */
export const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The PHC string of a password, with a new random salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await hashWith(password, salt);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether a password matches a PHC string that `hashPassword` made. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, kind, , , salt, hash] = phc.split('$');
  if (kind !== 'argon2id' || !salt || !hash) return false;
  return timingSafeEqual(await hashWith(password, Buffer.from(salt, 'base64')), Buffer.from(hash, 'base64'));
}
