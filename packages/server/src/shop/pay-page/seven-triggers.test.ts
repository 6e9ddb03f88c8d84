// Every trigger from its real cause: over HTTP, as shopper, bank and merchant cause it, to the message in the sandbox's inbox, with the
// values that messages show of records made on the page.
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { compileTemplate, listMetatags, recipientOf, render, triggers, type RunData, type Trigger } from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveAutomation } from '../../automations/definitions/save-automation.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { runRecordsLock } from '../../automations/engine/queries/run-records.ts';
import { sandboxMessageList } from '../../automations/delivery/queries/sandbox-messages.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { abandonDueCheckouts } from '../../app/jobs/checkout-jobs.ts';
import { newId } from '../../base/ids.ts';
import { setTracking } from '../orders/set-tracking.ts';
import { engineOf, settle } from '../../privacy/testing/full-purchase.ts';
import type { Engine } from '../../automations/engine/engine.ts';
import { buildRunData } from '../../automations/run-data/run-data.ts';
import { changeStore } from '../../stores/manage-stores.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { addShippingOption } from '../../stores/shipping-options.ts';
import { maria, storeOfTest } from '../../testing/checkouts.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let engine: Engine;
let shippingOptionId: string;

beforeAll(async () => {
  service = await startTestService();
  const { context, storeId } = service;
  engine = engineOf(service);
  await changeStore(
    context.db,
    storeId,
    {
      legalName: 'Loja Aurora Ltda.',
      document: '12ABC34501DE35',
      address: 'Rua das Flores, 10 - Centro, Curitiba - PR',
      email: 'contato@loja.example',
      phone: '+5511900000000',
      url: 'https://www.loja.example',
      privacyUrl: 'https://www.loja.example/privacidade',
      logoUrl: 'https://cdn.loja.example/logo.png',
    },
    unaudited,
  );
  const option = { name: 'PAC', carrier: 'Correios', price: 1990, turnaroundMinDays: 5, turnaroundMaxDays: 8 };
  ({ shippingOptionId } = (await addShippingOption(context.db, storeId, { ...option, freeAbove: null }, unaudited))!);
  await setPaymentAccount(context, storeId, { provider: 'sandbox', methods: ['pix', 'boleto', 'card'] }, unaudited);
  for (const trigger_event of triggers) {
    const data = { type: 'text', message: `${trigger_event} para {{customer.name}}` };
    const steps = [{ type: 'action', name: 'send_whatsapp', data }];
    const text = JSON.stringify({ name: trigger_event, trigger_event, steps });
    const saved = await saveAutomation({ db: context.db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
  }
  for (const channel of ['whatsapp', 'email', 'sms'] as const) {
    const connection = { connectionId: newId(), storeId, channel, provider: 'sandbox', name: 'Teste' };
    await connectionActivate(context.db, connection);
  }
});
afterAll(() => service.stop());

const cart = {
  items: [
    {
      title: 'Camiseta Azul',
      quantity: 1,
      unitPrice: 10_000,
      image: 'https://cdn.loja.example/camiseta.jpg',
      url: 'https://www.loja.example/p/camiseta',
      sku: 'CAM-AZ-M',
      vendor: 'Marca Exemplo',
      externalProductId: '8812',
      options: [{ name: 'Cor', value: 'Azul' }],
    },
  ],
  discounts: [{ title: 'PRIMEIRACOMPRA', type: 'fixed', value: 1000 }],
};
const redirect = {
  successUrl: 'https://www.loja.example/obrigado',
  cancelUrl: 'https://www.loja.example/carrinho',
};
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const headers = { 'user-agent': phone, referer: 'https://www.instagram.example/' };

async function submit(path: string, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form);
  const answer = await fetch(service.baseUrl + path, { method: 'POST', headers, body, redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** The merchant's site creates a checkout; the shopper opens the link and enters details. Returns the page's address. */
async function shop(): Promise<string> {
  const made = (await (await service.post({ cart, redirect })).json()) as { checkoutId: string };
  const page = `/pay/${made.checkoutId}`;
  const campaign = 'utm_source=instagram&utm_medium=cpc&utm_campaign=outono&utm_content=video1&utm_term=camiseta';
  await fetch(`${service.baseUrl}${page}?${campaign}`, { headers });
  await submit(`${page}/data`, { ...maria.customer, ...maria.address, shipping: shippingOptionId });
  return page;
}

type Way = Record<string, string>;
const card = (token: 'accepted' | 'insufficient_funds'): Way => ({
  method: 'card',
  token: sandboxNumberOf(token),
  installments: '3',
});

/** As `shop`, and chooses a payment method; returns order and payment. */
async function pay(way: Way): Promise<{ orderId: string; paymentId: string }> {
  const page = await shop();
  await submit(`${page}/pay`, way);
  const { rows } = await service.context.db.query<{ orderId: string; paymentId: string }>(
    `select order_id as "orderId", payment_id as "paymentId" from payments join orders using (order_id)
     where checkout_id = $1`,
    [page.slice('/pay/'.length)],
  );
  return rows[0]!;
}

/** A purchase is shipped, and its tracking codes are reported in sequence. */
async function ship(...codes: string[]): Promise<void> {
  const { orderId } = await pay(card('accepted'));
  for (const code of codes) {
    const tracking = { code, url: `https://rastreio.example/${code}`, carrier: 'Correios', status: 'in_transit' };
    await setTracking(service.context, service.storeId, orderId, tracking, unaudited);
  }
}

/** The cause of each event in a store. */
const cause: Record<Trigger, () => Promise<unknown>> = {
  'lead.created': shop,
  'cart.abandoned': async () => {
    await shop();
    service.pass(31 * 60_000);
    await abandonDueCheckouts(service.context.db, service.context.clock, new AbortController().signal);
  },
  'pix.generated': () => pay({ method: 'pix' }),
  'boleto.generated': () => pay({ method: 'boleto' }),
  'payment.confirmed': async () => {
    const { paymentId } = await pay({ method: 'pix' });
    await submit(`/pay/sandbox/${paymentId}`, { act: 'pay' });
  },
  'payment.failed': () => pay(card('insufficient_funds')),
  tracking_code_updated: () => ship('AA123456785BR', 'AA123456785BR'),
};

/** The messages in the sandbox's inbox that an action causes. */
async function sentBy(happen: () => Promise<unknown>): Promise<string[]> {
  const { db } = service.context;
  const before = await sandboxMessageList(db, service.storeId, 1000);
  await happen();
  await settle(engine);
  const known = new Set(before.map(({ idempotencyKey }) => idempotencyKey));
  const now = await sandboxMessageList(db, service.storeId, 1000);
  return now
    .filter(({ idempotencyKey }) => !known.has(idempotencyKey))
    .map(({ content }) => (JSON.parse(content) as { message: string }).message);
}

/** The data of a run that the newest event of a type starts. */
async function dataOf(trigger: Trigger): Promise<RunData> {
  const { db, clock } = service.context;
  const { rows } = await db.query<{ eventId: string }>(
    'select event_id as "eventId" from events where type = $1 order by recorded_at desc limit 1',
    [trigger],
  );
  const { eventId } = rows[0]!;
  const [records] = await inTransaction(db, (client) => runRecordsLock(client, [eventId]));
  const context = { store: await storeOfTest(service), baseUrl: 'https://pay.retoma.example', now: clock() };
  return buildRunData(records!, context);
}

const show = (name: string, data: RunData): string =>
  render(compileTemplate(`{{${name}}}`, 'html'), data, {
    baseUrl: 'https://pay.retoma.example',
    timeZone: 'America/Sao_Paulo',
  });

/** Created for one recipient at sending (automations/delivery/unsubscribe-footer.ts). */
const untold = new Set(['store.unsubscribe_url']);

/** Causes that fill every value: a card has a brand, and a second tracking code has a previous one. */
const eventOf: Partial<Record<Trigger, () => Promise<unknown>>> = {
  'payment.confirmed': () => pay(card('accepted')),
  tracking_code_updated: () => ship('AA123456771BR', 'AA123456785BR'),
};

describe.each(triggers)('[COM2][COM6] %s, from its real cause', (trigger) => {
  test('sends one message to the inbox, and one more when repeated', async () => {
    for (let purchase = 0; purchase < 2; purchase++) {
      const sent = await sentBy(cause[trigger]);
      expect(sent.filter((message) => message.startsWith(`${trigger} `))).toEqual([`${trigger} para Maria Souza Lima`]);
    }
  });

  test('[DEF9] fills every metatag and the recipient from the page’s records', async () => {
    await eventOf[trigger]?.();
    const data = await dataOf(trigger);
    const active = listMetatags(trigger).filter(({ status }) => status === 'active');
    const empty = active.map(({ name }) => name).filter((name) => show(name, data) === '');
    expect(empty.filter((name) => !untold.has(name))).toEqual([]);
    expect([recipientOf('email', data), recipientOf('whatsapp', data)]).toEqual([
      'maria@cliente.example',
      '+5511987654321',
    ]);
  });
});

test('[DEF9] counts the orders of one contact, and of no other', async () => {
  const { db } = service.context;
  await pay({ method: 'pix' });
  const before = Number(show('customer.orders_count', await dataOf('pix.generated')));
  expect(before).toBeGreaterThan(0);
  await db.query(
    `update orders set customer = '{"email": "otto@cliente.example"}' where order_id = (
    select min(order_id::text)::uuid from orders where store_id = $1)`,
    [service.storeId],
  );
  await db.query(
    `update orders set customer = '{"email": " MARIA@cliente.example", "name": "\\u0000"}' where order_id = (
    select max(order_id::text)::uuid from orders where store_id = $1)`,
    [service.storeId],
  );
  await pay({ method: 'pix' });
  expect(show('customer.orders_count', await dataOf('pix.generated'))).toBe(String(before));
});
