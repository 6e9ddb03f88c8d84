import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxRowOf } from '../../app/providers.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { sandboxMessageInsertMany } from '../../automations/delivery/queries/sandbox-messages.ts';
import { ingestEvent } from '../orders/ingest-event.ts';
import { newId } from '../../base/ids.ts';
import { recordPayment } from '../orders/payments/record-payment.ts';
import { buyOnPage, purchaseCart, zelia } from '../../privacy/testing/full-purchase.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

let service: TestService;
let otherStoreId: string;
const people: Record<string, PanelBrowser> = {};
let paid: string;
let unpaid: string;

beforeAll(async () => {
  service = await startTestService();
  otherStoreId = (await createStore(service.context.db, 'Outra')).storeId;
  for (const role of ['owner', 'support', 'editor', 'reader'] as const) {
    await newUser(service, `${role}@loja.example`, role);
    people[role] = new PanelBrowser(service);
    await people[role].post('/sign-in', { email: `${role}@loja.example`, password });
  }
  paid = await buyOnPage(service, zelia);
  unpaid = await buyOnPage(service, { ...zelia, name: 'Bruno Dias', email: 'bruno@cliente.example' }, 'pix-unpaid');
  await service.post(purchaseCart({ ...zelia, name: 'Ana Lima', email: 'ana@cliente.example' }));
  await service.post({ cart: purchaseCart(zelia).cart });
});
afterAll(() => service.stop());

type Row = Record<string, unknown>;
const at = (path: string, storeId = service.storeId): string => `/stores/${storeId}${path}`;
const read = async (path: string, memberRole = 'owner'): Promise<Row> => (await people[memberRole]!.get(at(path))).body;
const list = async (path: string, member: string, memberRole = 'owner'): Promise<Row[]> =>
  (await read(path, memberRole))[member] as Row[];
const namesOf = (rows: readonly Row[]) => rows.map(({ person }) => (person as Row)['name']);
const orderOf = async (checkoutId: string): Promise<string> =>
  ((await read(`/checkouts/${checkoutId}`))['checkout'] as Row)['orderId'] as string;
const change = (orderId: string, what: string, body: object = {}, memberRole = 'owner') =>
  people[memberRole]!.code(people[memberRole]!.post(at(`/orders/${orderId}/${what}`), body));

describe('the list of orders', () => {
  test('has the number of messages, and is filtered by method and period', async () => {
    const all = await list('/orders', 'orders');
    expect(all.map(({ messages }) => messages)).toEqual([0, 0]);
    expect(await list('/orders?method=pix&days=1', 'orders')).toHaveLength(
      all.filter((one) => one['paymentMethod'] === 'pix').length,
    );
    expect(await list('/orders?method=boleto', 'orders')).toEqual([]);
  });

  test('has the amount that the list of carts has for the same purchase', async () => {
    const totals = (rows: readonly Row[]) => new Map(rows.map(({ orderId, total }) => [orderId, total]));
    const ofCarts = totals(await list('/checkouts', 'checkouts'));
    for (const [orderId, total] of totals(await list('/orders', 'orders'))) expect(ofCarts.get(orderId)).toBe(total);
  });

  test('[AUT11] is exported with its filter, in words', async () => {
    const { csv } = (await read('/orders/export?status=paid')) as { csv: string };
    const [heads, row, end] = csv
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')));
    expect(end).toEqual(['']);
    const paidOrder = Object.fromEntries(heads!.map((head, index) => [head, row![index]]));
    expect(paidOrder).toMatchObject({
      Estado: 'Pago',
      Nome: zelia.name,
      Telefone: '(11) 98765-4321',
      'E-mail': zelia.email,
    });
    expect(paidOrder['Total']).toMatch(/^\d+,\d\d$/);
    expect(await people['reader']!.code(people['reader']!.get(at('/orders/export')))).toBe('NOT_ALLOWED');
  });
});

