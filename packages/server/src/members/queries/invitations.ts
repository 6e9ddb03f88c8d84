import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryOneValue, queryRow, queryRows, queryValue } from '../../base/postgres/query.ts';
import { deleteOldest } from '../../base/retention/retention.ts';

// Instants in milliseconds. The database stores only the SHA-256 of a token.

/** Stores an invitation; ends the open ones of the same store to the same e-mail. */
export async function invitationInsert(
  db: Queryable,
  invitation: {
    invitationId: string;
    storeId: string;
    email: string;
    role: string;
    hash: Buffer;
    invitedBy: string;
    at: number;
    expiresAt: number;
  },
): Promise<void> {
  await execute(db, {
    text: `update invitations set ended_at = to_timestamp($3 / 1000.0)
     where store_id = $1 and email = $2 and ended_at is null`,
    values: [invitation.storeId, invitation.email, invitation.at],
  });
  await execute(db, {
    text: `insert into invitations (invitation_id, store_id, email, role, token_sha256, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0), to_timestamp($8 / 1000.0))`,
    values: [
      invitation.invitationId,
      invitation.storeId,
      invitation.email,
      invitation.role,
      invitation.hash,
      invitation.invitedBy,
      invitation.at,
      invitation.expiresAt,
    ],
  });
}

/** How many invitations a store has sent since an instant. */
export const invitationCount = (db: Queryable, storeId: string, since: number): Promise<number> =>
  queryOneValue(db, {
    text: 'select count(*)::int as count from invitations where store_id = $1 and created_at > to_timestamp($2 / 1000.0)',
    values: [storeId, since],
  });

/** An invitation that was neither accepted nor ended, and has not expired. */
export type OpenInvitation = {
  readonly invitationId: string;
  readonly storeId: string;
  readonly store: string;
  readonly email: string;
  readonly role: string;
  readonly invitedBy: string;
  readonly expiresAt: Date;
};

const open = `i.invitation_id as "invitationId", i.store_id as "storeId", s.name as store, i.email, i.role,
  i.invited_by as "invitedBy", i.expires_at as "expiresAt"
  from invitations i join stores s using (store_id)
  where s.deleted_at is null and i.ended_at is null and i.expires_at > to_timestamp($1 / 1000.0)`;

/** The open invitations of a store, the newest first. */
export const invitationList = (db: Queryable, storeId: string, now: number): Promise<OpenInvitation[]> =>
  queryRows(db, { text: `select ${open} and i.store_id = $2 order by i.created_at desc`, values: [now, storeId] });

/** The open invitation of a token. */
export const invitationFind = (db: Queryable, hash: Buffer, now: number): Promise<OpenInvitation | undefined> =>
  queryRow(db, { text: `select ${open} and i.token_sha256 = $2`, values: [now, hash] });

/** Ends an open invitation of a store; returns its e-mail. Undefined if no open invitation has this id. */
export const invitationEnd = (
  db: Queryable,
  { invitationId, storeId, now }: { invitationId: string; storeId: string; now: number },
): Promise<string | undefined> =>
  queryValue(db, {
    text: `update invitations set ended_at = to_timestamp($3 / 1000.0)
     where invitation_id = $1 and store_id = $2 and ended_at is null and expires_at > to_timestamp($3 / 1000.0)
     returning email`,
    values: [invitationId, storeId, now],
  });

/** Deletes invitations that expired before an instant. */
export const invitationPurge = deleteOldest('invitations', 'expires_at');
