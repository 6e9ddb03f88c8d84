import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { sessionMs } from '../../people/sessions.ts';

type Place = Pick<Context, 'baseUrl'>;

const isSecure = ({ baseUrl }: Place): boolean => baseUrl.startsWith('https:');

/** S2: browsers take the prefix, which binds a cookie to this very host, only together with Secure. */
const nameAt = (place: Place): string => (isSecure(place) ? '__Host-retoma' : 'retoma');

/** The token of a request's cookie; undefined where there is none, or several say different things. */
export function sessionTokenIn(place: Place, { headers }: FastifyRequest): string | undefined {
  const prefix = `${nameAt(place)}=`;
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const tokens = new Set(parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length)));
  const [token] = tokens;
  return tokens.size === 1 && token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** S2: gives the browser a token, which no script reads and no other site sends along with a POST. */
export const giveSessionCookie = (place: Place, reply: FastifyReply, token: string): FastifyReply =>
  reply.header('set-cookie', cookieOf(place, token, sessionMs / 1000));

/** Takes it back. */
export const takeSessionCookie = (place: Place, reply: FastifyReply): FastifyReply =>
  reply.header('set-cookie', cookieOf(place, '', 0));

const cookieOf = (place: Place, value: string, maxAge: number): string =>
  [
    `${nameAt(place)}=${value}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(place) ? ['Secure'] : []),
  ].join('; ');
