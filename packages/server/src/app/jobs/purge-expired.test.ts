import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Database } from '../../base/postgres/pool.ts';
import { passwordResetInsert } from '../../members/queries/password-resets.ts';
import { sessionInsert } from '../../members/queries/sessions.ts';
import { signInAttemptCount } from '../../members/queries/sign-in-attempts.ts';
import { random } from '../../base/ids.ts';
import { auditAs } from '../../members/audit/audit-log.ts';
import { createUser } from '../../members/create-user.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { cloneDatabase } from '../../testing/test-service.ts';
import { purgeExpired, signIns, teamData } from './purge-expired.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

test('[AUT2][AUT6] ended sessions and attempts are deleted, activities after two years', async () => {
  const day = 24 * 60 * 60_000;
  // The database refuses to delete an entry that is not old by its own clock.
  const now = Date.now();
  const { userId } = (await createUser(db, 'ana@loja.example', 'uma senha comprida'))!;
  const { storeId } = await createStore(db, 'Loja Aurora');
  for (const ends of [now - 1, now + 1]) {
    const row = { hash: random(32), userId, at: now - day, expiresAt: ends };
    await sessionInsert(db, row);
    await passwordResetInsert(db, row);
    await signInAttemptCount(db, { subject: random(16), now: ends - 60_000, windowMs: 60_000 });
    await auditAs({ userId, clock: () => ends - 730 * day })(db, { storeId, action: 'signed_in' });
  }
  const signal = new AbortController().signal;
  expect(await purgeExpired(db, [...signIns, ...teamData], now, signal)).toBe(4);
  expect(await purgeExpired(db, [...signIns, ...teamData], now, signal)).toBe(0);
  for (const table of ['sessions', 'password_resets', 'sign_in_attempts', 'audit_log']) {
    const { rows } = await db.query<{ count: number }>(`select count(*) from ${table}`);
    expect([table, rows[0]!.count]).toEqual([table, 1]);
  }
});
