import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { storesOfUser } from '../../../people/memberships.ts';
import type { Session } from '../../../people/sessions.ts';
import { sessionOf } from '../../guards/session.ts';
import type { PanelAnswer } from '../contract.ts';
import { addEndpoint } from '../endpoint.ts';

/** GET /panel/api/me: who is signed in, and what they may do where. */
export function addMe(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'me', ({ request }) => presentMe(context, sessionOf(request)));
}

/** Somebody who is signed in, as the panel shows them. */
export async function presentMe(
  { db, config }: Context,
  { userId, email, totp }: Pick<Session, 'userId' | 'email' | 'totp'>,
): Promise<PanelAnswer<'me'>> {
  return {
    success: true,
    mail: config.mail !== undefined,
    user: { userId, email, totp },
    stores: await storesOfUser(db, userId),
  };
}
