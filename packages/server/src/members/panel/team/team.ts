import { mailName } from '../../audit/account-mails.ts';
import type { Context } from '../../../context.ts';
import { openMail } from '../../../base/service-mail.ts';
import { inviteMember, openInvitations, withdrawInvitation, type MailInvitation } from '../../account/invitations.ts';
import { changeTeamRules, readTeamRules } from '../../account/team-rules.ts';
import { membersOf, revokeMembership } from '../../memberships.ts';
import type { Role } from '../../../http/roles.ts';
import { hasSecondFactor } from '../../sessions.ts';
import { sessionOf } from '../../guards/session.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET and POST /panel/api/stores/:storeId/team, …/rules, …/invitations/:invitationId/withdraw and …/:userId/revoke. */
export function teamHandlers(
  context: Context,
): PanelHandlers<'listTeam' | 'changeTeamRules' | 'grantMember' | 'withdrawInvitation' | 'revokeMember'> {
  const { db } = context;
  return {
    ...listTeamHandlers(context),
    changeTeamRules: async ({ params: { storeId }, body, request, audit }) => {
      const changed = await changeTeamRules(db, sessionOf(request), storeId, body, audit);
      return changed.ok ? { success: true } : changed;
    },
    grantMember: async ({ params: { storeId }, body: { email, role }, request, audit }) => {
      const store = await context.directory.find(storeId);
      if (!store) return 'NOT_FOUND';
      const { userId: by } = sessionOf(request);
      const invited = await inviteMember(
        context,
        { storeId, email, by, role },
        invitationMailer(context, store.name),
        audit,
      );
      if (invited.ok) {
        const link = invited.token === null ? null : invitationLink(context, invited.token);
        return { success: true, invited: invited.isInvited, link };
      }
      const { code } = invited;
      return code === 'USER_NOT_FOUND' || code === 'STORE_NOT_FOUND' || code === 'NOT_A_MEMBER'
        ? 'NOT_FOUND'
        : { ok: false, code };
    },
    withdrawInvitation: async ({ params: { storeId, invitationId }, audit }) => {
      const isWithdrawn = await withdrawInvitation(context, { storeId, invitationId }, audit);
      return isWithdrawn ? { success: true } : 'NOT_FOUND';
    },
    revokeMember: async ({ params: { storeId, userId }, audit }) => {
      const member = (await membersOf(context, storeId)).find((one) => one.userId === userId);
      if (!member) return 'NOT_FOUND';
      const revoked = await revokeMembership(context, { storeId, email: member.email }, audit);
      if (revoked.ok) return { success: true };
      return revoked.code === 'LAST_OWNER' ? { ok: false, code: 'LAST_OWNER' } : 'NOT_FOUND';
    },
  };
}

const listTeamHandlers = (context: Context): PanelHandlers<'listTeam'> => ({
  listTeam: async ({ params: { storeId } }) => {
    const rules = await readTeamRules(context.db, storeId);
    if (!rules) return 'NOT_FOUND';
    const members = await membersOf(context, storeId);
    const invitations = await openInvitations(context, storeId);
    return {
      success: true,
      members: members.map(({ userId, email, name, role, ...factors }) => ({
        userId,
        email,
        name,
        role,
        secondFactor: hasSecondFactor(factors),
      })),
      invitations: invitations.map(({ invitationId, email, role, expiresAt }) => ({
        invitationId,
        email,
        role: role as Role,
        expiresAt: expiresAt.toISOString(),
      })),
      rules,
    };
  },
});

/** The token is behind the `#`: browsers do not send that part, so it is in no log and no Referer. */
const invitationLink = ({ baseUrl }: Context, token: string): string => `${baseUrl}/panel/invitation#${token}`;

/** Sends the link; undefined: the service sends no e-mail. */
function invitationMailer(context: Context, storeName: string): MailInvitation | undefined {
  const { config, log } = context;
  const send = openMail(config);
  if (!send) return undefined;
  return async (to, token) => {
    const text = inviteMailText(mailName(storeName), invitationLink(context, token));
    // The owner sees that the invitation is still open, and may invite again.
    await send({ to, subject: `Convite para a loja ${mailName(storeName)} na Retoma`, text }).catch(() =>
      log.error('invitation e-mail could not be sent'),
    );
  };
}

const inviteMailText = (storeName: string, link: string): string =>
  [
    'Olá,',
    '',
    `Você foi convidado para trabalhar na loja ${storeName} na Retoma. Para aceitar, abra este link nos próximos 7 dias:`,
    '',
    link,
    '',
    'Se você não esperava este convite, ignore este e-mail.',
    '',
  ].join('\n');
