import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isId } from '../../base/ids.ts';
import type { RelyingParty } from '../account/passkeys.ts';
import { refusalAtStore } from '../memberships.ts';
import type { Permission } from '../../http/roles.ts';
import { findSession, type Session } from '../sessions.ts';
import { markRefusedAccess } from '../../http/refused-access.ts';
import { sessionTokenIn } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the signed-in user; set by the guard. */
    session: Session | undefined;
  }
}

/**
 * AUT2: whether a request that changes something comes from the panel itself. Forms and other sites cannot send our header without a
 * preflight, which is always refused; the Origin is checked as well. Without BASE_URL an Origin equal to the requested host is accepted if
 * it is a loopback name: any other name may belong to an attacker who made it resolve to this machine.
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

/** Whether an origin is a loopback name or address, which always leads to this machine. */
function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** AUT4: the relying party of passkeys: the Origin of the request, which `isFromPanel` has checked. */
export function relyingPartyOf({ headers }: FastifyRequest): RelyingParty {
  const { origin = '' } = headers;
  return { origin, host: new URL(origin).hostname };
}

/** The session of a request to a route that requires one. Throws if the route has no session guard. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Error('this route has no session guard');
  return session;
}

/** The member who sent a request, as records name them: by name, else by e-mail address; at most 200 characters. */
export function authorOf(request: FastifyRequest): string {
  const { name, email } = sessionOf(request);
  return (name?.trim() || email).slice(0, 200);
}

/** Sets `request.session` by the request's cookie. Returns the refusal if there is no session or it is locked (AUT2). */
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

/** AUT5: why the signed-in user lacks a permission at the path's store; undefined: they have it. Another owner's store: NOT_FOUND. */
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
