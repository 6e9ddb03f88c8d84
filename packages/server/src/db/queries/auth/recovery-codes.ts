import type { Queryable } from '../../pool.ts';

/** Replaces the codes of a user; an empty array deletes them. */
export async function recoveryCodeReplace(db: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.query('delete from recovery_codes where user_id = $1', [userId]);
  await db.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [userId, hashes]);
}

/** Uses up a code; false if the user has no such code. */
export async function recoveryCodeUse(db: Queryable, userId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from recovery_codes where user_id = $1 and code_hash = $2', [
    userId,
    hash,
  ]);
  return rowCount === 1;
}

/** The number of unused codes of a user. */
export async function recoveryCodeCount(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from recovery_codes where user_id = $1',
    [userId],
  );
  return rows[0]!.count;
}
