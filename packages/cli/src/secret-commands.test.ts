import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Database } from '../../server/src/base/postgres/pool.ts';
import { connectionFind } from '../../server/src/providers/queries/connections.ts';
import { connectionActivate } from '../../server/src/testing/connections.ts';
import { newId } from '../../server/src/base/ids.ts';
import { credentialsKey, seal, unseal } from '../../server/src/base/crypto/seal.ts';
import { createUser } from '../../server/src/members/create-user.ts';
import { createStore } from '../../server/src/stores/manage-stores.ts';
import { cloneDatabase } from '../../server/src/testing/test-service.ts';
import { runCli, type Ran } from './testing/run-cli.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-secret-'));
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 1, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

type Values = { first: string; then: string; last: string };

const under = (secret: string, ...args: string[]): Promise<Ran> =>
  runCli([...args, '--json'], { DATABASE_URL: database.url, RETOMA_HOME: home, RETOMA_SECRET: secret });
const json = async (ran: Promise<Ran>): Promise<unknown> => JSON.parse((await ran).stdout);

/** A connection of a new store, with credentials sealed under this secret. */
async function newConnection(secret: string): Promise<string> {
  const { storeId } = await createStore(db, 'Loja da Ana');
  const connectionId = newId();
  await connectionActivate(db, { connectionId, storeId, channel: 'sms', provider: 'sandbox', name: 'SMS' });
  const credentials = seal(credentialsKey(secret), connectionId, { token: 'um segredo da loja' });
  await db.query('update connections set credentials = $2 where connection_id = $1', [connectionId, credentials]);
  return connectionId;
}

test('a secret is rotated while the service runs, and values sealed under the old one stay readable', async () => {
  const old = 'a secret for tests thirty-two characters';
  const { first, then, last } = (await json(under(old, 'secret', 'new'))) as Values;
  const before = await newConnection(first);
  const after = await newConnection(then);
  const { userId } = (await createUser(db, 'ana@loja.example'))!;
  const factor = seal(credentialsKey(first), `totp:${userId}`, 'um segredo da Ana');
  await db.query('insert into second_factors (user_id, secret) values ($1, $2)', [userId, factor]);
  expect(await json(under(then, 'secret', 'rotate'))).toEqual({ resealed: 2, current: 1, unreadable: [] });
  expect(await json(under(then, 'secret', 'rotate'))).toEqual({ resealed: 0, current: 3, unreadable: [] });
  for (const connectionId of [before, after]) {
    const { credentials } = (await connectionFind(db, connectionId))!;
    expect(unseal(credentialsKey(last), connectionId, credentials!)).toEqual({ token: 'um segredo da loja' });
  }
  const { rows } = await db.query<{ secret: Buffer }>('select secret from second_factors');
  expect(unseal(credentialsKey(last), `totp:${userId}`, rows[0]!.secret)).toBe('um segredo da Ana');
});

test('values that no secret opens are listed, with status 1', async () => {
  await newConnection('another secret with thirty-two characters');
  const ran = await under('a third secret with thirty-two characters', 'secret', 'rotate');
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toMatchObject({ error: 'UNREADABLE_CREDENTIALS', resealed: 0 });
});

test('without RETOMA_SECRET, secret new prints values for the secret file', async () => {
  const ran = await runCli(['secret', 'new', '--json'], { RETOMA_HOME: home });
  const { file, first } = JSON.parse(ran.stdout) as { file: string; first: string };
  expect(file).toBe(path.join(home, 'secret'));
  expect(first.startsWith(`${readFileSync(file, 'utf8').trim()},`)).toBe(true);
});
