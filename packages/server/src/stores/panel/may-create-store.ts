import { storesOfUser } from '../../members/stores-of-user.ts';
import type { Session } from '../../members/sessions.ts';
import type { Context } from '../../context.ts';

/** Whether a user may create another store: only an owner of a store may. */
export const mayCreateStore = async (context: Context, session: Session): Promise<boolean> =>
  (await storesOfUser(context, session)).some(({ role }) => role === 'owner');
