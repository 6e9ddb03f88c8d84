// AUT5: an invitation does not reveal whether the invited person has an account. In both cases the owner gets the same response and the
// person gets an e-mail with a link to accept, which the owner does not see: it would prove an address that is not theirs. Where the
// service sends no e-mail, nothing proves an address, and the owner hands the link over. Membership begins with the acceptance.
import {
  invitationCount,
  invitationEnd,
  invitationFind,
  invitationInsert,
  invitationList,
  type OpenInvitation,
} from '../queries/invitations.ts';
import { isExampleStore, membershipLockAll, membershipRole, membershipSet } from '../queries/memberships.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { userFindByEmail } from '../queries/users.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import { auditAs } from '../audit/audit-log.ts';
import type { Audit } from '../../http/audit-actions.ts';
import { peopleRefusal, type PeopleRefusal } from '../codes.ts';
import { createUser } from '../create-user.ts';
import { changingMembership, grantMembership, membersOf, type MembershipRefusal } from '../memberships.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { accountEmail } from '../account-email.ts';
import type { Role } from '../../http/roles.ts';
import { newToken, tokenHash } from '../../base/crypto/random-token.ts';
import type { Session } from '../sessions.ts';
import { isWeakPassword } from './password-rules.ts';

const day = 24 * 60 * 60_000;

/** For how long an invitation can be accepted, in milliseconds. */
const invitationMs = 7 * day;

/** The most invitations that a store sends in a day. */
const maxPerDay = 10;

/** Sends the link of a token to an e-mail. */
export type MailInvitation = (email: string, token: string) => Promise<void>;

/**
 * The result of inviting. `isInvited` false: the person was a member already and has the new role now. `token`: of the link that the owner
 * hands over, since no e-mail was sent; null: it was.
 */
export type Invited =
  | { ok: true; isInvited: boolean; token: string | null }
  | { ok: false; code: MembershipRefusal | 'TOO_MANY_INVITATIONS' | 'EXAMPLE_STORE' };

/** AUT5: invites a person to work for a store, or changes the role of a member. Without `mail` the owner gets the link. */
export async function inviteMember(
  deps: AuthDeps,
  { storeId, email, by, role }: { storeId: string; email: string; by: string; role: Role },
  mail: MailInvitation | undefined,
  audit: Audit<'member_invited' | 'member_granted'>,
): Promise<Invited> {
  const address = accountEmail(email);
  const db = deps.storeDb(storeId);
  const members = await membersOf({ ...deps, db }, storeId);
  if (members.some((member) => member.email === address)) {
    const granted = await grantMembership(deps, { storeId, email: address, by }, role, audit);
    return granted.ok ? { ok: true, isInvited: false, token: null } : granted;
  }
  // AUT16: a store of example data sends no e-mail.
  if (await isExampleStore(db, storeId)) return { ok: false, code: 'EXAMPLE_STORE' };
  const { token, hash } = newInvitationToken(storeId);
  const refusal = await inTransaction(db, async (client) => {
    // The lock serializes concurrent invitations, so that the limit counts all of them.
    if (!(await membershipLockAll(client, storeId))) return 'STORE_NOT_FOUND';
    const at = deps.clock();
    if ((await invitationCount(client, storeId, at - day)) >= maxPerDay) return 'TOO_MANY_INVITATIONS';
    const invitation = { invitationId: newId(storeId), storeId, email: address, role, hash, invitedBy: by, at };
    await invitationInsert(client, { ...invitation, expiresAt: at + invitationMs });
    await audit(client, { storeId, action: 'member_invited', detail: address });
    return undefined;
  });
  if (refusal) return { ok: false, code: refusal };
  await mail?.(address, token);
  return { ok: true, isInvited: true, token: mail ? null : token };
}

/** The open invitations of a store: not accepted, not withdrawn, not expired. */
export const openInvitations = ({ storeDb, clock }: AuthDeps, storeId: string): Promise<OpenInvitation[]> =>
  invitationList(storeDb(storeId), storeId, clock());

/** Withdraws an invitation; false if no open invitation has this id. */
export function withdrawInvitation(
  { storeDb, clock }: AuthDeps,
  { storeId, invitationId }: { storeId: string; invitationId: string },
  audit: Audit<'invitation_withdrawn'>,
): Promise<boolean> {
  return inTransaction(storeDb(storeId), async (client) => {
    const email = await invitationEnd(client, { invitationId, storeId, now: clock() });
    if (email === undefined) return false;
    await audit(client, { storeId, action: 'invitation_withdrawn', detail: email });
    return true;
  });
}

