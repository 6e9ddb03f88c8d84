import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPool, type Database } from '../db/pool.ts';
import { newId } from '../ids.ts';
import type { ServiceMail } from '../mail.ts';
import { createUser } from '../people/create-user.ts';
import { grantMembership } from '../people/memberships.ts';
import { personSecret } from '../person.ts';
import { createStore } from '../stores/manage-stores.ts';
import { cloneDatabase } from '../testing/test-service.ts';
import { tellOwners } from './tell-owners.ts';

const minute = 60_000;
let database: Awaited<ReturnType<typeof cloneDatabase>> | undefined;
let db: Database;
let storeId: string;
let now = Date.now();
let sent: ServiceMail[] = [];
let isDown = false;
const close = async (): Promise<void> => {
  if (!database) return;
  await db.end();
  await database.drop();
};
beforeEach(async () => {
  await close();
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
  ({ storeId } = await createStore(db, 'Loja Aurora'));
  for (const [email, role] of [
    ['ana@loja.example', 'owner'],
    ['caio@loja.example', 'reader'],
  ] as const) {
    await createUser(db, email, 'uma senha comprida');
    await grantMembership(
      { db, clock: () => now, personSecret: personSecret('a secret') },
      { storeId, email, by: null },
      role,
    );
  }
  await db.query(
    `insert into connections (connection_id, store_id, channel, provider, name) values ($1, $2, 'whatsapp', 'z-api', 'Loja')`,
    [newId(), storeId],
  );
  [sent, isDown] = [[], false];
});
afterAll(close);

const mail = (one: ServiceMail): Promise<void> => {
  if (isDown) return Promise.reject(new Error('no mail server'));
  sent.push(one);
  return Promise.resolve();
};
/** A turn, some minutes after the last one. */
const turn = (minutes = 0): Promise<number> => {
  now += minutes * minute;
  return tellOwners({ db, clock: () => now, mail, baseUrl: () => 'https://retoma.example' });
};
const trouble = (reason: string | null): Promise<unknown> => db.query('update connections set trouble = $1', [reason]);

test('owners hear of a channel that is down once, and once that it is up again', async () => {
  await trouble('DISCONNECTED');
  expect(await turn()).toBe(0);
  expect([await turn(1), await turn(1), await turn(60)]).toEqual([0, 1, 0]);
  expect(sent).toMatchObject([{ to: 'ana@loja.example', subject: 'Loja Aurora: WhatsApp não está enviando' }]);
  expect(sent[0]!.text).toContain(`https://retoma.example/panel/${storeId}/settings/channels`);
  await trouble(null);
  expect([await turn(1), await turn(1)]).toEqual([1, 0]);
  expect(sent[1]).toMatchObject({ subject: 'Loja Aurora: WhatsApp voltou a enviar' });
  await trouble('DISCONNECTED');
  expect([await turn(), await turn(2)]).toEqual([0, 1]);
});

test('nobody hears of what mended itself', async () => {
  await trouble('DISCONNECTED');
  await turn();
  await trouble(null);
  expect([await turn(5), await turn(5)]).toEqual([0, 0]);
});

test('owners hear of work that is late for ten minutes', async () => {
  await db.query(`insert into run_timers (store_id, due_at, run_ids) values ($1, $2, $3)`, [
    storeId,
    new Date(now),
    [newId()],
  ]);
  expect([await turn(2), await turn(9), await turn(1)]).toEqual([0, 0, 1]);
  await db.query('delete from run_timers');
  expect(await turn(1)).toBe(1);
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Loja Aurora: os envios estão atrasados',
    'Loja Aurora: os envios voltaram ao normal',
  ]);
});

test('an e-mail that no server took is tried again', async () => {
  await trouble('DISCONNECTED');
  await turn();
  isDown = true;
  await expect(turn(2)).rejects.toThrow('no mail server');
  isDown = false;
  expect([await turn(1), await turn(1)]).toEqual([1, 0]);
});
