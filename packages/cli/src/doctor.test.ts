import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPool, type Database } from '../../server/src/base/postgres/pool.ts';
import { startPooler } from '../../server/src/base/postgres/testing/pooler.ts';
import { newId } from '../../server/src/base/ids.ts';
import { cloneDatabase } from '../../server/src/testing/test-service.ts';
import { runCli, type Ran } from './testing/run-cli.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let home: string;
beforeEach(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 1, () => {});
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-doctor-'));
});
afterEach(async () => {
  await db.end();
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

const doctor = (...args: string[]): Promise<Ran> =>
  runCli(['doctor', ...args], { DATABASE_URL: database.url, RETOMA_HOME: home });

test('retoma doctor lists violations, changes nothing without --repair, and exits with 1 until they are fixed', async () => {
  const runId = newId();
  await db.query(`insert into run_timers values ($2, 'infinity', array[$1::uuid])`, [runId, newId()]);
  const preview = await doctor('--json');
  expect(preview.code).toBe(1);
  expect(JSON.parse(preview.stdout)).toMatchObject({
    ok: false,
    status: { live: 0, unaccounted: -1 },
    findings: [{ kind: 'timer_orphaned', count: 1, ids: [runId], repaired: 0 }],
  });
  const text = await doctor();
  expect([text.code, text.stdout]).toEqual([1, '']);
  expect(text.stderr).toContain(`timer_orphaned: 1; --repair would remove`);
  expect(text.stderr).toContain(runId);
  expect((await db.query('select from run_timers')).rowCount).toBe(1);
  expect(await doctor('--repair')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 repaired') as string });
  expect((await db.query('select from run_timers')).rowCount).toBe(0);
});

test('[CHK25] retoma doctor reports whether the service’s role differs from the owner of its tables', async () => {
  expect(JSON.parse((await doctor('--json')).stdout)).toMatchObject({ ok: true, rolesSplit: true });
  expect((await doctor()).stdout).not.toContain('roles are not split');
  const asOwner = await runCli(['doctor'], { DATABASE_URL: database.ownerUrl, RETOMA_HOME: home });
  expect(asOwner).toMatchObject({ code: 0, stdout: expect.stringContaining('roles are not split') as string });
});

test('[RUN20] retoma doctor says by how much the clock of this machine differs, and goes by that of the database', async () => {
  await db.query(`insert into run_timers values ($2, now() + interval '10 minutes', array[$1::uuid])`, [
    newId(),
    newId(),
  ]);
  expect(JSON.parse((await doctor('--json')).stdout)).toMatchObject({ skewMs: expect.closeTo(0, -3) as number });
  expect((await doctor()).stderr).not.toContain('clock');
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 90 * 60_000);
  onTestFinished(() => clock.mockRestore());
  const { skewMs, status } = JSON.parse((await doctor('--json')).stdout) as Record<string, unknown>;
  expect(Math.round(Number(skewMs) / 60_000)).toBe(90);
  expect(status).toMatchObject({ overdue: { timers: 0 } });
  expect((await doctor()).stderr).toContain('It is 5400 s ahead.');
});

test.each(['migrate', 'doctor', 'work'])(
  '[CHK27] retoma %s names a connection pooler, with a code for programs',
  async (command) => {
    const pooler = await startPooler(database.ownerUrl, { mode: 'transaction', refuses: true });
    onTestFinished(() => pooler.close());
    const settings = { DATABASE_URL: pooler.url, RETOMA_HOME: home };
    const text = await runCli([command], settings);
    expect([text.code, text.stdout]).toEqual([2, '']);
    expect(text.stderr).toContain('DATABASE_URL goes through a connection pooler');
    const json = await runCli([command, '--json'], settings);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: 'POOLED_CONNECTION' });
  },
);

test('retoma doctor rejects an unknown store', async () => {
  const wrong = await doctor('--store', newId(), '--json');
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ error: 'STORE_NOT_FOUND' });
});
