// Proves a backup by restoring it: pg_dump under traffic, restored into another database, as docs/deploy.md describes.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serviceRole } from '../../packages/server/src/base/postgres/embedded/embedded.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { withTestTimeout } from '../../packages/server/src/testing/with-test-timeout.ts';
import { BenchPostgres } from '../harness/postgres.ts';
import { fetchServer, startOther } from './backup/debian-postgres.ts';
import { embeddedMajor, findBackupTools, type BackupTools } from './backup/find-tools.ts';
import { openTraffic, type Answered } from './shop-traffic.ts';
import { openShop, Program, thisProgram } from './shop.ts';

/** The result. */
export type BackedUp = {
  /** Accepted before the dump began: all of it must be restored. */
  readonly promised: number;
  /** Of the promised, the number missing after the restore. */
  readonly missing: number;
  /** Accepted during the dump. */
  readonly meanwhile: number;
  readonly refused: readonly string[];
  /** The doctor's findings in the restored database. */
  readonly findings: readonly unknown[];
  /** Whether an earlier API key creates a checkout there, and an earlier payment link opens. */
  readonly isUsable: boolean;
  /** PostgreSQL's major version. */
  readonly major: number;
};

/** A server that pg_dump can read, and its two databases; undefined if there is none for this version. */
async function startReadable(tools: BackupTools) {
  if (tools.major >= (await embeddedMajor())) {
    const postgres = await new BenchPostgres().start();
    const [original, restored] = [await postgres.createDatabase('retoma'), await postgres.createDatabase('restored')];
    return { original, restored, stop: () => postgres.stop() };
  }
  const bin = fetchServer(tools.major);
  if (bin === undefined) return undefined;
  const { address, stop } = await startOther(bin);
  const db = openOwnPool(address('postgres'));
  await db.query(`create role ${serviceRole} login`);
  for (const name of ['retoma', 'restored']) await db.query(`create database ${name}`);
  await db.end();
  return { original: address('retoma'), restored: address('restored'), stop };
}

/** Dumps under traffic, after `answers` responses, and restores; undefined if this machine lacks the tools. */
export async function backUp(answers: number): Promise<BackedUp | undefined> {
  const tools = findBackupTools();
  const postgres = tools && (await startReadable(tools));
  if (!tools || !postgres) return undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-backup-'));
  const pg = (name: string, ...args: string[]) => promisify(execFile)(path.join(tools.folder, name), args);
  const program = new Program(thisProgram, withTestTimeout(postgres.original));
  const after = new Program(thisProgram, withTestTimeout(postgres.restored));
  const { server, shop } = await openShop(program);
  const workers = program.work();
  try {
    const address = `http://127.0.0.1:${server.port}`;
    const traffic = openTraffic(shop, () => [address]);
    await traffic.more(answers);
    const file = path.join(folder, 'retoma.dump');
    // Later than the last of those answers.
    const began = Date.now() + 1;
    await sleep(2);
    await pg('pg_dump', '--format=custom', `--file=${file}`, postgres.original);
    const ended = Date.now();
    await traffic.more(10);
    const { checkouts, events, refused } = await traffic.stop();
    await pg('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${postgres.restored}`, file);
    const before = ({ at }: Answered): boolean => at < began;
    const promised = { checkouts: checkouts.filter(before), events: events.filter(before) };
    const missing = await countMissing(postgres.restored, promised);
    const { findings } = await after.retoma<{ findings: unknown[] }>('doctor');
    return {
      promised: promised.checkouts.length + promised.events.length,
      missing,
      meanwhile: [...checkouts, ...events].filter(({ at }) => at >= began && at <= ended).length,
      refused,
      findings,
      isUsable: await isUsableAfter(after, shop.checkoutKey, checkouts[0]!.id),
      major: tools.major,
    };
  } finally {
    await Promise.all([server.stop(), workers.stop()]);
    await postgres.stop();
    for (const each of [program, after]) each.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function countMissing(
  database: string,
  promised: { checkouts: readonly Answered[]; events: readonly Answered[] },
): Promise<number> {
  const db = openOwnPool(database);
  const missing = async (ids: readonly Answered[], table: string, column: string): Promise<number> => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*) from unnest($1::uuid[]) as sent (id) where not exists (select from ${table} where ${column} = sent.id)`,
      [ids.map(({ id }) => id)],
    );
    return rows[0]!.count;
  };
  try {
    const checkouts = await missing(promised.checkouts, 'checkouts', 'checkout_id');
    return checkouts + (await missing(promised.events, 'events', 'event_id'));
  } finally {
    await db.end();
  }
}

async function isUsableAfter(program: Program, key: string, checkoutId: string): Promise<boolean> {
  const server = await program.serve();
  try {
    const address = `http://127.0.0.1:${server.port}`;
    const created = await fetch(`${address}/stores/external/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        cart: { items: [{ title: 'Boné', quantity: 1, unitPrice: 100, image: 'https://x.example/b.png' }] },
      }),
    });
    const opened = await fetch(`${address}/pay/${checkoutId}`);
    return created.status === 201 && opened.status === 200;
  } finally {
    await server.stop();
  }
}
