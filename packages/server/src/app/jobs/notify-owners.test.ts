import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { oneDatabase } from '../../base/postgres/databases.ts';
import { openPool, type Database } from '../../base/postgres/pool.ts';
import { newId } from '../../base/ids.ts';
import type { ServiceMail } from '../../base/service-mail.ts';
import { createUser } from '../../members/create-user.ts';
import { grantMembership } from '../../members/memberships.ts';
import { contactSecret } from '../../base/crypto/contact-hash.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { cloneDatabase } from '../../testing/test-service.ts';
import { notifyOwners } from './notify-owners.ts';

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
      { ...oneDatabase(db), clock: () => now, contactSecret: contactSecret('a secret') },
      { storeId, email },
      role,
      unaudited,
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
/** A run of the job, some minutes after the last one. */
const turn = (minutes = 0): Promise<number> => {
  now += minutes * minute;
  return notifyOwners({ db, usersDb: db, clock: () => now, mail, baseUrl: () => 'https://retoma.example' });
};
const lastError = (reason: string | null): Promise<unknown> =>
  db.query('update connections set last_error = $1', [reason]);

test('owners get one e-mail when a channel is down, and one when it is up again', async () => {
  await lastError('DISCONNECTED');
  expect(await turn()).toBe(0);
  expect([await turn(1), await turn(1), await turn(60)]).toEqual([0, 1, 0]);
  expect(sent).toMatchObject([{ to: 'ana@loja.example', subject: 'Loja Aurora: WhatsApp não está enviando' }]);
  expect(sent[0]!.text).toContain(`https://retoma.example/panel/${storeId}/settings/channels`);
  await lastError(null);
  expect([await turn(1), await turn(1)]).toEqual([1, 0]);
  expect(sent[1]).toMatchObject({ subject: 'Loja Aurora: WhatsApp voltou a enviar' });
  await lastError('DISCONNECTED');
  expect([await turn(), await turn(2)]).toEqual([0, 1]);
});

test('owners get no e-mail about an error that ended by itself', async () => {
  await lastError('DISCONNECTED');
  await turn();
  await lastError(null);
  expect([await turn(5), await turn(5)]).toEqual([0, 0]);
});

test('owners get an e-mail about work that is ten minutes late', async () => {
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

test('an e-mail that no server accepts is retried', async () => {
  await lastError('DISCONNECTED');
  await turn();
  isDown = true;
  await expect(turn(2)).rejects.toThrow('no mail server');
  isDown = false;
  expect([await turn(1), await turn(1)]).toEqual([1, 0]);
});

test('[COM21] owners get an e-mail when messages to new contacts are held, and one when they are released', async () => {
  await db.query(
    `insert into held_contacts (held_id, store_id, checkout_id, release_at, expires_at) values ($1, $2, $3, $4, 'infinity')`,
    [newId(), storeId, newId(), new Date(now + 30 * minute)],
  );
  expect([await turn(), await turn(2), await turn(10)]).toEqual([0, 1, 0]);
  expect(await turn(30)).toBe(1);
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Loja Aurora: mensagens a contatos novos estão retidas',
    'Loja Aurora: não há mais mensagens retidas',
  ]);
});

test('[COM22] owners get one e-mail at 80 % of a connection’s daily limit, and none the next day', async () => {
  // Far from the instant at which the connection's day begins.
  now = Math.ceil(now / (24 * 60 * minute)) * 24 * 60 * minute + 15 * 60 * minute;
  const day = (sentToday: number): Promise<unknown> =>
    db.query(
      `update connections set daily_limit = 10, sent_today = $1, day = ($2::timestamptz at time zone 'UTC' - interval '11 hours')::date`,
      [sentToday, new Date(now)],
    );
  await day(7);
  expect([await turn(), await turn(2)]).toEqual([0, 0]);
  await day(8);
  expect([await turn(), await turn(2), await turn(2)]).toEqual([0, 1, 0]);
  expect(sent).toMatchObject([{ subject: 'Loja Aurora: WhatsApp está perto do limite do dia' }]);
  expect([await turn(24 * 60), await turn(2)]).toEqual([0, 0]);
});

test('[CHK9] owners get an e-mail at 80 % of the daily bytes', async () => {
  const hours = (full: number): Promise<unknown> =>
    db.query(
      `insert into rate_buckets (bucket, store_id, full_at) values (decode(repeat('00', 16), 'hex'), $1, $2)
       on conflict (bucket) do update set full_at = excluded.full_at`,
      [storeId, new Date(now + full * 60 * minute)],
    );
  await hours(19);
  expect([await turn(), await turn(2)]).toEqual([0, 0]);
  await hours(20);
  expect([await turn(), await turn(2)]).toEqual([0, 1]);
  expect(sent).toMatchObject([{ subject: 'Loja Aurora: sua loja está perto do limite de dados do dia' }]);
});

test('[COM23] owners get an e-mail when cards are no longer offered, and one when they are again', async () => {
  for (let count = 0; count < 5; count++) {
    await db.query(
      `insert into card_attempts (attempt_id, store_id, network, attempted_at) values ($1, $2, decode(repeat('00', 16), 'hex'), $3)`,
      [newId(), storeId, new Date(now)],
    );
  }
  expect([await turn(), await turn(2)]).toEqual([0, 1]);
  expect(await turn(10)).toBe(1);
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Loja Aurora: muitos cartões recusados: oferecemos só PIX',
    'Loja Aurora: cartões voltaram a ser aceitos',
  ]);
});

test('[CON6] [CON7] owners get one e-mail about repaired webhooks of a shop, and one when it must be connected again', async () => {
  await db.query(
    `insert into platform_connections (connection_id, store_id, platform, shop, name, state_at, secrets, connected_at, repaired_at)
     values ($1, $2, 'woocommerce', 'https://loja.example', 'Loja', $3, '', $3, $3)`,
    [newId(), storeId, new Date(now)],
  );
  expect([await turn(1), await turn(3), await turn(60), await turn(60)]).toEqual([0, 1, 0, 0]);
  await db.query(`update platform_connections set state = 'reconnect', repaired_at = $1`, [new Date(now)]);
  expect([await turn(1), await turn(3), await turn(60)]).toEqual([0, 1, 0]);
  await db.query(`update platform_connections set state = 'connected', repaired_at = null`);
  expect(await turn(3)).toBe(0);
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Loja Aurora: os avisos da sua loja tinham parado',
    'Loja Aurora: conecte sua loja de novo',
  ]);
  expect(sent[1]!.text).toContain(`https://retoma.example/panel/${storeId}/settings/platforms`);
});

test('[WHK6] owners get an e-mail after a day without an answer of a webhook, and one when it is disabled', async () => {
  await db.query(
    `insert into webhook_endpoints (endpoint_id, store_id, url, secret, failing_since) values ($1, $2, 'https://erp.example', '', $3)`,
    [newId(), storeId, new Date(now)],
  );
  expect([await turn(23 * 60), await turn(70), await turn(3), await turn(3)]).toEqual([0, 0, 1, 0]);
  await db.query(`update webhook_endpoints set state = 'disabled', reason = 'failing'`);
  expect([await turn(1), await turn(3), await turn(60)]).toEqual([0, 1, 0]);
  await db.query(`update webhook_endpoints set state = 'enabled', reason = null, failing_since = null`);
  expect(await turn(3)).toBe(0);
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Loja Aurora: um webhook não responde há um dia',
    'Loja Aurora: um webhook foi desativado',
  ]);
  expect(sent[1]!.text).toContain(`https://retoma.example/panel/${storeId}/settings/webhooks`);
});
