import type { Queryable } from '../../pool.ts';

/** The second factor of a user. */
export type SecondFactor = {
  /** Sealed (seal.ts). */
  readonly secret: Buffer;
  /** False: enrolment has begun, but no code has confirmed it. */
  readonly confirmed: boolean;
  readonly usedStep: number;
};

/** The second factor of a user, confirmed or not. */
export async function secondFactorFind(db: Queryable, userId: string): Promise<SecondFactor | undefined> {
  const { rows } = await db.query<SecondFactor>(
    `select secret, confirmed_at is not null as confirmed, used_step as "usedStep"
     from second_factors where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** Begins the enrolment of a second factor and replaces an unconfirmed one; false if one is confirmed. */
export async function secondFactorBegin(db: Queryable, userId: string, secret: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into second_factors as f (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, used_step = 0 where f.confirmed_at is null`,
    [userId, secret],
  );
  return rowCount === 1;
}

/** Records that the code of a time step was used; false if that step, or a later one, was used already. */
export async function secondFactorUse(db: Queryable, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update second_factors set used_step = $2 where user_id = $1 and used_step < $2',
    [userId, step],
  );
  return rowCount === 1;
}

/**
 * Confirms a second factor with the code of a time step. `secret`: the sealed secret that the code was checked against; false if it changed
 * since.
 */
export async function secondFactorConfirm(
  db: Queryable,
  { userId, secret, step, at }: { userId: string; secret: Buffer; step: number; at: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update second_factors set confirmed_at = to_timestamp($4 / 1000.0), used_step = $3
     where user_id = $1 and secret = $2 and confirmed_at is null`,
    [userId, secret, step, at],
  );
  return rowCount === 1;
}

/** Deletes the second factor of a user; false if there was none. */
export async function secondFactorDelete(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from second_factors where user_id = $1', [userId]);
  return rowCount === 1;
}