describe('checkouts and leads', () => {
  test('are listed newest first, by state and by shopper', async () => {
    const all = await list('/checkouts', 'checkouts');
    expect(namesOf(all)).toEqual([null, 'Ana Lima', 'Bruno Dias', zelia.name]);
    expect(all[3]).toMatchObject({ state: 'paid', lines: 1, title: 'Camiseta' });
    expect(namesOf(await list('/checkouts?state=ordered', 'checkouts'))).toEqual(['Bruno Dias']);
    expect(namesOf(await list('/checkouts?search=ANA', 'checkouts'))).toEqual(['Ana Lima']);
    expect(namesOf(await list(`/checkouts?before=${unpaid}`, 'checkouts'))).toEqual([zelia.name]);
  });

  test('[AUT12] are never searched through the address', async () => {
    const inAddress = await people['owner']!.getExactly(at('/checkouts?search=ana'));
    expect([inAddress.status, inAddress.body['error']]).toMatchObject([400, { code: 'INVALID_PAYLOAD' }]);
    expect(namesOf(await list('/checkouts?search=Ana%20Lima', 'checkouts'))).toEqual(['Ana Lima']);
  });

  test('a checkout is shown with its link, its cart, its totals and its events', async () => {
    const { checkout } = (await read(`/checkouts/${paid}`)) as { checkout: Row };
    expect(checkout).toMatchObject({
      link: `https://pay.retoma.example/pay/${paid}`,
      signed: false,
      items: [{ title: 'Camiseta', quantity: 2, unitPrice: 4990 }],
      address: [expect.stringContaining(zelia.street), expect.stringContaining('São Paulo'), expect.anything()],
    });
    expect((checkout['events'] as Row[]).map(({ type }) => type)).toEqual([
      'lead.created',
      'pix.generated',
      'payment.confirmed',
    ]);
  });

  test('[AUT5] members without access to shoppers get them masked, and cannot search for them', async () => {
    const [, ana] = await list('/checkouts', 'checkouts', 'reader');
    expect(ana!['person']).toMatchObject({ name: 'A. L.', email: 'a•••@cliente.example' });
    expect(await list('/checkouts?search=ana', 'checkouts', 'reader')).toHaveLength(4);
    const { checkout } = await read(`/checkouts/${paid}`, 'reader');
    expect(checkout).toMatchObject({ address: [], origin: { referrer: null } });
    const visible = JSON.stringify([await read(`/orders/${await orderOf(paid)}`, 'reader'), checkout]);
    for (const secret of [zelia.email, zelia.street, zelia.phone]) expect(visible).not.toContain(secret);
  });
});

