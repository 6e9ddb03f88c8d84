import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../../payments/provider.ts';
import { checkPayments } from '../payments/poll-payments.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';

const shopperFile = fileURLToPath(import.meta.resolve('./testing/abandoned-payment.ts'));
const minute = 60_000;

let world: TestOrders;
let server: Server;
let url: string;
/** What the provider was asked for over HTTP. */
let asked: PaymentRequest[] = [];
/** What happens when it is asked, before it answers. */
let onAsked: (charge: PaymentRequest) => Promise<void> = () => Promise.resolve();
beforeAll(async () => {
  world = await startTestOrders();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const charge = JSON.parse(Buffer.concat(chunks).toString()) as PaymentRequest;
      asked.push(charge);
      void onAsked(charge).then(async () => response.end(JSON.stringify(await world.provider.script.create(charge))));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.stop();
});
// The clock of the dying process is the machine's.
beforeEach(() => world.pass(Date.now() - world.now()));
afterEach(async () => {
  asked = [];
  world.provider.calls.length = 0;
  await world.rows('update payments set check_at = null');
});

/** Begins to place an order in a process of its own. */
function begin(checkoutId: string, method: string, dies = 'never'): { child: ChildProcess; gone: Promise<unknown> } {
  const names = { DATABASE_URL: world.service.databaseUrl, PROVIDER_URL: url, STORE_ID: world.storeId };
  const env = { ...process.env, ...names, CHECKOUT_ID: checkoutId, METHOD: method, DIES: dies };
  const child = fork(shopperFile, [], { env });
  return { child, gone: once(child, 'exit') };
}

/** Where a process dies that places an order, once it was stored; answers when it is gone. */
const deaths: Record<string, (checkoutId: string, method: string) => Promise<void>> = {
  'before the call': async (checkoutId, method) => void (await begin(checkoutId, method, 'before the call').gone),
  async 'in the call, which its provider never took'(checkoutId, method) {
    const { child, gone } = begin(checkoutId, method);
    onAsked = async () => {
      child.kill('SIGKILL');
      await gone;
      return new Promise(() => {});
    };
    await gone;
  },
  async 'in the call, which its provider took'(checkoutId, method) {
    const { child, gone } = begin(checkoutId, method);
    onAsked = async (charge) => {
      await world.provider.script.create(charge);
      child.kill('SIGKILL');
    };
    await gone;
  },
  'after the answer': async (checkoutId, method) => void (await begin(checkoutId, method, 'after the answer').gone),
  async 'while it writes the answer down'(checkoutId, method) {
    const { child, gone } = begin(checkoutId, method);
    const client = await world.parts.db.connect();
    try {
      onAsked = async () => {
        await client.query('begin');
        await client.query('select from checkouts where checkout_id = $1 for update', [checkoutId]);
      };
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await world.rows(waiting)).length).toBe(1);
      child.kill('SIGKILL');
      await gone;
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
};

describe.each(Object.keys(deaths))('a process that dies %s', (death) => {
  const isTaken = !/before|never/.test(death);
  const die = async (method: string) => {
    const checkoutId = await world.checkout();
    await deaths[death]!(checkoutId, method);
    onAsked = () => Promise.resolve();
    const { payments, order } = await world.purchase(checkoutId);
    expect(payments).toMatchObject([{ state: 'creating', providerId: null }]);
    expect(order.status).toBe('pending');
    expect(await world.events(checkoutId)).toEqual([]);
    return { checkoutId, paymentId: payments[0]!.paymentId };
  };
  const check = async (): Promise<void> => {
    world.pass(minute);
    await checkPayments(world.parts, { limit: 20 });
  };
  /** Under which keys the provider was asked for payments by anybody. */
  const keys = (): Set<string> => new Set([...asked, ...world.provider.charges].map(({ paymentId }) => paymentId));

  test('[COM2] leaves a PIX that is made under one key, told once, and shown', async () => {
    world.provider.charges.length = 0;
    const { checkoutId, paymentId } = await die('pix');
    await check();
    expect((await world.purchase(checkoutId)).payments).toMatchObject([{ state: 'pending', paymentId }]);
    expect(await world.events(checkoutId)).toEqual(['pix.generated']);
    expect(keys()).toEqual(new Set([paymentId]));
    expect(world.provider.calls).toEqual([`find ${paymentId}`, ...(isTaken ? [] : [`create ${paymentId}`])]);
    await world.becomes(paymentId, { state: 'paid', paid: 9980 });
    expect((await world.purchase(checkoutId)).order.status).toBe('paid');
  });

  test('[COM2] leaves a card that is not asked for again: it is what its provider says, or was never made', async () => {
    const { checkoutId, paymentId } = await die('card');
    await check();
    expect((await world.payment(paymentId)).state).toBe(isTaken ? 'pending' : 'creating');
    world.pass(10 * minute);
    await check();
    expect((await world.payment(paymentId)).state).toBe(isTaken ? 'pending' : 'failed');
    expect(asked.length).toBeLessThanOrEqual(1);
    expect(world.provider.calls).not.toContain(`create ${paymentId}`);
    expect(await world.events(checkoutId)).toEqual(isTaken ? [] : ['payment.failed']);
  });
});
