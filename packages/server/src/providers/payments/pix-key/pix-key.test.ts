import { expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { providerSuite } from '../testing/provider-suite.ts';
import { examplePaymentRequest, openProvider, type Tested } from '../testing/tested-provider.ts';
import { pixKeyForm } from './form.ts';
import { pixKey } from './index.ts';
import { account as complete } from './testing/account.ts';

const pixKeyProvider = openProvider(pixKey);

const now = Date.parse('2026-03-12T15:00:00Z');
const { settings } = complete;
const open = (): Tested => ({
  provider: pixKeyProvider,
  account: { accountId: newId(), storeId: newId(), ...complete },
  now: () => now,
  refused: { accountId: newId(), storeId: newId(), settings: { ...settings, city: '' }, credentials: {} },
});
const never = new AbortController().signal;

providerSuite('pix-key', open);

test('[COM9] the code contains the store’s own key, and its txid begins with the number of the order', async () => {
  const charged = await pixKeyProvider.create(open().account, examplePaymentRequest(open(), 'pix'), never);
  expect(charged).toMatchObject({
    outcome: 'made',
    update: {
      state: 'pending',
      at: now,
      details: {
        pix: {
          payload: expect.stringMatching(/\+5511987654321.*5921Padaria Sao Joao Ltda6015Sao Jose dos Ca/) as string,
          txid: expect.stringMatching(/^1042P[0-9A-Z]{12}$/) as string,
        },
      },
    },
  });
});

test.each([
  ['529.982.247-25', '52998224725'],
  ['529 982 247-25', '52998224725'],
  ['12.abc.345/01de\u201135', '12ABC34501DE35'],
  ['11 222 333 0001 81', '11222333000181'],
  ['(11) 98765-4321', '+5511987654321'],
  ['11 98765\u20134321', '+5511987654321'],
  ['\u202a+55 (11) 98765\u20134321\u202c', '+5511987654321'],
  ['PIX@Loja.example\u200b', 'pix@loja.example'],
  ['123E4567-E12B-12D1-A456-426655440000 ', '123e4567-e12b-12d1-a456-426655440000'],
])('[COM13] a pasted key is cleaned: %j', (key, cleaned) => {
  expect(pixKeyForm.settings.parse({ ...settings, key })).toMatchObject({ key: cleaned });
});

test('[COM13] digits without their groups are no phone, since they may be a mistyped CPF', () => {
  for (const key of ['11987654321', '52998-224725', '(11) 8765-4321'])
    expect(pixKeyForm.settings.safeParse({ ...settings, key }).success).toBe(false);
});

test('an account with settings that are no longer valid is broken', async () => {
  const account = { ...open().account, settings: { ...settings, key: '11987654321' } };
  expect(await pixKeyProvider.create(account, examplePaymentRequest(open(), 'pix'), never)).toEqual({
    outcome: 'broken',
    reason: 'SETTINGS',
  });
});

test.each([
  ['a phone without its groups', { key: '11987654321' }],
  ['a document with a wrong digit', { key: '12345678900' }],
  ['a name that leaves nothing', { name: '日本' }],
  ['no city', { city: ' ' }],
  ['a member of another name', { token: 'x' }],
])('%s is refused', (_what, change) => {
  expect(pixKeyForm.settings.safeParse({ ...settings, ...change }).success).toBe(false);
});

test.each(['12345678909', '12ABC34501DE35', 'loja@loja.example', '123e4567-e12b-12d3-a456-426655440000'])(
  'the key %s is accepted',
  (key) => expect(pixKeyForm.settings.safeParse({ ...settings, key }).success).toBe(true),
);
