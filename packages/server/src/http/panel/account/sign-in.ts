import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { endSession, findSession } from '../../../people/sessions.ts';
import { signIn } from '../../../people/sign-in.ts';
import { giveSessionCookie, sessionTokenIn } from '../../guards/session-cookie.ts';
import { addEndpoint } from '../endpoint.ts';
import { presentMe } from './me.ts';

/** POST /panel/api/sign-in: e-mail and password, and the code of a second factor, for a session. */
export function addSignIn(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'signIn', async ({ body, request, reply }) => {
    const signedIn = await signIn(context, { ...body, address: request.ip });
    if (!signedIn.ok) return signedIn;
    // A session that this browser had is nobody's any more.
    const before = sessionTokenIn(context, request);
    if (before !== undefined) await endSession(context.db, before);
    giveSessionCookie(context, reply, signedIn.token);
    const session = await findSession(context, signedIn.token);
    return session ? presentMe(context, session) : { ok: false, code: 'NOT_SIGNED_IN' };
  });
}
