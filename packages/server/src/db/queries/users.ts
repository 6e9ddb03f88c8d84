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
