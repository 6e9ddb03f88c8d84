import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The server's secret: the root that every other key is derived from. At least 32 characters. */
export function readSecret(fromEnvironment: string | undefined, home: string): string {
  if (fromEnvironment !== undefined) return fromEnvironment;
  const file = path.join(home, 'secret');
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  fs.mkdirSync(home, { recursive: true });
  try {
    fs.writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process made it first
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** A key for one purpose only, so that what leaks of one use tells nothing of another. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`retoma:${purpose}`).digest();
