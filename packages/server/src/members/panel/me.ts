import type { Context } from '../../context.ts';
import { storesOfUser } from '../stores-of-user.ts';
import { hasSecondFactor, type Session } from '../sessions.ts';
import { sessionOf } from '../guards/session.ts';
import type { PanelAnswer, PanelHandlers } from '../../panel-contract.ts';

/** GET /panel/api/me: the signed-in user, with role and permissions at each store. */
export const meHandlers = (context: Context): PanelHandlers<'me'> => ({
  me: ({ request }) => presentMe(context, sessionOf(request)),
});

/** The signed-in user, as the panel shows them. */
export async function presentMe(
  context: Context,
  session: Pick<Session, 'userId' | 'email' | 'name' | 'totp' | 'passkeys' | 'storeIds'>,
): Promise<PanelAnswer<'me'>> {
  return {
    success: true,
    mail: context.config.mail !== undefined,
    user: {
      userId: session.userId,
      email: session.email,
      name: session.name,
      totp: session.totp,
      secondFactor: hasSecondFactor(session),
    },
    stores: await storesOfUser(context, session),
  };
}
