// AUT5: an invitation does not reveal whether the invited person has an account. In both cases the owner gets the same response and the
// person gets an e-mail with a link to accept. Membership begins with the acceptance.
import {
  invitationCount,
  invitationEnd,
  invitationFind,
  invitationInsert,
  invitationList,
  type OpenInvitation,
} from '../../db/queries/auth/invitations.ts';
import { membershipLockAll, membershipSet } from '../../db/queries/auth/memberships.ts';
import { userFindByEmail } from '../../db/queries/auth/users.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { auditAs, type Audit } from '../../audit/audit-log.ts';
import { peopleRefusal, type PeopleRefusal } from '../codes.ts';
import { createUser } from '../create-user.ts';
import { grantMembership, membersOf, type MembershipRefusal } from '../memberships.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { accountEmail } from '../verify-password.ts';
import type { Role } from '../roles.ts';
import { newToken, tokenHash } from '../../crypto/random-token.ts';
import type { Session } from '../sessions.ts';
import { isWeakPassword } from './password-rules.ts';

const day = 24 * 60 * 60_000;

/** For how long an invitation can be accepted, in milliseconds. */
const invitationMs = 7 * day;

/** The most invitations that a store sends in a day. */
const maxPerDay = 10;

/** Sends the link of a token to an e-mail. */
export type MailInvitation = (email: string, token: string) => Promise<void>;

/** The result of inviting. `isInvited` false: the person was a member already and has the new role now. */
export type Invited =
  { ok: true; isInvited: boolean } | { ok: false; code: MembershipRefusal | 'MAIL_IS_OFF' | 'TOO_MANY_INVITATIONS' };

/** AUT5: invites a person to work for a store, or changes the role of a member. Without `mail` there are no invitations. */
export async function inviteMember(
  parts: AuthDeps,
  { storeId, email, by, role }: { storeId: string; email: string; by: string; role: Role },
  mail: MailInvitation | undefined,
  audit: Audit<'member_invited' | 'member_granted'>,
): Promise<Invited> {
  const address = accountEmail(email);
  const members = await membersOf(parts.db, storeId);
  if (members.some((member) => member.email === address)) {
    const granted = await grantMembership(parts, { storeId, email: address }, role, audit);
    return granted.ok ? { ok: true, isInvited: false } : granted;
  }
  if (!mail) return { ok: false, code: 'MAIL_IS_OFF' };
  const { token, hash } = newToken();
  const refusal = await inTransaction(parts.db, async (client) => {
    // The lock serializes concurrent invitations, so that the limit counts all of them.
    if (!(await membershipLockAll(client, storeId))) return 'STORE_NOT_FOUND';
    const at = parts.clock();
    if ((await invitationCount(client, storeId, at - day)) >= maxPerDay) return 'TOO_MANY_INVITATIONS';
    const invitation = { invitationId: newId(), storeId, email: address, role, hash, invitedBy: by, at };
    await invitationInsert(client, { ...invitation, expiresAt: at + invitationMs });
    await audit(client, { storeId, action: 'member_invited', detail: address });
    return undefined;
  });
  if (refusal) return { ok: false, code: refusal };
  await mail(address, token);
  return { ok: true, isInvited: true };
}

/** The open invitations of a store: not accepted, not withdrawn, not expired. */
export const openInvitations = ({ db, clock }: AuthDeps, storeId: string): Promise<OpenInvitation[]> =>
  invitationList(db, storeId, clock());

/** Withdraws an invitation; false if no open invitation has this id. */
export function withdrawInvitation(
  { db, clock }: AuthDeps,
  { storeId, invitationId }: { storeId: string; invitationId: string },
  audit: Audit<'invitation_withdrawn'>,
): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const email = await invitationEnd(client, { invitationId, storeId, now: clock() });
    if (email === undefined) return false;
    await audit(client, { storeId, action: 'invitation_withdrawn', detail: email });
    return true;
  });
}

/** The data that everyone with the link sees. `hasAccount`: the invited e-mail has an account, which must be signed in to accept. */
export type InvitationView = { store: string; email: string; role: Role; hasAccount: boolean };

/** The open invitation of a token; undefined if there is none. */
export async function readInvitation({ db, clock }: AuthDeps, token: string): Promise<InvitationView | undefined> {
  const invitation = await invitationFind(db, tokenHash(token), clock());
  if (!invitation) return undefined;
  const { store, email, role } = invitation;
  return { store, email, role: role as Role, hasAccount: (await userFindByEmail(db, email)) !== undefined };
}

/** How an invitation is accepted: signed in to the invited account, or with a password for a new account. */
type Acceptance = {
  readonly token: string;
  readonly session: Session | undefined;
  readonly password?: string | undefined;
};

/** AUT5: accepts an invitation. Returns the store. */
export async function acceptInvitation(
  parts: AuthDeps,
  { token, session, password }: Acceptance,
): Promise<{ ok: true; storeId: string } | PeopleRefusal> {
  const { db, clock } = parts;
  const invitation = await invitationFind(db, tokenHash(token), clock());
  if (!invitation) return peopleRefusal('INVITATION_EXPIRED');
  const user = await userFindByEmail(db, invitation.email);
  if (user) {
    if (session?.userId !== user.userId || session.isLocked) return peopleRefusal('INVITATION_OF_OTHER_ACCOUNT');
  } else if (
    password === undefined ||
    (await isWeakPassword(password, { email: invitation.email, names: [invitation.store] }))
  ) {
    return peopleRefusal('WEAK_PASSWORD');
  }
  const { storeId, invitationId, role } = invitation;
  return inTransaction(db, async (client) => {
    const at = clock();
    if (!(await membershipLockAll(client, storeId))) return peopleRefusal('INVITATION_EXPIRED');
    // The inviting user may have lost the role of owner; then the invitation is void.
    const inviter = (await membersOf(client, storeId)).find(({ userId }) => userId === invitation.invitedBy);
    const isOpen = await invitationEnd(client, { invitationId, storeId, now: at });
    if (inviter?.role !== 'owner' || isOpen === undefined) return peopleRefusal('INVITATION_EXPIRED');
    const userId = user?.userId ?? (await createUser(client, invitation.email, password))?.userId;
    if (userId === undefined) return peopleRefusal('INVITATION_OF_OTHER_ACCOUNT');
    // A person who became a member meanwhile keeps their role: an older invitation does not lower it.
    if ((await membersOf(client, storeId)).some((member) => member.userId === userId)) return { ok: true, storeId };
    await membershipSet(client, { storeId, userId, role, at });
    const audit = auditAs({ userId: inviter.userId, clock });
    await audit(client, { storeId, action: 'member_granted', subjectId: userId, detail: role });
    return { ok: true, storeId };
  });
}
