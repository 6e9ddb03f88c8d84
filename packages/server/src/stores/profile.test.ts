import { unaudited } from '../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool, type Database } from '../base/postgres/pool.ts';
import { storeFind } from './queries/stores.ts';
import { cloneDatabase } from '../testing/test-service.ts';
import { changeStore, createStore } from './manage-stores.ts';
import { setPaymentAccount } from '../providers/connections/testing/set-unverified.ts';
import { checkStoreSettings, type StoreSettings } from './profile.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 3, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const url = 'https://www.loja.example';
const complete: StoreSettings = {
  name: ' Loja  Aurora ',
  active: true,
  signedCartsOnly: true,
  live: true,
  timeZone: 'America/Manaus',
  legalName: 'Loja Aurora Ltda.',
  document: '12.abc.345/01DE-35',
  address: 'Rua das Flores, 10',
  email: 'Contato@Loja.example',
  phone: '(11) 3333-4444',
  url,
  returnsUrl: `${url}/trocas`,
  privacyUrl: `${url}/privacidade`,
  logoUrl: `${url}/logo.png`,
  accent: '#00687D',
  corners: 'round',
  returnsText: 'Trocas em 30 dias',
  privacyText: 'Seus dados',
  senderName: 'Loja Aurora',
  senderEmail: 'Ola@Loja.example',
  pixMinutes: 30,
  boletoDays: 5,
  abandonMinutes: 45,
};
const stored = {
  ...complete,
  name: 'Loja Aurora',
  document: '12ABC34501DE35',
  email: 'contato@loja.example',
  senderEmail: 'ola@loja.example',
  phone: '+551133334444',
  accent: '#00687d',
};

const wrongIn = (settings: StoreSettings): string[] => {
  const checked = checkStoreSettings(settings);
  return checked.ok ? [] : checked.wrong.map(({ member }) => member);
};

describe('the settings of a store', () => {
  test('are stored in normalised form, and read back so', async () => {
    const { storeId } = await createStore(db, 'Loja');
    const checked = checkStoreSettings(complete);
    expect(checked).toEqual({ ok: true, change: stored });
    if (!checked.ok) return;
    expect(await changeStore(db, storeId, checked.change, unaudited)).toBeUndefined();
    expect(await storeFind(db, storeId)).toMatchObject(stored);
    expect(await changeStore(db, storeId, { phone: null }, unaudited)).toBeUndefined();
    expect(await storeFind(db, storeId)).toMatchObject({ ...stored, phone: null });
    expect(await changeStore(db, storeId, {}, unaudited)).toBeUndefined();
    expect(await storeFind(db, storeId)).toMatchObject({ legalName: 'Loja Aurora Ltda.' });
  });

  test('cannot be emptied if they are required', () => {
    const empty = Object.fromEntries(Object.keys(complete).map((member) => [member, null]));
    const needed = 'name active signedCartsOnly live timeZone pixMinutes boletoDays abandonMinutes';
    expect(wrongIn(empty)).toEqual(needed.split(' '));
  });

  test.each([
    ['name', ['', 'x'.repeat(201), 7]],
    ['live', ['true', 1]],
    ['timeZone', ['Marte/Base', '']],
    ['document', ['123', '11111111111']],
    ['email', ['contato']],
    ['phone', ['1234', 'ligue já']],
    ['url', ['www.loja.example', 'javascript:alert(1)', `https://${'x'.repeat(2000)}.example`]],
    ['corners', ['soft', 8, true]],
    ['returnsText', ['', 'x'.repeat(41), 7]],
    ['accent', ['blue', '#fff', '#00687g']],
    ['pixMinutes', [14, 43_201, 20.5, '30']],
    ['boletoDays', [0, 61]],
    ['abandonMinutes', [9, 10_081]],
  ] as const)('%s accepts no invalid value', (member, values) => {
    for (const value of values) expect([value, wrongIn({ [member]: value })]).toEqual([value, [member]]);
  });

  test('accept phones without an area code', () => {
    for (const phone of ['0800 123 4567', '4004-1234', '3003 1234'])
      expect(checkStoreSettings({ phone })).toEqual({ ok: true, change: { phone } });
  });

  test('keep a store with sandbox payments from being live', async () => {
    const { storeId } = await createStore(db, 'Loja');
    const credentialsKey = Buffer.alloc(32);
    await setPaymentAccount({ db, credentialsKey }, storeId, { provider: 'sandbox', methods: ['pix'] }, unaudited);
    expect(await changeStore(db, storeId, { live: true, name: 'Outra' }, unaudited)).toBe('SANDBOX_IN_LIVE_STORE');
    expect(await storeFind(db, storeId)).toMatchObject({ live: false, name: 'Loja' });
  });
});
