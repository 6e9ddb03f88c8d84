import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { automate, buyOnPage, engineOf, orderOf, otto, sendEvent, settle, zelia } from '../../testing/full-purchase.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

let service: TestService;
const people: Record<string, PanelBrowser> = {};

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  for (const role of ['owner', 'editor', 'reader'] as const) {
    await newUser(service, `${role}@loja.example`, role);
    people[role] = new PanelBrowser(service);
    await people[role].post('/sign-in', { email: `${role}@loja.example`, password });
  }
  await automate(service, service.storeId);
  await buyOnPage(service, zelia);
  await buyOnPage(service, otto, 'pix-unpaid');
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z-1'));
  await settle(engineOf(service));
});
afterAll(() => service.stop());

type Row = Record<string, unknown>;
const at = (path: string): string => `/stores/${service.storeId}${path}`;
const read = async (query: string, path = '/customer'): Promise<Row> => {
  const { status, body } = await people['owner']!.get(at(`${path}?${query}`));
  return { status, ...body };
};
const timeline = async (query: string): Promise<Row[]> => (await read(query, '/customer/timeline'))['entries'] as Row[];

describe('the page of a customer', () => {
  test('[AUT14] one timeline has purchases, runs, messages and consents, of this customer alone', async () => {
    const entries = await timeline(`search=${encodeURIComponent(zelia.email)}`);
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['purchase', 'run', 'message']));
    const instants = entries.map((entry) => entry['at'] as string);
    expect(instants).toEqual(instants.toSorted().reverse());
    const numbers = entries.flatMap(({ purchase }) => (purchase ? [(purchase as Row)['number']] : []));
    expect(numbers).toContain('Z-1');
    const { rows } = await service.context.db.query<{ orderId: string }>(
      `select order_id as "orderId" from orders where store_id = $1 and customer->>'email' = $2`,
      [service.storeId, otto.email],
    );
    const ids = entries.map(({ id }) => id);
    for (const { orderId } of rows) expect(ids).not.toContain(orderId);
  });

  test('[AUT14] is found by an order, a checkout and a run, and in any spelling of the phone', async () => {
    const entry = (await timeline(`search=${encodeURIComponent(zelia.email)}`)).find(({ kind }) => kind === 'run');
    const runId = (entry!['run'] as Row)['runId'] as string;
    const { rows } = await service.context.db.query<{ checkoutId: string; orderId: string }>(
      `select checkout_id as "checkoutId", order_id as "orderId" from orders where checkout_id is not null order by created_at limit 1`,
    );
    const { checkoutId, orderId } = rows[0]!;
    for (const query of [
      `runId=${runId}`,
      `orderId=${orderId}`,
      `checkoutId=${checkoutId}`,
      `search=${encodeURIComponent(zelia.phone)}`,
    ])
      expect(await read(query)).toMatchObject({ success: true, name: zelia.name, email: zelia.email });
    expect(await read(`orderId=${runId}`)).toMatchObject({ status: 404 });
    expect(await read('')).toMatchObject({ status: 404 });
    expect(await read('search=abc')).toMatchObject({ status: 404 });
  });

  test('[AUT14] each event names every automation with its trigger and one cause', async () => {
    const { events } = (await read(`search=${encodeURIComponent(zelia.email)}`)) as { events: Row[] };
    const generated = events.filter(({ type }) => type === 'pix.generated');
    expect(generated.length).toBeGreaterThan(0);
    const causes = generated.flatMap(({ automations }) => (automations as Row[]).map(({ cause }) => cause));
    expect(causes).toContain('started');
    for (const { type, automations } of events) {
      if (type === 'payment.confirmed') expect(automations).toEqual([]);
    }
  });

  test('[COM8] messages are stopped and allowed again, which the timeline shows', async () => {
    const change = (state: string, memberRole = 'owner') =>
      people[memberRole]!.post(at('/people/consent'), { contact: zelia.email, channel: 'email', state });
    const channels = async () => (await read(`search=${encodeURIComponent(zelia.email)}`))['channels'];
    expect((await change('withdrawn')).status).toBe(200);
    expect(await channels()).toMatchObject([
      { channel: 'email', optedOut: { source: 'panel', author: 'owner@loja.example' } },
      { optedOut: null },
      { optedOut: null },
    ]);
    await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z-9'));
    await settle(engineOf(service));
    const unsent = (await timeline(`search=${encodeURIComponent(zelia.email)}`)).find(
      ({ reason }) => reason === 'OPTED_OUT',
    );
    expect(unsent).toMatchObject({ state: 'skipped', optOut: { source: 'panel', author: 'owner@loja.example' } });
    expect((await change('granted')).status).toBe(200);
    expect(await channels()).toMatchObject([{ channel: 'email', optedOut: null }, {}, {}]);
    const choices = (await timeline(`search=${encodeURIComponent(zelia.email)}`)).filter(
      ({ kind }) => kind === 'consent',
    );
    expect(choices.map(({ state }) => state)).toEqual(['granted', 'withdrawn']);
    for (const role of ['editor', 'reader'])
      expect(await people[role]!.code(change('withdrawn', role))).toBe('NOT_ALLOWED');
    const wrong = { contact: zelia.email, channel: 'sms', state: 'withdrawn' };
    expect(await people['owner']!.code(people['owner']!.post(at('/people/consent'), wrong))).toBe('CONTACT_REQUIRED');
  });

  test('[AUT14] people who share a phone have each their own page, which keeps the name that was looked up', async () => {
    const lia = { name: 'Lia Lenta', email: 'lia@cliente.example', phone: '+5511934567890' };
    const edu = { name: 'Edu Lenta', email: 'edu@cliente.example', phone: lia.phone };
    const landline = { name: 'Vó Lenta', phone: '+551134567890' };
    for (const [id, customer] of Object.entries({
      'L-1': lia,
      'E-1': edu,
      'E-2': { ...edu, name: 'Eduardo' },
      'V-1': landline,
    }))
      await sendEvent(service, service.secretKey, 'pix.generated', { ...orderOf(otto, id), customer });
    const pageOf = async (id: string) => {
      const { rows } = await service.context.db.query<{ orderId: string }>(
        `select order_id as "orderId" from orders where external_id = $1`,
        [id],
      );
      const query = `orderId=${rows[0]!.orderId}`;
      const numbers = (await timeline(query)).flatMap(({ purchase }) =>
        purchase ? [String((purchase as Row)['number'])] : [],
      );
      return { ...(await read(query)), numbers: numbers.toSorted((one, other) => one.localeCompare(other)) } as Row;
    };
    expect(await pageOf('L-1')).toMatchObject({ ...lia, aliases: [], orders: 1, numbers: ['L-1'] });
    expect(await pageOf('E-1')).toMatchObject({ ...edu, aliases: ['Eduardo'], orders: 2, numbers: ['E-1', 'E-2'] });
    expect(await pageOf('V-1')).toMatchObject({ ...landline, email: null, orders: 1, numbers: ['V-1'] });
    const { sharers } = await pageOf('E-1');
    expect((sharers as Row[]).map(({ name }) => String(name)).toSorted()).toEqual(['Lia Lenta', 'Vó Lenta']);
    // A phone that several people have is no one's name.
    const shared = { name: null, email: null, phone: lia.phone, orders: 3 };
    expect(await read(`search=${encodeURIComponent(lia.phone)}`)).toMatchObject(shared);
  });

  test('[COM8] the owner sees who shares a value, chooses, and exactly what was chosen is exported and erased', async () => {
    const bia = { name: 'Bia Prado', email: 'bia@cliente.example', phone: '+5511955554444' };
    const ivo = { name: 'Ivo Prado', email: 'ivo@cliente.example', phone: bia.phone };
    for (const [id, customer] of Object.entries({ 'B-1': bia, 'I-1': ivo }))
      await sendEvent(service, service.secretKey, 'pix.generated', { ...orderOf(otto, id), customer });
    const owner = people['owner']!;
    const find = async (): Promise<Row[]> =>
      (await owner.post(at('/people/find'), { email: bia.email, phone: bia.phone })).body['people'] as Row[];
    const listed = await find();
    expect(listed).toMatchObject([
      { email: bia.email, phone: bia.phone, names: [bia.name], orders: 1, isNamed: true },
      { email: ivo.email, phone: bia.phone, names: [ivo.name], orders: 1, isNamed: false },
    ]);
    const chosen = { people: listed.slice(0, 1).map(({ email, phone, document }) => ({ email, phone, document })) };
    const exported = await owner.post(at('/people/export'), chosen);
    expect(JSON.stringify(exported.body)).toContain(bia.email);
    for (const part of [ivo.email, ivo.name]) expect(JSON.stringify(exported.body)).not.toContain(part);
    expect(await owner.post(at('/people/erase'), chosen)).toMatchObject({ status: 200, body: { finished: true } });
    expect(await find()).toMatchObject([{ email: ivo.email, names: [ivo.name], orders: 1, isNamed: false }]);
    const { rows } = await service.context.db.query(
      `select action, detail from audit_log where action = 'person_erased'`,
    );
    expect(rows).toMatchObject([{ detail: expect.stringContaining('orders 1') }]);
    for (const body of [
      { people: [] },
      { people: [{ email: null, phone: null, document: null }] },
      { ...chosen, phone: bia.phone },
    ])
      expect([400, 422]).toContain((await owner.post(at('/people/erase'), body)).status);
    expect(await people['editor']!.code(people['editor']!.post(at('/people/find'), { email: bia.email }))).toBe(
      'NOT_ALLOWED',
    );
  });

  test('[AUT5] is not for readers', async () => {
    const { reader } = people;
    expect(await reader!.code(reader!.get(at(`/customer?search=${encodeURIComponent(zelia.email)}`)))).toBe(
      'NOT_ALLOWED',
    );
    expect((await reader!.get(at('/customer/timeline?search=x'))).status).toBe(403);
  });
});
