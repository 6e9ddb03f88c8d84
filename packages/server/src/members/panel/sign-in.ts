import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { askPasskey } from '../account/passkeys.ts';
import { endSession, findSession } from '../sessions.ts';
import { noteFailedSignIn, signIn, signInWithPasskey, type SignedIn } from '../sign-in.ts';
import {
  browserOf,
  giveBrowserCookie,
  giveSessionCookie,
  sessionTokenIn,
  takeSessionCookie,
} from '../guards/session-cookie.ts';
import { relyingPartyOf } from '../guards/session.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import type { Background } from './background.ts';
import { presentMe } from './me.ts';

/**
 * POST /panel/api/sign-in, /passkey-challenge and /sign-in/passkey: begins a session with password and code, or with a passkey. POST
 * /panel/api/sign-out ends the session of this browser, and succeeds also without one.
 */
export function signInHandlers(
  context: Context,
  background: Background,
): PanelHandlers<'signIn' | 'askPasskey' | 'signInWithPasskey' | 'signOut'> {
  const begin = async (request: FastifyRequest, reply: FastifyReply, { token, browserToken }: SignedIn) => {
    // An earlier session of this browser ends.
    const before = sessionTokenIn(context, request);
    if (before !== undefined) await endSession(context.usersDb, before);
    giveSessionCookie(context, reply, token);
    giveBrowserCookie(context, reply, browserToken);
    const session = await findSession(context, token);
    return session ? presentMe(context, session) : { ok: false as const, code: 'NOT_SIGNED_IN' as const };
  };
  return {
    signIn: async ({ body, request, reply }) => {
      const place = { address: request.ip, browser: browserOf(context, request) };
      const signedIn = await signIn(context, { ...body, ...place });
      if (signedIn.ok) return begin(request, reply, signedIn);
      const { code } = signedIn;
      if (code === 'WRONG_SIGN_IN' || code === 'WRONG_TOTP' || code === 'TOO_MANY_ATTEMPTS')
        background.run('a failed sign-in could not be audited', () => noteFailedSignIn(context, body.email));
      return signedIn;
    },
    askPasskey: async ({ request }) => {
      const requested = await askPasskey(context, relyingPartyOf(request), request.ip);
      return requested.ok ? { success: true, options: { ...requested.options } } : requested;
    },
    signInWithPasskey: async ({ body, request, reply }) => {
      const response = body.response as unknown as AuthenticationResponseJSON;
      const browser = browserOf(context, request);
      const signedIn = await signInWithPasskey(context, relyingPartyOf(request), { response, browser });
      return signedIn.ok ? begin(request, reply, signedIn) : signedIn;
    },
    signOut: async ({ request, reply }) => {
      const token = sessionTokenIn(context, request);
      if (token !== undefined) await endSession(context.usersDb, token);
      takeSessionCookie(context, reply);
      return { success: true };
    },
  };
}
