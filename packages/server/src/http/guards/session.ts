import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isId } from '../../ids.ts';
import type { PeopleCode } from '../../people/codes.ts';
import { mayAtStore } from '../../people/memberships.ts';
import type { Permission } from '../../people/roles.ts';
import { findSession, type Session } from '../../people/sessions.ts';
import { sessionTokenIn } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set by the guard. */
    session: Session | undefined;
  }
}

/**
 * S2: whether a request that changes something comes from the panel itself. No form and no other site can send our header without
 * being asked for leave, which nobody gets; the Origin says it once more. Where no BASE_URL is set, the host that was asked is ours
 * under whatever name it was reached.
 */
export function isFromPanel({ config, baseUrl }: Context, { headers, host }: FastifyRequest): boolean {
  if (headers['x-retoma-panel'] !== '1') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return origin === new URL(baseUrl).origin || (config.baseUrl === undefined && origin === `http://${host}`);
}

/** Whoever is signed in, for a route that let only them in. */
export function sessionOf({ session }: FastifyRequest): Session {
  if (!session) throw new Error('this route has no session guard');
  return session;
}

/** The session of a request's cookie, put on the request; the refusal where there is none. */
export async function admitSession(context: Context, request: FastifyRequest): Promise<PeopleCode | undefined> {
  const token = sessionTokenIn(context, request);
  request.session = token === undefined ? undefined : await findSession(context, token);
  return request.session ? undefined : 'NOT_SIGNED_IN';
}

/** S5: whether whoever is signed in may do something at the store of the path. A store that is not theirs is as one that is not there. */
export async function admitPermission(
  context: Context,
  request: FastifyRequest,
  permission: Permission,
): Promise<'NOT_ALLOWED' | 'NOT_FOUND' | undefined> {
  const { storeId } = request.params as { storeId: string };
  if (!isId(storeId)) return 'NOT_FOUND';
  const isAllowed = await mayAtStore(context.db, { storeId, userId: sessionOf(request).userId, permission });
  if (isAllowed === undefined) return 'NOT_FOUND';
  return isAllowed ? undefined : 'NOT_ALLOWED';
}
