import { passwordResetInsert } from '../db/queries/password-resets.ts';
import { userFindByEmail } from '../db/queries/users.ts';
import { createUser } from './create-user.ts';
import { grantMembership, type MembershipRefusal } from './memberships.ts';
import type { PeopleParts } from './people-parts.ts';
import { accountEmail } from './prove-password.ts';
import type { Role } from './roles.ts';
import { newToken } from './secret-token.ts';

/** How long an invitation's link sets a password, in milliseconds. */
const invitationMs = 7 * 24 * 60 * 60_000;

/** Sends the link of a token to an e-mail. */
export type MailInvitation = (email: string, token: string) => Promise<void>;

/** What came of it; `invited`: they had no user. */
export type Invited = { ok: true; invited: boolean } | { ok: false; code: MembershipRefusal | 'MAIL_IS_OFF' };

/**
 * S5: lets somebody work for a store. Whoever has no user yet gets one, and a link by e-mail with which they choose its password:
 * nobody else ever sees the link, or they could be somebody whom another store trusts. Without `mail` nobody new can be invited.
 */
export async function inviteMember(
  parts: PeopleParts,
  { storeId, email, by, role }: { storeId: string; email: string; by: string; role: Role },
  mail: MailInvitation | undefined,
): Promise<Invited> {
  const address = accountEmail(email);
  const isKnown = (await userFindByEmail(parts.db, address)) !== undefined;
  if (!isKnown && !mail) return { ok: false, code: 'MAIL_IS_OFF' };
  // Undefined where somebody was quicker: then they have a user as well.
  const made = isKnown ? undefined : await createUser(parts.db, address);
  const granted = await grantMembership(parts, { storeId, email: address, by }, role);
  if (!granted.ok) return granted;
  if (made && mail) {
    const { token, hash } = newToken();
    const at = parts.clock();
    await passwordResetInsert(parts.db, { hash, userId: made.userId, at, expiresAt: at + invitationMs });
    await mail(made.email, token);
  }
  return { ok: true, invited: made !== undefined };
}
