import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryOneValue } from '../../base/postgres/query.ts';

/** Replaces the codes of a user; an empty array deletes them. */
export async function recoveryCodeReplace(db: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await execute(db, { text: 'delete from recovery_codes where user_id = $1', values: [userId] });
  await execute(db, {
    text: 'insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])',
    values: [userId, hashes],
  });
}

/** Uses up a code; false if the user has no such code. */
export const recoveryCodeUse = (db: Queryable, userId: string, hash: Buffer): Promise<boolean> =>
  affectsOne(db, { text: 'delete from recovery_codes where user_id = $1 and code_hash = $2', values: [userId, hash] });

/** The number of unused codes of a user. */
export const recoveryCodeCount = (db: Queryable, userId: string): Promise<number> =>
  queryOneValue(db, { text: 'select count(*)::int as count from recovery_codes where user_id = $1', values: [userId] });
