import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isId } from '../../platform/ids.ts';
import type { RelyingParty } from '../../auth/account/passkeys.ts';
import { refusalAtStore } from '../../auth/memberships.ts';
import type { Permission } from '../../auth/roles.ts';
import { findSession, type Session } from '../../auth/sessions.ts';
import { markRefusedAccess } from './refused-access.ts';
import { sessionTokenIn } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set by the guard. */
    session: Session | undefined;
  }
}

/**
 * AUT2: whether a request that changes something comes from the panel itself. No form and no other site can send our header without
 * a preflight, which is always refused; the Origin says it again. Where no BASE_URL is set, the host that was asked is ours
 * under any name and address of this machine; another name may be one that its owner has made to lead here.
 */
export function isFromPanel({ config, baseUrl }: Context, { headers, host }: FastifyRequest): boolean {
  if (headers['x-retoma-panel'] !== '1') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return (
    origin === new URL(baseUrl).origin ||
    (config.baseUrl === undefined && origin === `http://${host}` && isLoopback(origin))
  );
}

/** Whether an origin is a name or an address that no machine but this one answers to. */
function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** AUT4: what passkeys of the panel are bound to: the origin that it was asked at, which `isFromPanel` has checked. */
export function relyingPartyOf({ headers }: FastifyRequest): RelyingParty {
  const { origin = '' } = headers;
  return { origin, host: new URL(origin).hostname };
}

/** The session of a route that requires one. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Error('this route has no session guard');
  return session;
}

/** The session of a request's cookie, put on the request; the refusal where there is none, or it is locked (AUT2). */
export async function admitSession(
  context: Context,
  request: FastifyRequest,
): Promise<'NOT_SIGNED_IN' | 'SESSION_LOCKED' | undefined> {
  const token = sessionTokenIn(context, request);
  const isUse = request.headers['x-retoma-background'] === undefined;
  request.session = token === undefined ? undefined : await findSession(context, token, isUse);
  if (!request.session) return 'NOT_SIGNED_IN';
  return request.session.isLocked ? 'SESSION_LOCKED' : undefined;
}

/** AUT5: whether the signed-in user has a permission at the store of the path. Another owner's store is not found. */
export async function admitPermission(
  context: Context,
  request: FastifyRequest,
  permission: Permission,
): Promise<'NOT_ALLOWED' | 'SECOND_FACTOR_NEEDED' | 'NOT_FOUND' | undefined> {
  const { storeId } = request.params as { storeId: string };
  if (!isId(storeId)) return 'NOT_FOUND';
  const refusal = await refusalAtStore(context.db, sessionOf(request), { storeId, permission });
  if (refusal !== 'NOT_A_MEMBER') return refusal;
  markRefusedAccess(request, 'OTHER_STORE');
  return 'NOT_FOUND';
}
