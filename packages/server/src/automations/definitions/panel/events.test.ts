import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { buyOnPage, orderOf, otto, sendEvent, tracesOfZelia, zelia } from '../../../privacy/testing/full-purchase.ts';
import { createKey, createStore } from '../../../stores/manage-stores.ts';
import { account as cloudApiAccount } from '../../../providers/channels/whatsapp/cloud-api/testing/account.ts';
import { setConnection } from '../../../providers/connections/testing/set-unverified.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

let service: TestService;
let editor: PanelBrowser;
let reader: PanelBrowser;
/** An event of another store. */
let foreign: string;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0', ALLOW_PRIVATE_ADDRESSES: 'true' });
  await newUser(service, 'editora@loja.example', 'editor');
  await newUser(service, 'leitor@loja.example', 'reader');
  editor = await signedIn('editora@loja.example');
  reader = await signedIn('leitor@loja.example');
  const { context } = service;
  const { storeId } = await createStore(context.db, 'Loja de Otto');
  const { key } = (await createKey(context.db, context.keys, storeId, 'secret', unaudited))!;
  await sendEvent(service, key, 'pix.generated', orderOf(otto, 'O-1'));
  foreign = await eventOf(storeId, 'pix.generated');
});
afterAll(() => service.stop());

async function signedIn(email: string): Promise<PanelBrowser> {
  const browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password });
  return browser;
}

async function eventOf(storeId: string, type: string): Promise<string> {
  const { rows } = await service.context.db.query<{ id: string }>(
    'select event_id as id from events where store_id = $1 and type = $2 order by event_id desc limit 1',
    [storeId, type],
  );
  return rows[0]!.id;
}

type Event = { eventId: string; at: string; order: string | null; name: string | null };
type Data = Record<string, Record<string, unknown>>;

const at = (path = ''): string => `/stores/${service.storeId}/events${path}`;
const list = async (type: string): Promise<Event[]> =>
  (await editor.get(at(`?type=${type}`))).body['events'] as Event[];
const read = async (eventId: string): Promise<Event & { data: Data }> =>
  (await editor.get(at(`/${eventId}`))).body['event'] as Event & { data: Data };

describe('past events to test an automation with', () => {
  test('[RUN10] are the newest ten of a trigger, with order and contact, and none of other triggers', async () => {
    expect(await list('pix.generated')).toEqual([]);
    const ids = Array.from({ length: 11 }, (_, index) => `Z-${index}`);
    for (const id of ids) await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, id));
    await sendEvent(service, service.secretKey, 'lead.created', { lead: { name: 'Lia', phone: '+5511911112222' } });
    const listed = await list('pix.generated');
    expect(listed.map(({ order, name }) => [order, name])).toEqual(
      ids
        .slice(1)
        .reverse()
        .map((id) => [id, 'Zelia Quaresma']),
    );
    expect(await list('lead.created')).toMatchObject([{ order: null, name: 'Lia' }]);
    expect(await list('cart.abandoned')).toEqual([]);
    expect(await editor.code(editor.get(at('?type=pix')))).toBe('INVALID_PAYLOAD');
  });

  test('[RUN10] have the data that a run would read now, even if the event’s data differ', async () => {
    await buyOnPage(service, zelia);
    const [event] = await list('pix.generated');
    const { data, ...summary } = await read(event!.eventId);
    expect(summary).toEqual(event);
    // The order was pending at the event, and is paid now.
    expect(data['order']).toMatchObject({ number: event!.order, status: 'PAID', payment_status: 'paid' });
    expect(data['customer']).toMatchObject({ name: 'Zelia Quaresma', first_name: 'Zelia' });
    expect(data['store']).toMatchObject({ unsubscribe_url: `${service.context.baseUrl}/u/exemplo` });
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['checkout', 'cart', 'lead', 'shipping', 'event']));
  });

  test('are read without waiting for a writer of the order, and without blocking one', async () => {
    const eventId = await eventOf(service.storeId, 'pix.generated');
    const writer = await service.context.db.connect();
    try {
      await writer.query('begin');
      await writer.query('select from orders where store_id = $1 for update', [service.storeId]);
      await writer.query('select from checkouts where store_id = $1 for update', [service.storeId]);
      expect((await editor.get(at(`/${eventId}`))).status).toBe(200);
      expect((await editor.get(at('?type=pix.generated'))).status).toBe(200);
    } finally {
      await writer.query('rollback');
      writer.release();
    }
  });

  test('[AUT5] are for members who may see shoppers, of their own store', async () => {
    const own = await eventOf(service.storeId, 'pix.generated');
    expect(await reader.code(reader.get(at('?type=pix.generated')))).toBe('NOT_ALLOWED');
    expect(await reader.code(reader.get(at(`/${own}`)))).toBe('NOT_ALLOWED');
    for (const nothing of [foreign, newId(), 'pix'])
      expect(await editor.code(editor.get(at(`/${nothing}`)))).toBe('NOT_FOUND');
  });

  test('[AUT5] can fill an e-mail preview, for members who may see shoppers, of their own store', async () => {
    const path = `/stores/${service.storeId}/email-preview`;
    const own = await eventOf(service.storeId, 'pix.generated');
    const text = '<p>Oi, {{customer.first_name}}: {{order.status_label}}</p>';
    expect((await editor.post(path, { text, example: own })).body).toMatchObject({
      preview: { text: 'Oi, Zelia: Pago' },
      issue: null,
    });
    expect(await reader.code(reader.post(path, { text, example: own }))).toBe('NOT_ALLOWED');
    expect(await reader.code(reader.post(path, { text, example: 'complete' }))).toBe(200);
    expect(await editor.code(editor.post(path, { text, example: foreign }))).toBe('NOT_FOUND');
    expect(await editor.code(editor.post(path, { text, example: 'outro' }))).toBe('INVALID_PAYLOAD');
  });

  test('leave no personal data in the log', () => {
    const logged = service.logged.join('\n').toLowerCase();
    for (const trace of tracesOfZelia) expect(logged).not.toContain(trace);
    expect(logged).not.toContain('otto');
  });
});

test('whether phones show buttons depends on the store’s WhatsApp connection', async () => {
  const sending = async (): Promise<unknown> => (await reader.get(`/stores/${service.storeId}/sending`)).body;
  expect(await sending()).toMatchObject({ whatsappIsOfficial: false, whatsappButtons: 'shown' });
  const connect = (buttons: boolean) =>
    setConnection(
      service.context,
      service.storeId,
      {
        channel: 'whatsapp',
        provider: 'evolution',
        perMinute: null,
        settings: { baseUrl: 'http://127.0.0.1:1', instance: 'loja', buttons },
        credentials: { apiKey: 'uma-chave' },
      },
      unaudited,
    );
  expect(await connect(true)).toMatchObject({ ok: true });
  expect(await sending()).toMatchObject({ whatsappIsOfficial: false, whatsappButtons: 'uncertain' });
  expect(await connect(false)).toMatchObject({ ok: true });
  expect(await sending()).toMatchObject({ whatsappButtons: 'written' });
  const official = { channel: 'whatsapp', provider: 'cloud-api', perMinute: null, ...cloudApiAccount } as const;
  expect(await setConnection(service.context, service.storeId, official, unaudited)).toMatchObject({ ok: true });
  expect(await sending()).toMatchObject({ whatsappIsOfficial: true, whatsappButtons: 'shown' });
});
