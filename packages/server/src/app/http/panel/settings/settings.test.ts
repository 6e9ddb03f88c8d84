import { unaudited } from '../../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseDomain } from '../../../../stores/domains/choose-domain.ts';
import { createStore } from '../../../../stores/manage-stores.ts';
import { activateDomain } from '../../../../stores/domains/testing/active-domain.ts';
import { smallCart, startTestService, type TestService } from '../../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';

let service: TestService;
let browser: PanelBrowser;
let at: string;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'dona@loja.example', 'owner');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'dona@loja.example', password });
  at = `/stores/${service.storeId}`;
});
afterAll(() => service.stop());

const read = async <T>(path: string): Promise<T> => (await browser.get(`${at}${path}`)).body as T;
const change = (path: string, body: object = {}) => browser.post(`${at}${path}`, body);
const code = (path: string, body: object = {}) => browser.code(change(path, body));

describe('a store', () => {
  test('is changed member by member, and invalid members are named', async () => {
    expect(await code('/settings', { document: '11.222.333/0001-81', pixMinutes: 30, email: null })).toBe(200);
    const { settings } = await read<{ settings: object }>('/settings');
    expect(settings).toMatchObject({ document: '11222333000181', pixMinutes: 30, email: null, name: 'Loja Aurora' });
    expect(Object.keys(settings)).not.toContain('keys');
    const wrong = await change('/settings', { document: '123', accent: 'red', lateMinutes: 0 });
    expect(wrong.body).toMatchObject({
      error: { code: 'WRONG_SETTING', details: { members: ['document', 'accent', 'lateMinutes'] } },
    });
    expect(await code('/settings', { demo: true })).toBe('INVALID_PAYLOAD');
  });

  test('[RUN22] has business hours, by default Monday to Friday, 8:00 to 18:00', async () => {
    const hours = async (): Promise<unknown> => (await read<{ businessHours: object }>('/sending')).businessHours;
    expect(await hours()).toEqual({ from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] });
    expect(await code('/settings', { businessHours: { from: '09:00', to: '12:30', days: [6, 1] } })).toBe(200);
    expect(await hours()).toEqual({ from: '09:00', to: '12:30', days: [1, 6] });
    for (const wrong of [
      { from: '12:30', to: '09:00', days: [1] },
      { from: '09:00', to: '18:00', days: [] },
      { from: '9h', to: '18:00', days: [1] },
      { from: '09:00', to: '18:00', days: [7] },
      { from: '09:00', to: '18:00', days: [1, 1] },
    ])
      expect(await code('/settings', { businessHours: wrong })).toBe('WRONG_SETTING');
  });

  test('[CHK14] chooses a domain, and sees the DNS records that prove it; a store that only chose it blocks no other', async () => {
    expect(await code('/domains', { hostname: 'https://Pagar.loja.invalid/' })).toBe(200);
    const { checkout, target } = await read<{ checkout: { records: object[] }; target: string }>('/domains');
    expect(target).toBe('pay.retoma.example');
    expect(checkout.records).toMatchObject([
      { type: 'TXT', name: '_retoma.pagar.loja.invalid', value: `retoma-store=${service.storeId}` },
      { type: 'CNAME', name: 'pagar.loja.invalid', value: target },
    ]);
    const { storeId } = await createStore(service.context.db, 'Outra');
    await chooseDomain(service.context, storeId, 'outra.invalid', unaudited);
    expect(await code('/domains', { hostname: 'outra.invalid' })).toBe(200);
    await activateDomain(service.context, storeId, 'outra.invalid');
    expect(await code('/domains', { hostname: 'outra.invalid' })).toBe('DOMAIN_TAKEN');
    expect(await code('/domains', { hostname: 'uma loja' })).toBe('INVALID_DOMAIN');
    expect(await code('/domains', { hostname: null })).toBe(200);
    expect(await read('/domains')).toMatchObject({ checkout: null });
  });

  test('[EDT14] a free address as a sender is named where the mail server is not that provider’s', async () => {
    const data = { remetente_nome: 'L', remetente_email: 'minhaloja@gmail.com', subject: 'Oi!', html: '<p>Oi</p>' };
    const flow = {
      name: 'E-mail',
      trigger_event: 'lead.created',
      steps: [{ type: 'action', name: 'send_email', data }],
    };
    expect(await code('/automations', { source: { kind: 'draft', text: JSON.stringify(flow) } })).toBe(200);
    const isForeign = async (): Promise<unknown> =>
      (await read<{ senders: { domain: string; isForeign: boolean }[] }>('/domains')).senders.map(
        (one) => one.isForeign,
      );
    const setHost = (host: string) =>
      service.context.db.query(
        `insert into connections (connection_id, store_id, channel, provider, name, settings) values (gen_random_uuid(), $1, 'email', 'smtp', 'E-mail', $2)
         on conflict (store_id, channel) where active do update set provider = 'smtp', settings = excluded.settings`,
        [service.storeId, JSON.stringify({ host })],
      );
    await setHost('smtp.hosting.example');
    expect(await isForeign()).toEqual([true]);
    expect(await read('/automations/defaults')).toMatchObject({ mailServer: 'smtp.hosting.example' });
    expect(await read('/senders')).toMatchObject({ mailServer: 'smtp.hosting.example' });
    await setHost('smtp.gmail.com');
    expect(await isForeign()).toEqual([false]);
  });

  test('can preview its payment page', async () => {
    const preview = async (state: string, accent: string | null = '#123456') =>
      (await change('/appearance/preview', { ...looks, accent, state })).body['html'] as string;
    const looks = { logoUrl: null, corners: null, returnsText: null, privacyText: null };
    const pending = await preview('pix');
    expect(pending).toContain('#123456');
    expect(pending).not.toMatch(/<script|<noscript|type="button"\s+hidden/);
    expect(await preview('paid')).toContain('Pagamento confirmado');
    expect(await preview('pix-expired')).toContain('Gerar novo PIX');
    expect(await preview('refused')).toContain('Loja Aurora');
    const light = await change('/appearance/preview', { ...looks, accent: '#ffdd00', state: 'pix' });
    expect(light.body['ink']).not.toBe('#ffdd00');
    await change('/settings', { returnsUrl: 'https://loja.example/trocas' });
    const own = { ...looks, accent: null, corners: 'round', returnsText: 'Trocas <em> 30 dias', state: 'pix' };
    const { html } = (await change('/appearance/preview', own)).body;
    expect(html).toContain('--control:26px');
    expect(html).toContain('Trocas &lt;em&gt; 30 dias');
    expect(html).not.toContain('Trocas e devoluções');
  });
});

