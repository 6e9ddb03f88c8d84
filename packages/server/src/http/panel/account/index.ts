import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { openBackground } from './background.ts';
import { invitationsHandlers } from './invitations.ts';
import { listActivityHandlers } from './list-activity.ts';
import { meHandlers } from './me.ts';
import { ownAccountHandlers } from './own-account.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { reportPageErrorHandlers } from './report-page-error.ts';
import { signInHandlers } from './sign-in.ts';
import { signOutHandlers } from './sign-out.ts';
import { totpHandlers } from './totp.ts';
import type { accountContract } from './contract.ts';
import type { PanelHandlers } from '../handlers.ts';

/** The handlers of the endpoints for signing in and out, second factors, the user's own account, invitations and the audit log. */
export function accountHandlers(app: FastifyInstance, context: Context): PanelHandlers<keyof typeof accountContract> {
  const background = openBackground(app, context);
  return {
    ...signInHandlers(context, background),
    ...signOutHandlers(context),
    ...totpHandlers(context),
    ...meHandlers(context),
    ...passwordResetHandlers(context, background),
    ...ownAccountHandlers(context, background),
    ...invitationsHandlers(context),
    ...listActivityHandlers(context),
    ...reportPageErrorHandlers(context),
  };
}
