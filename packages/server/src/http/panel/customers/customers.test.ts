import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  automate,
  buyOnPage,
  engineOf,
  orderOf,
  otto,
  sendEvent,
  settle,
  zelia,
} from '../../../privacy/testing/full-purchase.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';

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
      { channel: 'email', optedOut: { source: 'panel' } },
      { optedOut: null },
      { optedOut: null },
    ]);
    expect((await change('granted')).status).toBe(200);
    expect(await channels()).toMatchObject([{ channel: 'email', optedOut: null }, {}, {}]);
    const choices = (await timeline(`search=${encodeURIComponent(zelia.email)}`)).filter(
      ({ kind }) => kind === 'consent',
    );
    expect(choices.map(({ state }) => state)).toEqual(['granted', 'withdrawn']);
    for (const role of ['editor', 'reader'])
      expect(await people[role]!.code(change('withdrawn', role))).toBe('NOT_ALLOWED');
    const wrong = { contact: zelia.email, channel: 'sms', state: 'withdrawn' };
    expect(await people['owner']!.code(people['owner']!.post(at('/people/consent'), wrong))).toBe('NOBODY_NAMED');
  });

  test('[AUT5] is not for readers', async () => {
    const { reader } = people;
    expect(await reader!.code(reader!.get(at(`/customer?search=${encodeURIComponent(zelia.email)}`)))).toBe(
      'NOT_ALLOWED',
    );
    expect((await reader!.get(at('/customer/timeline?search=x'))).status).toBe(403);
  });
});