describe('keys', () => {
  type Keys = { keys: { keyId: string; kind: string; masked: string; endsAt: string | null }[] };

  test('[CHK10] are shown completely once, still work for a day after a replacement, and end at once on request', async () => {
    const before = await read<Keys>('/keys');
    expect(before.keys.map(({ kind }) => kind).toSorted()).toEqual(['checkout', 'secret']);
    expect(JSON.stringify(before)).not.toContain(service.checkoutKey);
    const old = before.keys.find(({ kind }) => kind === 'checkout')!;
    expect(old.masked).toBe(`rtm_live_••••${service.checkoutKey.slice(-4)}`);

    const rotated = await change(`/keys/${old.keyId}/rotate`, { endOldNow: false });
    const fresh = rotated.body['key'] as string;
    const send = async (key: string) => (await service.post(smallCart, { 'x-api-key': key })).status;
    expect([await send(fresh), await send(service.checkoutKey)]).toEqual([201, 201]);
    const inADay = Date.parse(rotated.body['oldEndsAt'] as string) - Date.now();
    expect(inADay / 3_600_000).toBeCloseTo(24, 1);

    expect(await code(`/keys/${old.keyId}/end`)).toBe(200);
    expect([await send(fresh), await send(service.checkoutKey)]).toEqual([201, 401]);
    expect(await code(`/keys/${old.keyId}/end`)).toBe('NOT_FOUND');
    expect(await code(`/keys/${'0'.repeat(16)}/rotate`, { endOldNow: true })).toBe('NOT_FOUND');
  });

  test('[CHK10] of another store are not found', async () => {
    const { storeId } = await createStore(service.context.db, 'Outra');
    const keyId = 'a1'.repeat(8);
    await service.context.db.query(`insert into api_keys (key_id, store_id, kind) values ($1, $2, 'checkout')`, [
      keyId,
      storeId,
    ]);
    expect(await code(`/keys/${keyId}/rotate`, { endOldNow: true })).toBe('NOT_FOUND');
    expect(await code(`/keys/${keyId}/end`)).toBe('NOT_FOUND');
  });

  test('can be tested through the public endpoint itself', async () => {
    const tried = (await change('/keys/try')).body;
    expect(tried).toMatchObject({ status: 201, checkoutUrl: expect.stringContaining('/pay/') as string });
    expect(JSON.parse(tried['answer'] as string)).toMatchObject({ storeId: service.storeId });
    await change('/settings', { active: false });
    expect((await change('/keys/try')).body).toMatchObject({ status: 403, checkoutUrl: null });
    await change('/settings', { active: true });
  });
});

describe('shipping options', () => {
  test('[COM12] are offered until they are removed, and only by their own store', async () => {
    const option = { name: 'PAC', carrier: null, price: 1990, freeAbove: 20_000 };
    const days = { turnaroundMinDays: 3, turnaroundMaxDays: 8 };
    const made = (await change('/shipping-options', { ...option, ...days })).body['shippingOptionId'] as string;
    expect(await code('/shipping-options', { ...option, turnaroundMinDays: 9, turnaroundMaxDays: 8 })).toBe(
      'WRONG_SETTING',
    );
    expect(await read('/shipping-options')).toMatchObject({ options: [{ shippingOptionId: made, price: 1990 }] });
    const { storeId } = await createStore(service.context.db, 'Outra');
    const { rows } = await service.context.db.query<{ id: string }>(
      `insert into shipping_options (shipping_option_id, store_id, name, price_cents) values (gen_random_uuid(), $1, 'X', 1)
       returning shipping_option_id as id`,
      [storeId],
    );
    expect(await code(`/shipping-options/${rows[0]!.id}/retire`)).toBe('NOT_FOUND');
    expect(await code(`/shipping-options/${made}/retire`)).toBe(200);
    expect(await read('/shipping-options')).toMatchObject({ options: [] });
  });
});

test('[AUT6] changes are audited without secrets', async () => {
  const { entries } = await read<{ entries: { what: string; detail: string | null }[] }>('/activity');
  const done = new Set(entries.map(({ what }) => what));
  for (const what of ['protected_settings_changed', 'domain_changed', 'key_rotated', 'key_ended', 'shipping_changed'])
    expect(done).toContain(what);
  expect(JSON.stringify(entries)).not.toContain('rtm_');
});