describe('orders', () => {
  test('are listed newest first, by status, by number and by customer', async () => {
    const all = await list('/orders', 'orders');
    expect(all.map(({ status }) => status)).toEqual(['pending', 'paid']);
    expect(namesOf(await list('/orders?status=paid', 'orders'))).toEqual([zelia.name]);
    expect(namesOf(await list(`/orders?search=${String(all[0]!['number'])}`, 'orders'))).toEqual(['Bruno Dias']);
    expect(namesOf(await list('/orders?search=bruno@', 'orders'))).toEqual(['Bruno Dias']);
    expect(await list('/orders?search=bruno@', 'orders', 'reader')).toEqual([]);
    expect(await people['owner']!.code(people['owner']!.get(at('/orders?status=lost')))).toBe('INVALID_PAYLOAD');
  });

  test.each(['AcessórioSão-1/2026 #7', '100% #8/ç?&', '#9'])(
    '[COM6] an order of the store’s own system is found by its id %s, whole or in part, and opened',
    async (id) => {
      const report = { id: randomUUID(), type: 'payment.failed', occurred_at: '2026-03-12T17:05:00Z' } as const;
      await ingestEvent(service.context, service.storeId, { ...report, data: { order: { id } } });
      for (const name of [id.normalize('NFC'), id.normalize('NFD'), id.slice(0, 9)]) {
        const [found] = await list(`/orders?search=${encodeURIComponent(name)}&status=failed`, 'orders');
        expect(found).toMatchObject({ number: id });
        const { order } = (await read(`/orders/${String(found!['orderId'])}`)) as { order: Row };
        expect(order).toMatchObject({ externalId: id });
      }
    },
  );

  test('[COM2] a CSV of tracking codes is imported: a preview first, then the same changes as in the form, each audited', async () => {
    const orderId = await orderOf(paid);
    const { order } = (await read(`/orders/${orderId}`)) as { order: Row };
    const number = String(order['number']);
    const text = `pedido,codigo,transportadora,url,status\n#${number},BR7,Correios,https://t.example/BR7,Postado\n${orderId},BR8\n404,BR9\n${number}\n${number},1.23457E+11\n`;
    const send = (apply: boolean, memberRole = 'owner') =>
      people[memberRole]!.post(at('/tracking-import'), { text, apply });
    for (const memberRole of ['editor', 'reader'])
      expect(await people[memberRole]!.code(send(true, memberRole))).toBe('NOT_ALLOWED');
    const issues = [null, 'ORDER_REPEATED', 'ORDER_NOT_FOUND', 'ORDER_REPEATED', 'NUMBER_CUT'];
    const visible = (await send(false)).body as { refused: null; rows: Row[] };
    expect(visible.rows.map(({ issue }) => issue)).toEqual(issues);
    expect((await read(`/orders/${orderId}`))['order']).toMatchObject({ tracking: null });
    const applied = (await send(true, 'support')).body as { rows: Row[] };
    expect(applied.rows.map(({ issue, changed }) => [issue, changed])).toEqual(
      issues.map((one) => [one, one === null]),
    );
    const { order: now } = (await read(`/orders/${orderId}`)) as { order: { events: Row[] } };
    const url = 'https://t.example/BR7';
    expect(now).toMatchObject({ tracking: { code: 'BR7', carrier: 'Correios', url, status: 'posted' } });
    expect(now.events.at(-1)).toMatchObject({ type: 'tracking_code_updated' });
    expect(((await send(true)).body as { rows: Row[] }).rows[0]).toMatchObject({ changed: false });
    const other = await people['owner']!.post(at('/tracking-import'), { text: 'pedido\n1', apply: true });
    expect(other.body).toMatchObject({ refused: 'CSV_COLUMN_MISSING', rows: [] });
  });

  test('[COM4][COM7] are marked as paid, refunded, cancelled and tracked by permitted members, and no others', async () => {
    const orderId = await orderOf(unpaid);
    for (const memberRole of ['editor', 'reader'])
      expect(await change(orderId, 'paid', {}, memberRole)).toBe('NOT_ALLOWED');
    expect(await change(orderId, 'tracking', { code: ' ' }, 'support')).toBe('INVALID_TRACKING');
    expect(
      await change(orderId, 'tracking', { code: 'BR123', carrier: 'Correios', status: 'in_transit' }, 'support'),
    ).toBe(200);
    expect(await change(orderId, 'refund', { isReturned: false })).toBe('NOT_PAID');
    expect(await change(orderId, 'paid', {}, 'support')).toBe(200);
    expect(await change(orderId, 'paid')).toBe('ORDER_PAID');
    expect(await change(orderId, 'cancel')).toBe('ORDER_PAID');
    expect(await change(orderId, 'refund', { isReturned: false })).toBe('MANUAL_REFUND_REQUIRED');
    expect(await change(orderId, 'refund', { isReturned: true })).toBe(200);
    expect(await change(orderId, 'cancel')).toBe('ORDER_CANCELLED');
    expect((await read(`/orders/${orderId}`))['order']).toMatchObject({
      status: 'cancelled',
      tracking: { code: 'BR123', carrier: 'Correios', url: null, status: 'in_transit' },
      signed: false,
    });
    const bought = await orderOf(paid);
    expect(await change(bought, 'refund', { isReturned: false })).toBe(200);
    const { order } = (await read(`/orders/${bought}`)) as { order: { payments: Row[] } };
    expect(order.payments).toMatchObject([{ method: 'pix', provider: 'sandbox', state: 'refunded' }]);
  });

  test('[COM7a] underpaid orders are completed or accepted only by permitted members', async () => {
    const checkoutId = await buyOnPage(service, { ...zelia, email: 'bia@cliente.example' }, 'pix-unpaid');
    const orderId = await orderOf(checkoutId);
    const visible = async () => (await read(`/orders/${orderId}`))['order'] as Row & { payments: Row[] };
    const { payments } = await visible();
    expect(await change(orderId, 'accept')).toBe('NOTHING_TO_ACCEPT');
    expect(await change(orderId, 'rest')).toBe('NOT_UNDERPAID');
    const now = service.context.clock();
    await recordPayment(service.context, payments[0]!['paymentId'] as string, { state: 'paid', at: now, paid: 1000 });
    const total = (await visible())['total'] as number;
    expect(await visible()).toMatchObject({
      status: 'processing',
      received: 1000,
      missing: total - 1000,
      acceptable: true,
      attention: ['UNDERPAID'],
    });
    for (const memberRole of ['editor', 'reader'])
      for (const what of ['accept', 'rest']) expect(await change(orderId, what, {}, memberRole)).toBe('NOT_ALLOWED');
    expect(await change(orderId, 'accept', { amount: 1 })).toBe('INVALID_PAYLOAD');
    const posted = await people['support']!.post(at(`/orders/${orderId}/rest`), {});
    expect(posted.body).toEqual({ success: true, link: `https://pay.retoma.example/pay/${checkoutId}` });
    expect((await visible()).payments[0]).toMatchObject({ state: 'pending', amount: total - 1000 });
    expect(await change(orderId, 'accept', {}, 'support')).toBe(200);
    expect(await visible()).toMatchObject({ status: 'paid', accepted: 1000, missing: 0, acceptable: false });
    expect((await visible()).payments[0]).toMatchObject({ state: 'cancelled' });
    for (const what of ['accept', 'rest'])
      expect([what, await change(orderId, what)]).toEqual([what, what === 'accept' ? 'ORDER_PAID' : 'NOT_UNDERPAID']);
    for (const what of ['accept', 'rest']) {
      expect(await change('x', what)).toBe('NOT_FOUND');
      expect(await change(newId(), what)).toBe('NOT_FOUND');
      expect(
        await people['owner']!.code(people['owner']!.post(at(`/orders/${orderId}/${what}`, otherStoreId), {})),
      ).toBe('NOT_FOUND');
    }
  });

  test('[AUT6] changes of orders are audited, refusals are not', async () => {
    const { entries } = (await read('/activity')) as { entries: { what: string; by: string; detail: string | null }[] };
    const changed = entries.filter(({ what }) => what.startsWith('order_')).map(({ what }) => what);
    expect(changed.toSorted()).toEqual([
      'order_accepted',
      'order_paid',
      'order_refunded',
      'order_refunded',
      'order_rest_requested',
      'order_tracked',
      'order_tracked',
    ]);
  });
});

