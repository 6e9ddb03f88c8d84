import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { acceptInvitation, readInvitation } from '../../../auth/account/invitations.ts';
import { admitSession } from '../../guards/session.ts';
import { addEndpoint } from '../register.ts';

/** POST /panel/api/invitations/read and /accept: AUT5, for everyone who has the link of an invitation. */
export function addInvitations(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'readInvitation', async ({ body: { token }, request }) => {
    const invitation = await readInvitation(context, token);
    if (!invitation) return { ok: false, code: 'INVITATION_EXPIRED' };
    const isOpen = (await admitSession(context, request)) === undefined;
    return { success: true, ...invitation, isSignedIn: isOpen && request.session?.email === invitation.email };
  });
  addEndpoint(app, context, 'acceptInvitation', async ({ body: { token, password }, request }) => {
    await admitSession(context, request);
    const accepted = await acceptInvitation(context, { token, password, session: request.session });
    return accepted.ok ? { success: true, storeId: accepted.storeId } : accepted;
  });
}
