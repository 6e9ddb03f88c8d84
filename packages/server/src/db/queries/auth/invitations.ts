import type { Queryable } from '../../pool.ts';

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
  await db.query(
    `update invitations set ended_at = to_timestamp($3 / 1000.0)
     where store_id = $1 and email = $2 and ended_at is null`,
    [invitation.storeId, invitation.email, invitation.at],
  );
  await db.query(
    `insert into invitations (invitation_id, store_id, email, role, token_sha256, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0), to_timestamp($8 / 1000.0))`,
    [
      invitation.invitationId,
      invitation.storeId,
      invitation.email,
      invitation.role,
      invitation.hash,
      invitation.invitedBy,
      invitation.at,
      invitation.expiresAt,
    ],
  );
}

/** How many invitations a store has sent since an instant. */
export async function invitationCount(db: Queryable, storeId: string, since: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from invitations where store_id = $1 and created_at > to_timestamp($2 / 1000.0)',
    [storeId, since],
  );
  return rows[0]!.count;
}

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
export async function invitationList(db: Queryable, storeId: string, now: number): Promise<OpenInvitation[]> {
  const { rows } = await db.query<OpenInvitation>(`select ${open} and i.store_id = $2 order by i.created_at desc`, [
    now,
    storeId,
  ]);
  return rows;
}

/** The open invitation of a token. */
export async function invitationFind(db: Queryable, hash: Buffer, now: number): Promise<OpenInvitation | undefined> {
  const { rows } = await db.query<OpenInvitation>(`select ${open} and i.token_sha256 = $2`, [now, hash]);
  return rows[0];
}

/** Ends an open invitation of a store; returns its e-mail. Undefined if no open invitation has this id. */
export async function invitationEnd(
  db: Queryable,
  { invitationId, storeId, now }: { invitationId: string; storeId: string; now: number },
): Promise<string | undefined> {
  const { rows } = await db.query<{ email: string }>(
    `update invitations set ended_at = to_timestamp($3 / 1000.0)
     where invitation_id = $1 and store_id = $2 and ended_at is null and expires_at > to_timestamp($3 / 1000.0)
     returning email`,
    [invitationId, storeId, now],
  );
  return rows[0]?.email;
}
