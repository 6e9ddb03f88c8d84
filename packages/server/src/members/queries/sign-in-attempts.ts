import { milliseconds } from '../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryOne } from '../../base/postgres/query.ts';

/**
 * Counts an attempt of a subject at `now`. Returns the count in the subject's window and the end of the window; a window begins with its
 * first attempt and is `windowMs` long. Concurrent attempts are counted one after the other. Milliseconds.
 */
export const signInAttemptCount = (
  db: Queryable,
  { subject, now, windowMs }: { subject: Buffer; now: number; windowMs: number },
): Promise<{ attempts: number; windowEnds: number }> =>
  queryOne(db, {
    text: `insert into sign_in_attempts as a (subject, attempts, window_ends)
     values ($1, 1, to_timestamp(($2::float8 + $3::float8) / 1000.0))
     on conflict (subject) do update set
       attempts = case when a.window_ends <= to_timestamp($2::float8 / 1000.0) then 1
                       else least(a.attempts, 1000000) + 1 end,
       window_ends = case when a.window_ends <= to_timestamp($2::float8 / 1000.0) then excluded.window_ends
                          else a.window_ends end
     returning attempts, ${milliseconds('window_ends')} as "windowEnds"`,
    values: [subject, now, windowMs],
  });

/** Subtracts one attempt of a subject, because it was not a guess. */
export const signInAttemptTakeBack = (db: Queryable, subject: Buffer): Promise<void> =>
  execute(db, {
    text: 'update sign_in_attempts set attempts = greatest(attempts - 1, 0) where subject = $1',
    values: [subject],
  });

/** Deletes the attempts of a subject. */
export const signInAttemptForget = (db: Queryable, subject: Buffer): Promise<void> =>
  execute(db, { text: 'delete from sign_in_attempts where subject = $1', values: [subject] });
