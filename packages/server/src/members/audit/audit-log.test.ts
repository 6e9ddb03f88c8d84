import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../base/postgres/pool.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { auditAs } from './audit-log.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const years = (count: number): number => Date.now() - count * 365 * 86_400_000;

test('[AUT6] an entry of the activity log can be neither changed nor deleted before it is two years old', async () => {
  const { context, storeId } = service;
  const entry = { storeId, action: 'settings_changed' } as const;
  await auditAs({ userId: null, clock: () => years(0) })(context.db, { ...entry, detail: 'new' });
  await auditAs({ userId: null, clock: () => years(3) })(context.db, { ...entry, detail: 'old' });
  // As the owner, who may do more than the service (CHK25), so that only the trigger refuses.
  const db = openPool(service.ownerUrl, 1, () => {});
  const refused = { code: '42501' };
  await expect(db.query(`update audit_log set detail = 'x'`)).rejects.toMatchObject(refused);
  await expect(db.query(`delete from audit_log where detail = 'new'`)).rejects.toMatchObject(refused);
  await expect(db.query('truncate audit_log')).rejects.toMatchObject(refused);
  expect((await db.query(`delete from audit_log where detail = 'old'`)).rowCount).toBe(1);
  const { rows } = await db.query('select detail from audit_log where detail is not null');
  expect(rows).toEqual([{ detail: 'new' }]);
  await db.end();
});
