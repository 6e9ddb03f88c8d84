import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { openMail } from '../../../mail.ts';
import { inviteMember, type MailInvitation } from '../../../people/invite-member.ts';
import { membersOf, revokeMembership } from '../../../people/memberships.ts';
import { sessionOf } from '../../guards/session.ts';
import { addEndpoint } from '../endpoint.ts';

/** GET and POST /panel/api/stores/:storeId/team, POST …/:userId/revoke: S5, who works for a store. */
export function addTeam(app: FastifyInstance, context: Context): void {
  const { db } = context;
  addEndpoint(app, context, 'listTeam', async ({ params: { storeId } }) => ({
    success: true,
    members: await membersOf(db, storeId),
  }));
  addEndpoint(app, context, 'grantMember', async ({ params: { storeId }, body: { email, role }, request }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const { userId: by } = sessionOf(request);
    const invited = await inviteMember(context, { storeId, email, by, role }, mailOf(context, store.name));
    if (invited.ok) return { success: true, invited: invited.invited };
    const { code } = invited;
    return code === 'LAST_OWNER' || code === 'MAIL_IS_OFF' ? { ok: false, code } : 'NOT_FOUND';
  });
  addEndpoint(app, context, 'revokeMember', async ({ params: { storeId, userId }, request }) => {
    const member = (await membersOf(db, storeId)).find((one) => one.userId === userId);
    if (!member) return 'NOT_FOUND';
    const { userId: by } = sessionOf(request);
    const revoked = await revokeMembership(context, { storeId, email: member.email, by });
    if (revoked.ok) return { success: true };
    return revoked.code === 'LAST_OWNER' ? { ok: false, code: 'LAST_OWNER' } : 'NOT_FOUND';
  });
}

/** The token stands behind the `#`: browsers send that part to nobody, so it is in no log and no Referer. */
function mailOf({ config, baseUrl, log }: Context, storeName: string): MailInvitation | undefined {
  const send = openMail(config);
  if (!send) return undefined;
  return async (to, token) => {
    const text = textOf(storeName, `${baseUrl}/panel/password#${token}`);
    // They are in, and may ask for another link on the sign-in page.
    await send({ to, subject: `Convite para a loja ${storeName} na Retoma`, text }).catch(() =>
      log.error('an invitation could not be sent'),
    );
  };
}

const textOf = (storeName: string, link: string): string =>
  [
    'Olá,',
    '',
    `Você foi convidado para trabalhar na loja ${storeName} na Retoma. Para escolher a sua senha, abra este link nos próximos 7 dias:`,
    '',
    link,
    '',
  ].join('\n');
