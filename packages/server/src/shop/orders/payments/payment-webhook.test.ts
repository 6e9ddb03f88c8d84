import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectListener, listen } from '../../../base/postgres/listener.ts';
import { orderFind } from '../queries/orders.ts';
import { newId } from '../../../base/ids.ts';
import { placeOrder } from '../place-order.ts';
import { MercadopagoServer } from '../../../providers/payments/mercadopago/testing/mercadopago-server.ts';
import type { WebhookRequest } from '../../../providers/payments/provider.ts';
import { paymentFirstContacts } from '../../../providers/first-contact/read-first-contact.ts';
import { setPaymentAccount } from '../../../providers/connections/testing/set-unverified.ts';
import { makeCheckout, maria, storeOfTest } from '../../../testing/checkouts.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';

let mercadopago: MercadopagoServer;
let service: TestService;
let accountId: string;
beforeAll(async () => {
  mercadopago = await new MercadopagoServer(() => Date.now()).start();
  service = await startTestService({ MERCADOPAGO_URL: mercadopago.url, ALLOW_PRIVATE_ADDRESSES: 'true' });
  const made = await setPaymentAccount(
    service.context,
    service.storeId,
    {
      provider: 'mercadopago',
      settings: { publicKey: 'APP_USR-1234567890' },
      credentials: mercadopago.credentials,
      methods: ['pix', 'card'],
    },
    unaudited,
  );
  if (!made.ok) throw new Error(made.code);
  ({ accountId } = made);
});
afterAll(async () => {
  await service.stop();
  await mercadopago.stop();
});

function send({ headers, query, body }: WebhookRequest, to = accountId): Promise<Response> {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return fetch(`${service.baseUrl}/webhooks/payments/${to}?${search}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
  });
}

/** A checkout that can be paid. */
function orderable(): Promise<string> {
  const customer = { ...maria.customer, phone: '+5511987654321', document: '12345678909' };
  return makeCheckout(service, { customer, cart: { ...smallCart.cart, requiresShipping: false } });
}

/** Places an order by PIX and returns it with the payment at the provider. */
async function place(
  checkout?: string,
): Promise<Record<'orderId' | 'checkoutId' | 'providerId' | 'paymentId', string>> {
  const checkoutId = checkout ?? (await orderable());
  const store = await storeOfTest(service);
  const placed = await placeOrder(service.context, { store, checkoutId, method: 'pix', card: null });
  if (!placed.ok) throw new Error(JSON.stringify(placed));
  const paymentId = placed.paymentId!;
  return { orderId: placed.orderId, checkoutId, paymentId, providerId: mercadopago.idOf(paymentId) };
}

const order = async (orderId: string) => (await orderFind(service.context.db, service.storeId, orderId))!;

/** Resolves once a checkout's order changes, or is paid. */
async function changed(
  checkoutId: string,
  isPaid = false,
): Promise<{ done: Promise<void>; stop: () => Promise<void> }> {
  const isDone = async (): Promise<boolean> => {
    if (!isPaid) return true;
    const { rows } = await service.context.db.query('select status from orders where checkout_id = $1', [checkoutId]);
    return (rows[0] as { status: string } | undefined)?.status === 'paid';
  };
  const done = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const listening = listen({
    connect: connectListener(service.databaseUrl),
    channels: {
      checkout_changed: (id) => void (id === checkoutId && isDone().then((is) => is && done.resolve(), done.reject)),
    },
    onGap: () => ready.resolve(),
  });
  await ready.promise;
  return { done: done.promise, stop: () => listening.stop() };
}

test('[COM2] a webhook of a paid payment: the payment is looked up, and its order is paid', async () => {
  const { orderId, checkoutId, providerId } = await place();
  expect(await order(orderId)).toMatchObject({ status: 'pending' });
  const change = await changed(checkoutId);
  mercadopago.pay(providerId);
  const answer = await send(mercadopago.webhook(providerId));
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
  await change.done;
  await change.stop();
  expect(await order(orderId)).toMatchObject({ status: 'paid' });
});

test('[COM2] a webhook that comes before the answer to the creation of its payment: paid right after the answer, once', async () => {
  const checkoutId = await orderable();
  const answers: number[] = [];
  mercadopago.beforeAnswer = async (id) => {
    const pending = structuredClone(mercadopago.order(id));
    mercadopago.pay(id);
    for (let times = 0; times < 2; times++) answers.push((await send(mercadopago.webhook(id))).status);
    return pending;
  };
  const change = await changed(checkoutId, true);
  const { orderId } = await place(checkoutId).finally(() => (mercadopago.beforeAnswer = undefined));
  await change.done;
  await change.stop();
  expect(answers).toEqual([200, 200]);
  const { rows } = await service.context.db.query('select type from events where order_id = $1 order by type', [
    orderId,
  ]);
  expect(rows).toEqual([{ type: 'payment.confirmed' }, { type: 'pix.generated' }]);
});

test('[COM14] a webhook without a valid signature is refused, and has a known payment looked up, once a minute', async () => {
  const { orderId, checkoutId, providerId, paymentId } = await place();
  const change = await changed(checkoutId);
  mercadopago.pay(providerId);
  const unsigned = { ...mercadopago.webhook(providerId), headers: {} };
  expect((await send(unsigned)).status).toBe(401);
  await change.done;
  await change.stop();
  expect(await order(orderId)).toMatchObject({ status: 'paid' });
  const { limits, clock } = service.context;
  const mayLookUp = (inMs: number) => limits.unsignedWebhooks.allows(paymentId, clock() + inMs);
  expect([mayLookUp(0), mayLookUp(61_000)]).toEqual([false, true]);
});

describe('refusals', () => {
  const refusal = async (answer: Promise<Response>): Promise<[number, string]> => {
    const { status, json } = await answer.then((it) => ({
      status: it.status,
      json: it.json() as Promise<{ error: { code: string } }>,
    }));
    return [status, (await json).error.code];
  };

  test('[COM14] a webhook with another secret is 401', async () => {
    const { providerId } = await place();
    const forged = mercadopago.webhook(providerId, { secret: 'somebody else’s secret' });
    for (let sent = 0; sent < 3; sent++) expect(await refusal(send(forged))).toEqual([401, 'INVALID_SIGNATURE']);
    expect(await paymentFirstContacts(service.context, service.storeId)).toMatchObject([
      { id: accountId, of: 'payments', findings: [{ code: 'REJECTED_WEBHOOKS', count: expect.any(Number) as number }] },
    ]);
  });

  test('[COM14] an account that does not exist is 404, with any name', async () => {
    for (const to of [newId(), 'everything', '..%2Fhealth']) {
      expect(await refusal(send(mercadopago.webhook('1'), to))).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('[COM14] a body larger than any provider’s is 413, and is not read', async () => {
    const webhook = mercadopago.webhook('1');
    expect((await send({ ...webhook, body: Buffer.alloc(70_000, 32) })).status).toBe(413);
  });
});

test('[COM14] any body format of a provider is accepted, and a payment of another seller is ignored', async () => {
  const webhook = mercadopago.webhook('999');
  const headers = { ...webhook.headers, 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send({ ...webhook, headers, body: Buffer.from('a=b') })).status).toBe(200);
  expect(
    (await send({ ...webhook, headers: { ...headers, 'content-type': 'text/plain' }, body: Buffer.alloc(0) })).status,
  ).toBe(200);
});
