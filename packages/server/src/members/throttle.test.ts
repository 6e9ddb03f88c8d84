import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneDatabase } from '../base/postgres/databases.ts';
import { openPool, type Database } from '../base/postgres/pool.ts';
import { signInAttemptForget } from './queries/sign-in-attempts.ts';
import { hashContactKey, contactSecret } from '../base/crypto/contact-hash.ts';
import { cloneDatabase } from '../testing/test-service.ts';
import { countAttempt, forgiveAttempts, networkOf } from './throttle.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let now = 1_800_000_000_000;
const parts = () => ({
  ...oneDatabase(db),
  clock: () => now,
  contactSecret: contactSecret('a secret for tests of thirty-two characters'),
});
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 4, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const guess = (email: string, address = '203.0.113.9', browser?: Buffer) =>
  countAttempt(parts(), { kind: 'sign_in', email, address, browser });
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test('[AUT3] concurrent guesses are all counted; after a quarter of an hour they expire', async () => {
  const answers = await times(25, () => guess('ana@loja.example'));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(10);
  expect(await guess('ana@loja.example')).toEqual({ ok: false, code: 'TOO_MANY_ATTEMPTS', retryAfter: 900 });
  expect(await guess('bia@loja.example')).toBeUndefined();
  now += 899_000;
  expect(await guess('ana@loja.example')).toMatchObject({ retryAfter: 1 });
  now += 1_000;
  expect(await guess('ana@loja.example')).toBeUndefined();
});

test('[AUT3] an address that tries many accounts is refused, and then its guesses count against no account', async () => {
  const answers = await times(120, (index) => guess(`x${index}@loja.example`, '198.51.100.7'));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(100);
  await times(20, () => guess('caio@loja.example', '198.51.100.7'));
  expect(await guess('caio@loja.example', '198.51.100.8')).toBeUndefined();
});

test('[AUT3] guesses from many networks limit unknown browsers to at most 80 an hour, and lock no account', async () => {
  const email = 'elis@loja.example';
  const known = Buffer.alloc(32, 7);
  let admitted = 0;
  for (let minute = 0; minute < 60; minute++) {
    const answers = await times(5, (index) => guess(email, `10.${minute}.${index}.1`));
    admitted += answers.filter((answer) => answer === undefined).length;
    // A browser that has signed in is counted separately.
    const own = await guess(email, '10.0.0.1', known);
    expect(own).toBeUndefined();
    await forgiveBrowser(email, known);
    now += 60_000;
  }
  expect(admitted).toBeGreaterThan(60);
  expect(admitted).toBeLessThanOrEqual(80);
  // An unknown browser waits at most a minute, even while guesses continue.
  await guess(email, '10.99.0.1');
  const refused = await guess(email, '10.99.0.2');
  expect(refused === undefined || (refused.retryAfter ?? 0) <= 60).toBe(true);
});

/** Deletes the count of a known browser only. */
const forgiveBrowser = async (email: string, browser: Buffer): Promise<void> => {
  const { contactSecret: secret } = parts();
  await signInAttemptForget(db, hashContactKey(secret, 'sign_in', `browser ${browser.toString('base64')} ${email}`));
};

test('[AUT3] a known browser is counted separately: its eleventh guess is refused', async () => {
  const known = Buffer.alloc(32, 9);
  const answers = await times(12, () => guess('fabio@loja.example', '203.0.113.20', known));
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(10);
});

test('[AUT3] a successful sign-in does not count as a guess', async () => {
  const attempt = { kind: 'sign_in', email: 'dora@loja.example', address: '192.0.2.1' } as const;
  for (let time = 0; time < 150; time++) {
    expect(await countAttempt(parts(), attempt)).toBeUndefined();
    await forgiveAttempts(parts(), attempt);
  }
});

test('[AUT3] the database does not reveal e-mails or addresses of attempts', async () => {
  const { rows } = await db.query<{ text: string }>('select row_to_json(a)::text as text from sign_in_attempts a');
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ text }) => /loja|\d+\.\d+\.\d+\.\d+/.test(text))).toEqual([]);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:0db8:0001::7', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('[AUT3] %s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
