import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../../../providers/payments/provider.ts';
import { pollPayments } from '../payments/poll-payments.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';

const shopperFile = fileURLToPath(import.meta.resolve('./testing/abandoned-payment.ts'));
const minute = 60_000;

let orders: TestOrders;
let server: Server;
let url: string;
/** The requests that the provider received over HTTP. */
let requested: PaymentRequest[] = [];
/** Called for a request before its response. */
let onCreate: (payment: PaymentRequest) => Promise<void> = () => Promise.resolve();
beforeAll(async () => {
  orders = await startTestOrders();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payment = JSON.parse(Buffer.concat(chunks).toString()) as PaymentRequest;
      requested.push(payment);
      void onCreate(payment).then(async () =>
        response.end(JSON.stringify(await orders.provider.script.create(payment))),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await orders.stop();
});
// The dying process uses the machine's clock.
beforeEach(() => orders.pass(Date.now() - orders.now()));
afterEach(async () => {
  requested = [];
  orders.provider.calls.length = 0;
  await orders.rows('update payments set poll_at = null');
});

/** Starts placing an order in a separate process. */
function begin(checkoutId: string, method: string, dies = 'never'): { child: ChildProcess; exited: Promise<unknown> } {
  const names = { DATABASE_URL: orders.service.databaseUrl, PROVIDER_URL: url, STORE_ID: orders.storeId };
  const env = { ...process.env, ...names, CHECKOUT_ID: checkoutId, METHOD: method, DIES: dies };
  const child = fork(shopperFile, [], { env });
  return { child, exited: once(child, 'exit') };
}

/** The points, after the order was stored, at which the process dies; each resolves when it has exited. */
const deaths: Record<string, (checkoutId: string, method: string) => Promise<void>> = {
  'before the call': async (checkoutId, method) => void (await begin(checkoutId, method, 'before the call').exited),
  async 'in the call, which its provider never took'(checkoutId, method) {
    const { child, exited } = begin(checkoutId, method);
    onCreate = async () => {
      child.kill('SIGKILL');
      await exited;
      return new Promise(() => {});
    };
    await exited;
  },
  async 'in the call, which its provider took'(checkoutId, method) {
    const { child, exited } = begin(checkoutId, method);
    onCreate = async (payment) => {
      await orders.provider.script.create(payment);
      child.kill('SIGKILL');
    };
    await exited;
  },
  'after the answer': async (checkoutId, method) => void (await begin(checkoutId, method, 'after the answer').exited),
  async 'while it writes the answer down'(checkoutId, method) {
    const { child, exited } = begin(checkoutId, method);
    const client = await orders.deps.db.connect();
    try {
      onCreate = async () => {
        await client.query('begin');
        await client.query('select from checkouts where checkout_id = $1 for update', [checkoutId]);
      };
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await orders.rows(waiting)).length).toBe(1);
      child.kill('SIGKILL');
      await exited;
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
};

describe.each(Object.keys(deaths))('a process that dies %s', (death) => {
  const isStored = !/before|never/.test(death);
  const die = async (method: string) => {
    const checkoutId = await orders.checkout();
    await deaths[death]!(checkoutId, method);
    onCreate = () => Promise.resolve();
    const { payments, order } = await orders.purchase(checkoutId);
    expect(payments).toMatchObject([{ state: 'creating', providerId: null }]);
    expect(order.status).toBe('pending');
    expect(await orders.events(checkoutId)).toEqual([]);
    return { checkoutId, paymentId: payments[0]!.paymentId };
  };
  const check = async (): Promise<void> => {
    orders.pass(Math.max(0, Date.now() - orders.now()) + minute);
    await pollPayments(orders.deps, { limit: 20 });
  };
  /** The keys of all payments that the provider was asked to create. */
  const keys = (): Set<string> =>
    new Set([...requested, ...orders.provider.requests].map(({ paymentId }) => paymentId));

  test('[COM2] leaves a PIX that is created under one key, with one event, and shown', async () => {
    orders.provider.requests.length = 0;
    const { checkoutId, paymentId } = await die('pix');
    await check();
    expect((await orders.purchase(checkoutId)).payments).toMatchObject([{ state: 'pending', paymentId }]);
    expect(await orders.events(checkoutId)).toEqual(['pix.generated']);
    expect(keys()).toEqual(new Set([paymentId]));
    expect(orders.provider.calls).toEqual([`find ${paymentId}`, ...(isStored ? [] : [`create ${paymentId}`])]);
    await orders.becomes(paymentId, { state: 'paid', paid: 9980 });
    expect((await orders.purchase(checkoutId)).order.status).toBe('paid');
  });

  test('[COM2] leaves a card that is not requested again: it has its provider’s state, or was never created', async () => {
    const { checkoutId, paymentId } = await die('card');
    await check();
    expect((await orders.payment(paymentId)).state).toBe(isStored ? 'pending' : 'creating');
    orders.pass(10 * minute);
    await check();
    expect((await orders.payment(paymentId)).state).toBe(isStored ? 'pending' : 'failed');
    expect(requested.length).toBeLessThanOrEqual(1);
    expect(orders.provider.calls).not.toContain(`create ${paymentId}`);
    expect(await orders.events(checkoutId)).toEqual(isStored ? [] : ['payment.failed']);
  });
});
