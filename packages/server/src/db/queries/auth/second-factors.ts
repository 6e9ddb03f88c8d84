import type { Queryable } from '../../pool.ts';

/** The second factor of a user. */
export type SecondFactor = {
  /** Sealed. */
  readonly secret: Buffer;
  /** False: shown, but not proven by a code. */
  readonly confirmed: boolean;
  readonly usedStep: number;
};

/** The second factor of a user, on or only begun. */
export async function secondFactorFind(db: Queryable, userId: string): Promise<SecondFactor | undefined> {
  const { rows } = await db.query<SecondFactor>(
    `select secret, confirmed_at is not null as confirmed, used_step as "usedStep"
     from second_factors where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** Begins a second factor in place of one that was only begun; false where one is on. */
export async function secondFactorBegin(db: Queryable, userId: string, secret: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into second_factors as f (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, used_step = 0 where f.confirmed_at is null`,
    [userId, secret],
  );
  return rowCount === 1;
}

/** Takes the code of a step: false where that step, or a later one, was taken already. */
export async function secondFactorUse(db: Queryable, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update second_factors set used_step = $2 where user_id = $1 and used_step < $2',
    [userId, step],
  );
  return rowCount === 1;
}

/** The code of a step has proven a second factor that was begun: it is on. `secret`: what it was when the code was looked at. */
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

/** Takes the second factor of a user away; false where there was none. */
export async function secondFactorDelete(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from second_factors where user_id = $1', [userId]);
  return rowCount === 1;
}
