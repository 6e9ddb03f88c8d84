import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { describeBrowser, knownBrowserMs, type Browser } from '../account/known-browser.ts';
import { sessionMs } from '../sessions.ts';

/** The cookies of the panel: the session, and the known browser (AUT3). */
type CookieName = 'session' | 'browser';

type Place = Pick<Context, 'baseUrl'>;

const isSecure = ({ baseUrl }: Place): boolean => baseUrl.startsWith('https:');

/** AUT2: the prefix `__Host-` binds a cookie to this host. Browsers accept it only together with Secure. */
const nameAt = (place: Place, cookie: CookieName): string =>
  (isSecure(place) ? '__Host-retoma' : 'retoma') + (cookie === 'browser' ? '-browser' : '');

/** The session token in a request's cookies; undefined if there is none, or if there are several different ones. */
export const sessionTokenIn = (place: Place, request: FastifyRequest): string | undefined =>
  tokenIn(place, request, 'session');

/** AUT3: the browser that sent a request: its token, if it has one, and its name for display. */
export function browserOf(place: Place, request: FastifyRequest): Browser {
  const token = tokenIn(place, request, 'browser');
  return { token, label: describeBrowser(request.headers['user-agent'] ?? '') };
}

function tokenIn(place: Place, { headers }: FastifyRequest, cookie: CookieName): string | undefined {
  const prefix = `${nameAt(place, cookie)}=`;
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const tokens = new Set(parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length)));
  const [token] = tokens;
  return tokens.size === 1 && token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** AUT2: sets the session cookie. Scripts cannot read it, and other sites cannot send it along with a POST. */
export const giveSessionCookie = (place: Place, reply: FastifyReply, token: string): FastifyReply =>
  reply.header('set-cookie', cookieOf(place, 'session', token, sessionMs / 1000));

/** AUT3: sets the cookie of a known browser. */
export const giveBrowserCookie = (place: Place, reply: FastifyReply, token: string): FastifyReply =>
  reply.header('set-cookie', cookieOf(place, 'browser', token, knownBrowserMs / 1000));

/** Removes the session cookie. */
export const takeSessionCookie = (place: Place, reply: FastifyReply): FastifyReply =>
  reply.header('set-cookie', cookieOf(place, 'session', '', 0));

const cookieOf = (place: Place, cookie: CookieName, value: string, maxAge: number): string =>
  [
    `${nameAt(place, cookie)}=${value}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(place) ? ['Secure'] : []),
  ].join('; ');
