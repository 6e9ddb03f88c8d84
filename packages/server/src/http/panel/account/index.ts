import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { openBackground } from './background.ts';
import { addInvitations } from './invitations.ts';
import { addListActivity } from './list-activity.ts';
import { addMe } from './me.ts';
import { addOwnAccount } from './own-account.ts';
import { addPasswordReset } from './password-reset.ts';
import { addReportPageError } from './report-page-error.ts';
import { addSignIn } from './sign-in.ts';
import { addSignOut } from './sign-out.ts';
import { addTotp } from './totp.ts';

/** Adds the endpoints for signing in and out, second factors, the user's own account, invitations and the audit log. */
export function addAccount(app: FastifyInstance, context: Context): void {
  const background = openBackground(app, context);
  addSignIn(app, context, background);
  addSignOut(app, context);
  addTotp(app, context);
  addMe(app, context);
  addPasswordReset(app, context, background);
  addOwnAccount(app, context, background);
  addInvitations(app, context);
  addListActivity(app, context);
  addReportPageError(app, context);
}
