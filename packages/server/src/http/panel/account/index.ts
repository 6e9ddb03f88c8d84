import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { addListActivity } from './list-activity.ts';
import { addMe } from './me.ts';
import { addPasswordReset } from './password-reset.ts';
import { addReportPageError } from './report-page-error.ts';
import { addSignIn } from './sign-in.ts';
import { addSignOut } from './sign-out.ts';
import { addTotp } from './totp.ts';

/** Signing in and out, the second factor, a new password, and what people did. */
export function addAccount(app: FastifyInstance, context: Context): void {
  addSignIn(app, context);
  addSignOut(app, context);
  addTotp(app, context);
  addMe(app, context);
  addPasswordReset(app, context);
  addListActivity(app, context);
  addReportPageError(app, context);
}
