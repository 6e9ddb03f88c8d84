import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, queryRow } from '../../base/postgres/query.ts';
import type { SealedColumn } from '../../base/postgres/queries/sealed-values.ts';

/** The second factor of a user. */
export type SecondFactor = {
  /** Sealed (seal.ts). */
  readonly secret: Buffer;
  /** False: enrolment has begun, but no code has confirmed it. */
  readonly confirmed: boolean;
  readonly usedStep: number;
};

/** The second factor of a user, confirmed or not. */
export const secondFactorFind = (db: Queryable, userId: string): Promise<SecondFactor | undefined> =>
  queryRow(db, {
    text: `select secret, confirmed_at is not null as confirmed, used_step as "usedStep"
     from second_factors where user_id = $1`,
    values: [userId],
  });

/** Begins the enrolment of a second factor and replaces an unconfirmed one; false if one is confirmed. */
export const secondFactorBegin = (db: Queryable, userId: string, secret: Buffer): Promise<boolean> =>
  affectsOne(db, {
    text: `insert into second_factors as f (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, used_step = 0 where f.confirmed_at is null`,
    values: [userId, secret],
  });

/** Records that the code of a time step was used; false if that step, or a later one, was used already. */
export const secondFactorUse = (db: Queryable, userId: string, step: number): Promise<boolean> =>
  affectsOne(db, {
    text: 'update second_factors set used_step = $2 where user_id = $1 and used_step < $2',
    values: [userId, step],
  });

/**
 * Confirms a second factor with the code of a time step. `secret`: the sealed secret that the code was checked against; false if it changed
 * since.
 */
export const secondFactorConfirm = (
  db: Queryable,
  { userId, secret, step, at }: { userId: string; secret: Buffer; step: number; at: number },
): Promise<boolean> =>
  affectsOne(db, {
    text: `update second_factors set confirmed_at = to_timestamp($4 / 1000.0), used_step = $3
     where user_id = $1 and secret = $2 and confirmed_at is null`,
    values: [userId, secret, step, at],
  });

/** Deletes the second factor of a user; false if there was none. */
export const secondFactorDelete = (db: Queryable, userId: string): Promise<boolean> =>
  affectsOne(db, { text: 'delete from second_factors where user_id = $1', values: [userId] });

/** The sealed column of users. */
export const secondFactorSealedColumn: SealedColumn = {
  table: 'second_factors',
  id: 'user_id',
  column: 'secret',
  context: `'totp:' || user_id::text`,
};
