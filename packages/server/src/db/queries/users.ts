import type { Queryable } from '../pool.ts';

/** Stores a user; false where the e-mail (in lower case) is taken. */
export async function userInsert(
  db: Queryable,
  user: { userId: string; email: string; passwordHash: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into users (user_id, email, password_hash) values ($1, $2, $3) on conflict (email) do nothing',
    [user.userId, user.email, user.passwordHash],
  );
  return rowCount === 1;
}

/** Who may sign in, with what proves it. */
export type UserRow = { readonly userId: string; readonly email: string; readonly passwordHash: string };

/** The user of an e-mail in lower case. */
export async function userFindByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>(
    'select user_id as "userId", email, password_hash as "passwordHash" from users where email = $1',
    [email],
  );
  return rows[0];
}

/** Gives a user another password. */
export async function userSetPassword(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db.query('update users set password_hash = $2 where user_id = $1', [userId, passwordHash]);
}

/** A user as lists show them, with the stores they work for. */
export type ListedUser = {
  readonly userId: string;
  readonly email: string;
  readonly totp: boolean;
  readonly stores: readonly { readonly storeId: string; readonly name: string; readonly role: string }[];
};

/** All users by e-mail; `storeId`: only those who work for that store. */
export async function userList(db: Queryable, storeId?: string): Promise<ListedUser[]> {
  const { rows } = await db.query<ListedUser>(
    `select u.user_id as "userId", u.email, coalesce(f.confirmed_at is not null, false) as totp,
            coalesce(json_agg(json_build_object('storeId', s.store_id, 'name', s.name, 'role', m.role) order by s.name)
                     filter (where s.store_id is not null), '[]') as stores
     from users u
       left join second_factors f using (user_id)
       left join memberships m on m.user_id = u.user_id and ($1::uuid is null or m.store_id = $1)
       left join stores s on s.store_id = m.store_id and s.deleted_at is null
     where $1::uuid is null or m.store_id is not null
     group by u.user_id, f.confirmed_at order by u.email`,
    [storeId ?? null],
  );
  return rows;
}