describe('the inbox and the home page', () => {
  test('the inbox shows an e-mail as delivered, and an SMS as sent', async () => {
    const { channelProviders, db } = service.context;
    const { storeId } = service;
    const key = `${newId()}:steps[0]#1`;
    const sender = { remetente_nome: 'Loja Açaí', remetente_email: 'oi@loja.example', subject: 'Seu PIX é João' };
    const send = (channel: 'email' | 'sms', to: string, content: object) =>
      channelProviders[channel]['sandbox']!.send(
        { key: channel === 'email' ? key : `test:${newId()}`, storeId, channel, to, content, settings: {} },
        new AbortController().signal,
      );
    await send('email', 'ana@cliente.example', { ...sender, html: '<p>Olá</p>' });
    await send('sms', '+5511987654321', { message: 'Olá, João' });
    expect(await list('/inbox?channel=email', 'messages')).toMatchObject([
      { key, to: 'ana@cliente.example', summary: 'Seu PIX é João', runId: key.slice(0, 36) },
    ]);
    expect(await list('/inbox?search=987', 'messages')).toMatchObject([
      { channel: 'sms', summary: 'Ola, Joao', runId: null },
    ]);
    const { message } = (await read(`/inbox/message?key=${encodeURIComponent(key)}`)) as { message: { email: Row } };
    expect(message.email).toMatchObject({ parts: [{ type: 'text/plain' }, { type: 'text/html' }] });
    expect(message.email['html']).toContain('<p>Olá</p>');
    expect(message.email['headers']).toContainEqual({ name: 'Subject', value: 'Seu PIX é João' });
    await sandboxMessageInsertMany(db, [
      sandboxRowOf({ key: 'old', storeId, channel: 'email', to: 'x@y.example', content: sender, settings: {} }),
    ]);
    expect((await read('/inbox/message?key=old'))['message']).toMatchObject({ email: null, summary: 'Seu PIX é João' });
    expect(await people['owner']!.code(people['owner']!.get(at('/inbox/message?key=none')))).toBe('NOT_FOUND');
  });

  test('the inbox continues after a key, also among equal instants', async () => {
    const keys = Array.from({ length: 53 }, (_, index) => `page:${String(index).padStart(2, '0')}`);
    const row = {
      storeId: service.storeId,
      channel: 'whatsapp' as const,
      to: 'page',
      content: { type: 'text' },
      settings: {},
    };
    await sandboxMessageInsertMany(
      service.context.db,
      keys.map((key) => sandboxRowOf({ ...row, key })),
    );
    const first = await read('/inbox?search=page');
    const rest = await list(`/inbox?search=page&after=${first['next'] as string}`, 'messages');
    const seen = [...(first['messages'] as Row[]), ...rest].map(({ key }) => key);
    expect(seen).toEqual(keys);
  });

  test('[COM47] the home page reports what needs a member, and the setup progress', async () => {
    // On a busy machine the search may not be complete.
    await expect
      .poll(() => read('/home', 'reader'))
      .toMatchObject({
        steps: { automation: false, checkout: true, message: true, channel: false, payments: false, seller: false },
        waiting: 0,
        attention: { decisions: [], confirmations: { orders: 0 }, failures: [], failedRuns: 0, drafts: [] },
      });
  });

  test('[COM41] its figures have each day of the period, by default 30 and today included; an impossible period is the default', async () => {
    type Answer = { figures: { unit: string; current: { from: string; to: string; buckets: Row[] } } | null };
    const figures = async (query: string) =>
      (await (read(`/home/figures${query}`, 'reader') as unknown as Promise<Answer>)).figures;
    await expect.poll(() => figures('')).toMatchObject({ unit: 'day', hours: 72 });
    expect((await figures(''))!.current.buckets).toHaveLength(30);
    await expect
      .poll(() => figures('?from=2026-03-01&to=2026-03-07'))
      .toMatchObject({
        current: { from: '2026-03-01', to: '2026-03-07' },
        before: { from: '2026-02-22', to: '2026-02-28' },
      });
    await expect.poll(async () => (await figures('?from=2026-03-07&to=2026-03-01'))?.current.buckets).toHaveLength(30);
  });
});

