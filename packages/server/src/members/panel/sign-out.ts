import type { Context } from '../../context.ts';
import { endSession } from '../sessions.ts';
import { sessionTokenIn, takeSessionCookie } from '../guards/session-cookie.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** POST /panel/api/sign-out: ends the session of this browser; succeeds also without one. */
export const signOutHandlers = (context: Context): PanelHandlers<'signOut'> => ({
  signOut: async ({ request, reply }) => {
    const token = sessionTokenIn(context, request);
    if (token !== undefined) await endSession(context.usersDb, token);
    takeSessionCookie(context, reply);
    return { success: true };
  },
});
