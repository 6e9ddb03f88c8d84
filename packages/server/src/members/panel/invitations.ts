import type { Context } from '../../context.ts';
import { acceptInvitation, readInvitation } from '../account/invitations.ts';
import { admitSession } from '../guards/session.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** POST /panel/api/invitations/read and /accept: AUT5, for everyone who has the link of an invitation. */
export const invitationsHandlers = (context: Context): PanelHandlers<'readInvitation' | 'acceptInvitation'> => ({
  readInvitation: async ({ body: { token }, request }) => {
    const invitation = await readInvitation(context, token);
    if (!invitation) return { ok: false, code: 'INVITATION_EXPIRED' };
    const isOpen = (await admitSession(context, request)) === undefined;
    return { success: true, ...invitation, isSignedIn: isOpen && request.session?.email === invitation.email };
  },
  acceptInvitation: async ({ body: { token, password }, request }) => {
    await admitSession(context, request);
    const accepted = await acceptInvitation(context, { token, password, session: request.session });
    return accepted.ok ? { success: true, storeId: accepted.storeId } : accepted;
  },
});
