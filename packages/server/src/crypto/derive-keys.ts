import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The server's secret: the root that every other key is derived from; that of the environment was checked with the other settings. Throws,
 * with words for a person, where the file holds what is none.
 */
export function readSecret(fromEnvironment: string | undefined, home: string): string {
  if (fromEnvironment !== undefined) return fromEnvironment;
  const file = path.join(home, 'secret');
  const secret = storedSecret(file, newSecret);
  const problem = secretProblem(secret);
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
  return secret;
}

/** What a file holds, without the end of its line; made once, for this machine's user alone. */
export function storedSecret(file: string, make: () => string): string {
  const stored = readStored(file);
  if (stored !== undefined) return stored;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  try {
    fs.writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process made it first
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** What such a file holds; undefined where there is none. */
export function readStored(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

// A secret is one text, or while it is being replaced several with commas between: everything is made under the first, and what was made
// under any of them is taken. People are hashed permanently, and nothing can hash them anew: `person:<base64url>` among them is the key that
// they were hashed under before the secret was replaced.

const personMark = 'person:';
const keyBytes = 32;

const rootsOf = (secret: string): string[] => secret.split(',').filter((one) => !one.startsWith(personMark));

/** What is wrong with a secret, for the operator; undefined: nothing. */
export function secretProblem(secret: string): string | undefined {
  const roots = rootsOf(secret);
  if (roots.length === 0 || roots.some((root) => root.length < 32)) return 'each secret needs at least 32 characters';
  const person = storedContactKey(secret);
  if (person && person.length !== keyBytes) return 'what follows person: is not as `retoma secret new` made it';
  if (!person && roots.length > 1)
    return 'with more than one secret, person: must say how people are hashed (retoma secret new)';
  return undefined;
}

/** A key of 32 bytes for one purpose only, so that a leak of one use reveals nothing of another. */
export const deriveKey = (secret: string, purpose: string): Buffer => keyOf(rootsOf(secret)[0]!, purpose);

/** The same of every secret that is taken, one after the other, the one that makes first (`keysOf`). */
export const deriveKeys = (secret: string, purpose: string): Buffer =>
  Buffer.concat(rootsOf(secret).map((root) => keyOf(root, purpose)));

/** The keys that stand one after the other. */
export const keysOf = (keys: Buffer): Buffer[] =>
  Array.from({ length: keys.length / keyBytes }, (_, at) => keys.subarray(at * keyBytes, (at + 1) * keyBytes));

/** The key that people are hashed under: the same permanently, however often the secret is replaced. */
export const deriveContactKey = (secret: string): Buffer => storedContactKey(secret) ?? deriveKey(secret, 'person');

/** The two values that replace a secret, one after the other: the first lets every process take both, the second makes with `fresh`. */
export function replaceSecret(secret: string, fresh: string): { first: string; then: string; last: string } {
  const [old = ''] = rootsOf(secret);
  const person = personMark + deriveContactKey(secret).toString('base64url');
  return {
    first: [old, fresh, person].join(','),
    then: [fresh, old, person].join(','),
    last: [fresh, person].join(','),
  };
}

/** A secret that cannot be guessed. */
export const newSecret = (): string => randomBytes(keyBytes).toString('base64url');

const keyOf = (root: string, purpose: string): Buffer =>
  createHmac('sha256', root).update(`retoma:${purpose}`).digest();

function storedContactKey(secret: string): Buffer | undefined {
  const stored = secret.split(',').find((one) => one.startsWith(personMark));
  return stored === undefined ? undefined : Buffer.from(stored.slice(personMark.length), 'base64url');
}

/** COM24: the keys of the cookie by which a browser shows that it entered a purchase's data. */
export const knownBrowserKeys = (secret: string): Buffer => deriveKeys(secret, 'known-browser');
