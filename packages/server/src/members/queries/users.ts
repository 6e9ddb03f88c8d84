import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow, queryRows, queryValue } from '../../base/postgres/query.ts';

/** Stores a user; false where the e-mail (in lower case) is taken. */
export const userInsert = (
  db: Queryable,
  user: { userId: string; email: string; passwordHash: string; name?: string | undefined },
): Promise<boolean> =>
  affectsOne(db, {
    text: 'insert into users (user_id, email, password_hash, name) values ($1, $2, $3, $4) on conflict (email) do nothing',
    values: [user.userId, user.email, user.passwordHash, user.name ?? null],
  });

/** A user with the hash of the password. */
export type UserRow = { readonly userId: string; readonly email: string; readonly passwordHash: string };

/** The user with an e-mail, given in lower case. */
export const userFindByEmail = (db: Queryable, email: string): Promise<UserRow | undefined> =>
  queryRow(db, {
    text: 'select user_id as "userId", email, password_hash as "passwordHash" from users where email = $1',
    values: [email],
  });

/** Gives a user another password. */
export const userSetPassword = (db: Queryable, userId: string, passwordHash: string): Promise<void> =>
  execute(db, { text: 'update users set password_hash = $2 where user_id = $1', values: [userId, passwordHash] });

/** Gives a user another name; null: none. */
export const userSetName = (db: Queryable, userId: string, name: string | null): Promise<void> =>
  execute(db, { text: 'update users set name = $2 where user_id = $1', values: [userId, name] });

/** Gives a user another e-mail, in lower case; false where it is taken. */
export const userSetEmail = (db: Queryable, userId: string, email: string): Promise<boolean> =>
  affectsOne(db, {
    text: 'update users set email = $2 where user_id = $1 and not exists (select from users where email = $2)',
    values: [userId, email],
  });

/** The name of a user; undefined: they have none. */
export const userName = (db: Queryable, userId: string): Promise<string | undefined> =>
  queryValue(db, { text: 'select name from users where user_id = $1 and name is not null', values: [userId] });

/** The e-mails of users, by their ids; null is not a user. */
export async function userEmails(
  db: Queryable,
  userIds: Iterable<string | null>,
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(userIds)].filter((userId) => userId !== null);
  const rows =
    ids.length === 0
      ? []
      : await queryRows<{ userId: string; email: string }>(db, {
          text: 'select user_id as "userId", email from users where user_id = any ($1::uuid[]) order by email',
          values: [ids],
        });
  return new Map(rows.map(({ userId, email }) => [userId, email]));
}

/** What users are called, by their ids: their name, else their e-mail. */
export async function userLabels(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await queryRows<{ userId: string; label: string }>(db, {
    text: 'select user_id as "userId", coalesce(name, email) as label from users where user_id = any ($1::uuid[])',
    values: [userIds],
  });
  return new Map(rows.map(({ userId, label }) => [userId, label]));
}

/** A user in a list. */
export type ListedUser = {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly totp: boolean;
  readonly passkeys: number;
};

/** All users by e-mail; `userIds`: only these. */
export const userList = (db: Queryable, userIds?: readonly string[]): Promise<ListedUser[]> =>
  queryRows(db, {
    text: `select u.user_id as "userId", u.email, u.name, coalesce(f.confirmed_at is not null, false) as totp,
            (select count(*)::int from passkeys p where p.user_id = u.user_id) as passkeys
     from users u left join second_factors f using (user_id)
     where $1::uuid[] is null or u.user_id = any ($1) order by u.email`,
    values: [userIds ?? null],
  });
