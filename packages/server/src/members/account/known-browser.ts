import { knownBrowserExists, knownBrowserSet } from '../queries/known-browsers.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { newToken, tokenHash } from '../../base/crypto/random-token.ts';

/** AUT3: how long a browser stays known after a sign-in, in milliseconds. */
export const knownBrowserMs = 365 * 24 * 60 * 60_000;

/** The browser of a sign-in. */
export type Browser = {
  /** The token of its cookie; undefined: it has none. */
  readonly token?: string | undefined;
  /** Names of browser and system for display: `Chrome, Windows`. */
  readonly label?: string | undefined;
};

/** The hash of a browser's token if the user of this e-mail signed in with that browser before; else undefined. */
export async function knownBrowserOf(
  { usersDb, clock }: AuthDeps,
  email: string,
  { token }: Browser,
): Promise<Buffer | undefined> {
  if (token === undefined) return undefined;
  const hash = tokenHash(token);
  return (await knownBrowserExists(usersDb, email, hash, clock())) ? hash : undefined;
}

/** Stores a browser as known for a user. Returns its token, a new one if it had none. */
export async function rememberBrowser(db: Queryable, userId: string, { token }: Browser, at: number): Promise<string> {
  const browser = token === undefined ? newToken() : { token, hash: tokenHash(token) };
  await knownBrowserSet(db, { userId, hash: browser.hash, expiresAt: at + knownBrowserMs });
  return browser.token;
}

const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Names of browser and system in a User-Agent, for display; undefined if neither is in the lists. */
export function describeBrowser(userAgent: string): string | undefined {
  const nameIn = (list: readonly (readonly [string, RegExp])[]) => list.find(([, form]) => form.test(userAgent))?.[0];
  const parts = [nameIn(browsers), nameIn(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : undefined;
}
