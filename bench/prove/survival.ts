// What a 201 guarantees: the checkout is stored, whatever process is killed a moment later.
import { unaudited } from '../../packages/server/src/members/audit/testing/unaudited.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { randomFrom } from '../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { ApiKeys } from '../../packages/server/src/stores/api-key.ts';
import { createKey, createStore } from '../../packages/server/src/stores/manage-stores.ts';
import { tenItems } from '../checkout/cart.ts';
import { freePort } from '../../packages/server/src/base/net/free-port.ts';
import type { LoadReport } from '../harness/load.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { BenchPostgres, migrateForService } from '../harness/postgres.ts';
import { startLoad, startServer, type Server } from '../harness/processes.ts';
import { unlimited } from '../harness/unlimited.ts';

/** The result. `missing` counts checkouts that got a 201 but are not in the database. */
export type Survival = { kills: number; answered: number; stored: number; missing: number; load: LoadReport };

const secret = 'a secret for proofs of thirty-two characters';

/**
 * Runs load while `victim` is killed with -9 and restarted, for `seconds` and at least once, at moments drawn from `seed`. Checkouts are stored
 * before each kill and after the last one, however slow the machine is.
 */
export async function survive(victim: 'service' | 'postgres', seconds: number, seed: number): Promise<Survival> {
  const postgres = await new BenchPostgres().start();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-prove-'));
  const database = await migrateForService(await postgres.createDatabase('retoma'));
  const db = openOwnPool(database);
  const key = await makeKey(db);
  const port = await freePort();
  let service = await startService(database, port);
  const bodyFile = path.join(folder, 'body.json');
  const idsFile = path.join(folder, 'ids');
  writeFileSync(bodyFile, JSON.stringify(tenItems));
  const options = { port, path: '/stores/external/checkout', headers: { 'x-api-key': key }, bodyFile, idsFile };
  const loading = startLoad({ ...options, connections: 64, seconds: seconds + 600 });
  const end = performance.now() + seconds * 1000;
  const random = randomFrom(seed);
  let kills = 0;
  try {
    do {
      await moreStored(db);
      await sleep(700 + random() * 1_500);
      kills++;
      if (victim === 'service') {
        service.child.removeAllListeners('exit');
        service.child.kill('SIGKILL');
        service = await startService(database, port);
      } else {
        postgres.kill();
        await sleep(300 + random() * 700);
        await postgres.start();
      }
    } while (performance.now() < end);
    await moreStored(db);
    loading.stop();
    const load = await loading.report;
    const ids = readFileSync(idsFile, 'utf8').split('\n').filter(Boolean);
    return { kills, answered: ids.length, ...(await compareIds(db, ids)), load };
  } finally {
    loading.stop();
    await db.end();
    await service.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const startService = (database: string, port: number): Promise<Server> =>
  startServer('packages/cli/src/main.ts', ['serve', '--no-workers', '--json', '--port', String(port)], {
    DATABASE_URL: database,
    RETOMA_SECRET: secret,
    ...unlimited,
    LOG_LEVEL: 'silent',
  });

async function makeKey(db: Database): Promise<string> {
  const { storeId } = await createStore(db, 'Loja');
  return (await createKey(db, new ApiKeys(secret), storeId, 'checkout', unaudited))!.key;
}

/** Waits until hundreds of checkouts more are stored than at the call. Throws after two minutes without them. */
async function moreStored(db: Database): Promise<void> {
  const stored = async (): Promise<number> =>
    (await db.query<{ count: number }>('select count(*) from checkouts')).rows[0]!.count;
  const before = await stored();
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(50))
    if ((await stored()) >= before + 300) return;
  throw new Error('no checkouts were stored for two minutes');
}

async function compareIds(db: Database, ids: readonly string[]): Promise<{ stored: number; missing: number }> {
  const { rows } = await db.query<{ stored: number; missing: number }>(
    `select (select count(*) from checkouts) as stored,
       (select count(*) from unnest($1::uuid[]) as answered (id) where not exists
         (select from checkouts c where c.checkout_id = answered.id)) as missing`,
    [ids],
  );
  return rows[0]!;
}
