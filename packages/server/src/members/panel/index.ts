import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { signInHandlers } from './sign-in.ts';
import { totpHandlers } from './totp.ts';
import { meHandlers } from './me.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { ownAccountHandlers } from './own-account.ts';
import { invitationsHandlers } from './invitations.ts';
import { listActivityHandlers } from './list-activity.ts';
import { reportPageErrorHandlers } from './report-page-error.ts';
import { teamHandlers } from './team/team.ts';
import { openBackground } from './background.ts';

/** Sign-in, account and team. */
export function memberHandlers(app: FastifyInstance, context: Context) {
  const background = openBackground(app, context);
  return {
    ...signInHandlers(context, background),
    ...totpHandlers(context),
    ...meHandlers(context),
    ...passwordResetHandlers(context, background),
    ...ownAccountHandlers(context, background),
    ...invitationsHandlers(context),
    ...listActivityHandlers(context),
    ...reportPageErrorHandlers(context),
    ...teamHandlers(context),
  };
}