test('a test purchase is a complete one, and is created only if it reaches no person', async () => {
  const owner = people['owner']!;
  const buy = () => owner.post(at('/test-purchase'));
  const { orderId } = (await buy()).body as { orderId: string };
  const { order } = (await read(`/orders/${orderId}`)) as { order: Row };
  expect(order).toMatchObject({ status: 'pending', paymentMethod: 'pix', total: 13_880 });
  expect((order['events'] as Row[]).map(({ type }) => type)).toContain('pix.generated');
  expect(await people['editor']!.code(people['editor']!.post(at('/test-purchase')))).toBe('NOT_ALLOWED');
  const { context, storeId } = service;
  await connectionActivate(context.db, {
    connectionId: newId(),
    storeId,
    channel: 'sms',
    provider: 'http',
    name: 'SMS',
  });
  expect(await owner.code(buy())).toBe('TEST_PURCHASE_UNSAFE');
});

test('data of another store are not found, and the inbox is for members who may see shoppers', async () => {
  const orderId = await orderOf(paid);
  const owner = people['owner']!;
  for (const path of [`/orders/${orderId}`, `/checkouts/${paid}`, '/orders', '/contacts', '/inbox', '/home'])
    expect([path, await owner.code(owner.get(at(path, otherStoreId)))]).toEqual([path, 'NOT_FOUND']);
  for (const path of [`/orders/${newId()}`, '/orders/x', `/checkouts/${newId()}`, '/checkouts/x'])
    expect([path, await owner.code(owner.get(at(path)))]).toEqual([path, 'NOT_FOUND']);
  expect(await owner.code(owner.post(at(`/orders/${orderId}/cancel`, otherStoreId)))).toBe('NOT_FOUND');
  expect(await owner.code(owner.post(at('/orders/x/cancel')))).toBe('NOT_FOUND');
  expect(await people['reader']!.code(people['reader']!.get(at('/inbox')))).toBe('NOT_ALLOWED');
});

describe('a payment link that a member makes', () => {
  const items = [{ title: 'Caneca azul', quantity: 2, unitPrice: 3900 }];
  const customer = { name: 'Rita Melo', email: 'rita@cliente.example' };
  const make = (body: object, memberRole = 'owner') =>
    people[memberRole]!.post(at('/checkouts'), { items, requiresShipping: false, customer, ...body });

  test('[CHK11] has its own prices, counts as signed, and captures the lead', async () => {
    const { checkoutId } = (await make({})).body as { checkoutId: string };
    const made = (await read(`/checkouts/${checkoutId}`))['checkout'] as Row;
    expect(made).toMatchObject({ total: 7800, signed: true, freight: null, person: { name: 'Rita Melo' } });
    expect(made['capturedAt']).not.toBeNull();
    const page = await fetch(`${service.baseUrl}/pay/${checkoutId}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Caneca azul')]);
  });

  test('[CHK3] is checked as a store’s own request is, and stores nothing when it is refused', async () => {
    const before = (await list('/checkouts', 'checkouts')).length;
    const code = (body: object, memberRole?: string) => people['owner']!.code(make(body, memberRole));
    expect(await code({ items: [] })).toBe('WRONG_CART');
    expect(await code({ items: [{ title: ' ', quantity: 1, unitPrice: 1 }] })).toBe('WRONG_CART');
    expect(await code({ items: [{ title: 'Caneca', quantity: 1000, unitPrice: 1 }] })).toBe('WRONG_CART');
    expect(await code({ items: [{ title: 'Caneca', quantity: 1, unitPrice: -1 }] })).toBe('WRONG_CART');
    expect(await code({}, 'editor')).toBe('NOT_ALLOWED');
    expect(await list('/checkouts', 'checkouts')).toHaveLength(before);
  });
});