/** The data that everyone with the link sees. `hasAccount`: the invited e-mail has an account, which must be signed in to accept. */
export type InvitationView = { store: string; email: string; role: Role; hasAccount: boolean };

/** A token of 256 bits after the store's id, which leads to the store's database. Only the hash is stored. */
function newInvitationToken(storeId: string): { token: string; hash: Buffer } {
  const token = Buffer.from(storeId.replaceAll('-', ''), 'hex').toString('base64url') + newToken().token;
  return { token, hash: tokenHash(token) };
}

/** The store that a token names. Tokens from before it was in them name another one, without such an invitation. */
function storeIn(token: string): string {
  const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex').padEnd(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const findInvitation = ({ storeDb, clock }: AuthDeps, token: string): Promise<OpenInvitation | undefined> =>
  invitationFind(storeDb(storeIn(token)), tokenHash(token), clock());

/** The open invitation of a token; undefined if there is none. */
export async function readInvitation(deps: AuthDeps, token: string): Promise<InvitationView | undefined> {
  const invitation = await findInvitation(deps, token);
  if (!invitation) return undefined;
  const { store, email, role } = invitation;
  const user = await userFindByEmail(deps.usersDb, email);
  return { store, email, role: role as Role, hasAccount: user !== undefined };
}

/** How an invitation is accepted: signed in to the invited account, or with a password for a new account. */
type Acceptance = {
  readonly token: string;
  readonly session: Session | undefined;
  readonly password?: string | undefined;
};

/** AUT5: accepts an invitation. Returns the store. A new account is made first: it stays if the membership cannot begin. */
export async function acceptInvitation(
  deps: AuthDeps,
  { token, session, password }: Acceptance,
): Promise<{ ok: true; storeId: string } | PeopleRefusal> {
  const invitation = await findInvitation(deps, token);
  if (!invitation || !(await isOwnersInvitation(deps.storeDb(invitation.storeId), invitation)))
    return peopleRefusal('INVITATION_EXPIRED');
  const { storeId, email } = invitation;
  const user = await userFindByEmail(deps.usersDb, email);
  if (user) {
    if (session?.userId !== user.userId || session.isLocked) return peopleRefusal('INVITATION_OF_OTHER_ACCOUNT');
  } else if (password === undefined || (await isWeakPassword(password, { email, names: [invitation.store] }))) {
    return peopleRefusal('WEAK_PASSWORD');
  }
  const userId = user?.userId ?? (await createUser(deps.usersDb, email, password))?.userId;
  if (userId === undefined) return peopleRefusal('INVITATION_OF_OTHER_ACCOUNT');
  return changingMembership(deps, { storeId, userId }, () => beginMembership(deps, invitation, userId));
}

/** Ends the invitation and begins the membership, in one transaction of the store's database. */
function beginMembership(
  { storeDb, clock }: AuthDeps,
  invitation: OpenInvitation,
  userId: string,
): Promise<{ ok: true; storeId: string } | PeopleRefusal> {
  const { storeId, invitationId, role, invitedBy } = invitation;
  return inTransaction(storeDb(storeId), async (client) => {
    const at = clock();
    if (!(await membershipLockAll(client, storeId))) return peopleRefusal('INVITATION_EXPIRED');
    const isOpen = await invitationEnd(client, { invitationId, storeId, now: at });
    if (isOpen === undefined || !(await isOwnersInvitation(client, invitation)))
      return peopleRefusal('INVITATION_EXPIRED');
    // A person who became a member meanwhile keeps their role: an older invitation does not lower it.
    if (await membershipRole(client, storeId, userId)) return { ok: true, storeId };
    await membershipSet(client, { storeId, userId, role, by: invitedBy, at });
    const audit = auditAs({ userId: invitedBy, clock });
    await audit(client, { storeId, action: 'member_granted', subjectId: userId, detail: role });
    return { ok: true, storeId };
  });
}

/** Whether who invited is an owner still; otherwise the invitation is void. */
const isOwnersInvitation = async (db: Queryable, { storeId, invitedBy }: OpenInvitation): Promise<boolean> =>
  (await membershipRole(db, storeId, invitedBy))?.role === 'owner';
