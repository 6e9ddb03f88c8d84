import type { Queryable } from '../../pool.ts';

/** Puts codes in the place of those that a user has; none: they have none any more. */
export async function recoveryCodeReplace(db: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.query('delete from recovery_codes where user_id = $1', [userId]);
  await db.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [userId, hashes]);
}

/** Uses up a code; false where the user has no such one. */
export async function recoveryCodeUse(db: Queryable, userId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from recovery_codes where user_id = $1 and code_hash = $2', [
    userId,
    hash,
  ]);
  return rowCount === 1;
}

/** How many codes of a user are left. */
export async function recoveryCodeCount(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from recovery_codes where user_id = $1',
    [userId],
  );
  return rows[0]!.count;
}
