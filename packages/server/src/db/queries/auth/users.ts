import type { Queryable } from '../../pool.ts';
import { affectsOne, execute, queryColumn, queryRow, queryRows } from '../../query.ts';

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

/** The names of a user and of their stores; a password must not equal one of them. */
export const userNames = (db: Queryable, userId: string): Promise<string[]> =>
  queryColumn(db, {
    text: `select name from users where user_id = $1 and name is not null
     union all select s.name from memberships join stores s using (store_id) where user_id = $1`,
    values: [userId],
  });

/** A user in a list, with their stores. */
export type ListedUser = {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly totp: boolean;
  readonly passkeys: number;
  readonly stores: readonly { readonly storeId: string; readonly name: string; readonly role: string }[];
};

/** All users by e-mail; `storeId`: only the members of that store. */
export const userList = (db: Queryable, storeId?: string): Promise<ListedUser[]> =>
  queryRows(db, {
    text: `select u.user_id as "userId", u.email, u.name, coalesce(f.confirmed_at is not null, false) as totp,
            (select count(*)::int from passkeys p where p.user_id = u.user_id) as passkeys,
            coalesce(json_agg(json_build_object('storeId', s.store_id, 'name', s.name, 'role', m.role) order by s.name)
                     filter (where s.store_id is not null), '[]') as stores
     from users u
       left join second_factors f using (user_id)
       left join memberships m on m.user_id = u.user_id and ($1::uuid is null or m.store_id = $1)
       left join stores s on s.store_id = m.store_id and s.deleted_at is null
     where $1::uuid is null or m.store_id is not null
     group by u.user_id, f.confirmed_at order by u.email`,
    values: [storeId ?? null],
  });
