import type { Queryable } from '../../base/postgres/pool.ts';
import { affectedRows, affectsOne, execute, queryRow, queryRows } from '../../base/postgres/query.ts';

// Instants in milliseconds. Ids of credentials are base64url.

/** A passkey with the data to check a signature, and its user. */
export type PasskeyRow = {
  readonly credentialId: string;
  readonly userId: string;
  readonly email: string;
  readonly publicKey: Buffer;
  readonly counter: number;
};

/** A passkey as its user sees it. */
export type ListedPasskey = {
  readonly credentialId: string;
  readonly name: string;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly usedAt: Date | null;
};

/** Stores a passkey; false if the credential is stored already. */
export const passkeyInsert = (
  db: Queryable,
  passkey: {
    credentialId: string;
    userId: string;
    publicKey: Buffer;
    counter: number;
    transports: readonly string[];
    name: string;
    at: number;
  },
): Promise<boolean> =>
  affectsOne(db, {
    text: `insert into passkeys (credential_id, user_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0)) on conflict do nothing`,
    values: [
      passkey.credentialId,
      passkey.userId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.at,
    ],
  });

/** The passkey of a credential. */
export const passkeyFind = (db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> =>
  queryRow(db, {
    text: `select credential_id as "credentialId", user_id as "userId", email, public_key as "publicKey",
            counter::float8 as counter
     from passkeys join users using (user_id) where credential_id = $1`,
    values: [credentialId],
  });

/** The passkeys of a user, the oldest first. */
export const passkeyList = (db: Queryable, userId: string): Promise<ListedPasskey[]> =>
  queryRows(db, {
    text: `select credential_id as "credentialId", name, transports, created_at as "createdAt", used_at as "usedAt"
     from passkeys where user_id = $1 order by created_at, credential_id`,
    values: [userId],
  });

/** Stores the counter of a signature. False if the stored counter is not lower: a copy of the key has signed. */
export const passkeyUse = (
  db: Queryable,
  { credentialId, counter, at }: { credentialId: string; counter: number; at: number },
): Promise<boolean> =>
  affectsOne(db, {
    text: `update passkeys set counter = $2, used_at = to_timestamp($3 / 1000.0)
     where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    values: [credentialId, counter, at],
  });

/** Deletes a passkey of a user; false if the user has none with this id. */
export const passkeyDelete = (db: Queryable, userId: string, credentialId: string): Promise<boolean> =>
  affectsOne(db, {
    text: 'delete from passkeys where user_id = $1 and credential_id = $2',
    values: [userId, credentialId],
  });

/** Deletes all passkeys of a user; returns how many. */
export const passkeyDeleteAll = (db: Queryable, userId: string): Promise<number> =>
  affectedRows(db, { text: 'delete from passkeys where user_id = $1', values: [userId] });

/** Stores a challenge. `userId` null: for a sign-in. */
export const passkeyChallengeInsert = (
  db: Queryable,
  challenge: { hash: Buffer; userId: string | null; expiresAt: number },
): Promise<void> =>
  execute(db, {
    text: `insert into passkey_challenges (challenge_sha256, user_id, expires_at) values ($1, $2, to_timestamp($3 / 1000.0))`,
    values: [challenge.hash, challenge.userId, challenge.expiresAt],
  });

/** Uses up a challenge; false if it is unknown, used, expired or of another user or purpose. */
export const passkeyChallengeUse = (
  db: Queryable,
  { hash, userId, now }: { hash: Buffer; userId: string | null; now: number },
): Promise<boolean> =>
  affectsOne(db, {
    text: `delete from passkey_challenges
     where challenge_sha256 = $1 and user_id is not distinct from $2 and expires_at > to_timestamp($3 / 1000.0)`,
    values: [hash, userId, now],
  });
