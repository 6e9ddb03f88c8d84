import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The server's secret, from which every other key is derived. It comes from the environment, where it was already validated, or from a
 * file. Throws with a message for the operator if the file's secret is invalid.
 */
export function readSecret(fromEnvironment: string | undefined, home: string): string {
  if (fromEnvironment !== undefined) return fromEnvironment;
  const file = path.join(home, 'secret');
  const secret = storedSecret(file, newSecret);
  const problem = secretProblem(secret);
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
  return secret;
}

/** The trimmed content of a file. A missing file is created with the result of `make`, readable only by the process's user. */
export function storedSecret(file: string, make: () => string): string {
  const stored = readStored(file);
  if (stored !== undefined) return stored;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  try {
    fs.writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process created it first
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** The trimmed content of such a file; undefined: it does not exist. */
export function readStored(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

// A secret is one text or, while it is being replaced, several texts separated by commas. New values use the first one; values of any of
// them are accepted. Contact hashes are permanent and cannot be computed again: the member `person:<base64url>` is the key of contact
// hashes from before the replacement.

const personMark = 'person:';
const keyBytes = 32;

const rootsOf = (secret: string): string[] => secret.split(',').filter((one) => !one.startsWith(personMark));

/** The error of an invalid secret, for the operator; undefined: it is valid. */
export function secretProblem(secret: string): string | undefined {
  const roots = rootsOf(secret);
  if (roots.length === 0 || roots.some((root) => root.length < 32))
    return 'each secret must have at least 32 characters';
  const person = storedContactKey(secret);
  if (person && person.length !== keyBytes)
    return 'the value after person: must be the one that `retoma secret new` printed';
  if (!person && roots.length > 1)
    return 'more than one secret requires person: with the key of contact hashes (retoma secret new)';
  return undefined;
}

/** A key of 32 bytes for one purpose, so that a leaked key reveals nothing about other purposes. */
export const deriveKey = (secret: string, purpose: string): Buffer => keyOf(rootsOf(secret)[0]!, purpose);

/** The concatenated keys of all accepted secrets, first the one for new values (`keysOf`). */
export const deriveKeys = (secret: string, purpose: string): Buffer =>
  Buffer.concat(rootsOf(secret).map((root) => keyOf(root, purpose)));

/** Splits concatenated keys. */
export const keysOf = (keys: Buffer): Buffer[] =>
  Array.from({ length: keys.length / keyBytes }, (_, at) => keys.subarray(at * keyBytes, (at + 1) * keyBytes));

/** The key of contact hashes: it never changes, however often the secret is replaced. */
export const deriveContactKey = (secret: string): Buffer => storedContactKey(secret) ?? deriveKey(secret, 'person');

/**
 * The successive values of a secret that is being replaced: after `first`, every process accepts both; `then` uses `fresh` for new
 * values; `last` drops the old one.
 */
export function replaceSecret(secret: string, fresh: string): { first: string; then: string; last: string } {
  const [old = ''] = rootsOf(secret);
  const person = personMark + deriveContactKey(secret).toString('base64url');
  return {
    first: [old, fresh, person].join(','),
    then: [fresh, old, person].join(','),
    last: [fresh, person].join(','),
  };
}

/** A new random secret. */
export const newSecret = (): string => randomBytes(keyBytes).toString('base64url');

const keyOf = (root: string, purpose: string): Buffer =>
  createHmac('sha256', root).update(`retoma:${purpose}`).digest();

function storedContactKey(secret: string): Buffer | undefined {
  const stored = secret.split(',').find((one) => one.startsWith(personMark));
  return stored === undefined ? undefined : Buffer.from(stored.slice(personMark.length), 'base64url');
}

/** COM24: the keys of the cookies that hold what a browser entered at a checkout. */
export const knownBrowserKeys = (secret: string): Buffer => deriveKeys(secret, 'known-browser');

/** COM35: the keys of the hashes of one-time codes. */
export const shopperCodeKeys = (secret: string): Buffer => deriveKeys(secret, 'shopper-code');
