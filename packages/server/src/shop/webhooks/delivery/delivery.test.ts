import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { credentialsKey } from '../../../base/crypto/seal.ts';
import { openLog } from '../../../base/log/log.ts';
import { openOutgoing } from '../../../base/net/http-client.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { createEndpoint, rotateEndpointSecret, updateEndpoint } from '../manage-endpoints.ts';
import { webhookEndpointFind } from '../queries/endpoints.ts';
import { listMessages, readMessage, replayMessage, replayMissed, sendTest } from '../read-messages.ts';
import { startReceiver, type Received, type ReceiverAnswer } from '../testing/receiver.ts';
import { leaseMs } from './endpoint-delivery.ts';
import { webhookSender } from './webhook-sender.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let service: TestService;
let offset = 0;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await service.context.db.query('delete from webhook_messages');
  await service.context.db.query('delete from webhook_endpoints');
  offset = 0;
});

const deps = () => ({
  db: service.context.db,
  // What the database wrote just now is due.
  clock: () => Date.now() + 1 + offset,
  credentialsKey: credentialsKey('a secret of tests'),
  allowPrivate: true,
});
const newSender = () =>
  webhookSender({
    ...deps(),
    log: openLog('silent'),
    callOut: openOutgoing({ allowPrivate: true }),
    random: () => 0.5,
    observe: () => {},
  });
/** Delivers until nothing is due. */
async function deliver(sender = newSender()): Promise<number> {
  let count = 0;
  for (;;) {
    const more = await sender.runDue();
    if (more === 0) return count;
    count += more;
  }
}

async function endpoint(answer: (received: Received) => ReceiverAnswer | Promise<ReceiverAnswer>) {
  const receiver = await startReceiver(answer);
  stops.push(receiver.stop);
  const created = await createEndpoint(deps(), service.storeId, { url: receiver.url }, unaudited);
  if (!created.ok) throw new Error(created.code);
  const { endpointId } = created.endpoint;
  return {
    ...receiver,
    endpointId,
    secret: created.secret,
    find: async () => (await webhookEndpointFind(service.context.db, service.storeId, endpointId))!,
    messages: async () => {
      const listed = await listMessages(deps(), service.storeId, endpointId, { limit: 100 });
      return listed.ok ? listed.messages.toReversed() : [];
    },
    read: async (messageId: string) => {
      const read = await readMessage(deps(), service.storeId, endpointId, messageId);
      if (!read.ok) throw new Error(read.code);
      return read.message;
    },
  };
}

/** Records an event about an order for every endpoint, and returns its id. */
async function record(name: string, subject: string = randomUUID()): Promise<string> {
  const messageId = randomUUID();
  await service.context.db.query('select write_webhook_messages($1, $2, $3, $4, now(), $5)', [
    service.storeId,
    'payment.confirmed',
    messageId,
    subject,
    JSON.stringify({ order: { id: name } }),
  ]);
  return messageId;
}
const namesIn = (received: readonly Received[]): string[] =>
  received.map(({ body }) => (JSON.parse(body) as { data: { order?: { id: string } } }).data.order?.id ?? 'ping');

test('[WHK3] a delivery is verified by the library of Standard Webhooks, and logged', async () => {
  const shop = await endpoint(() => ({ status: 200, body: 'thanks' }));
  const messageId = await record('João');
  expect(await deliver()).toBe(1);
  const [{ headers, body }] = shop.received as [Received];
  expect(new Webhook(shop.secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'payment.confirmed',
    store: service.storeId,
    data: { order: { id: 'João' } },
  });
  expect(headers['webhook-id']).toBe(`msg_${messageId.replaceAll('-', '')}`);
  const message = await shop.read(messageId);
  expect(message).toMatchObject({ state: 'delivered', attempts: 1, body });
  expect(message.attemptList).toMatchObject([{ status: 200, response: 'thanks', error: null }]);
  expect(await shop.find()).toMatchObject({ failingSince: null, pending: 0, missed: 0 });
});

test('[WHK4] ten attempts, each signed anew under the same id; then the next message about the same order', async () => {
  const shop = await endpoint(({ body }) => ({ status: body.includes('"first"') ? 500 : 204 }));
  const order = randomUUID();
  const first = await record('first', order);
  await record('second', order);
  await record('other');
  expect(await deliver()).toBe(2);
  expect(namesIn(shop.received).toSorted()).toEqual(['first', 'other']);
  const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  for (const [index, wait] of waits.entries()) {
    offset += wait - second;
    expect(await deliver()).toBe(0);
    offset += second * 2;
    expect(await deliver()).toBe(index === waits.length - 1 ? 2 : 1);
  }
  expect(namesIn(shop.received).slice(-2)).toEqual(['first', 'second']);
  const tries = shop.received.filter(({ body }) => body.includes('"first"'));
  expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(tries.map(({ headers }) => headers['webhook-signature'])).size).toBe(10);
  expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
  expect(await shop.read(first)).toMatchObject({ state: 'failed', attempts: 10, nextAttemptAt: null });
});

test('[WHK4] a redirect is a failure and not followed', async () => {
  const elsewhere = await startReceiver(() => ({ status: 200 }));
  stops.push(elsewhere.stop);
  const shop = await endpoint(() => ({ status: 307, headers: { location: elsewhere.url } }));
  const messageId = await record('one');
  await deliver();
  expect(elsewhere.received).toEqual([]);
  expect((await shop.read(messageId)).attemptList).toMatchObject([{ status: 307, error: 'HTTP_ERROR' }]);
});

test('[WHK4] of a long response the first kilobyte is kept, and 64 KB are enough', async () => {
  const shop = await endpoint(() => ({ status: 200, body: 'ã'.repeat(1024 * 1024) }));
  const messageId = await record('one');
  await deliver();
  const message = await shop.read(messageId);
  expect(message.state).toBe('delivered');
  expect(message.attemptList[0]!.response).toBe('ã'.repeat(512));
});

test('[WHK5] an endpoint that asks for a pause gets it, for all its messages', async () => {
  let isBusy = true;
  const shop = await endpoint(() => (isBusy ? { status: 429, headers: { 'retry-after': '600' } } : { status: 200 }));
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await record(name);
  const tried = await deliver();
  expect(tried).toBeLessThanOrEqual(4);
  offset += 9 * minute;
  expect(await deliver()).toBe(0);
  isBusy = false;
  offset += 2 * minute;
  expect(await deliver()).toBe(8);
  expect((await shop.messages()).every(({ state }) => state === 'delivered')).toBe(true);
});

test('[WHK6] 410 disables at once: what waits is cancelled, and can be replayed after a ping', async () => {
  let status = 410;
  const shop = await endpoint(() => ({ status }));
  const order = randomUUID();
  for (const name of ['first', 'second']) await record(name, order);
  await deliver();
  expect(await shop.find()).toMatchObject({ state: 'disabled', reason: 'gone', missed: 2 });
  expect(shop.received).toHaveLength(1);
  await record('while it was off', order);
  status = 200;
  const since = Date.now() - hour;
  expect(await replayMissed(deps(), service.storeId, shop.endpointId, since, unaudited)).toMatchObject({
    code: 'WEBHOOK_DISABLED',
  });
  await updateEndpoint(deps(), service.storeId, shop.endpointId, { enabled: true }, unaudited);
  await deliver();
  expect(await replayMissed(deps(), service.storeId, shop.endpointId, since, unaudited)).toEqual({
    ok: true,
    replayed: 3,
  });
  await deliver();
  expect(namesIn(shop.received).slice(1)).toEqual(['ping', 'first', 'second', 'while it was off']);
});

test('[WHK6] five days without a success disable an endpoint once a message was given up', async () => {
  const shop = await endpoint(() => ({ status: 500 }));
  await record('first');
  for (let day = 0; day < 4; day++) {
    for (let step = 0; step < 24; step++) {
      offset += hour;
      await deliver();
    }
  }
  expect(await shop.find()).toMatchObject({ state: 'enabled' });
  expect((await shop.messages()).map(({ state }) => state)).toEqual(['failed']);
  offset += 2 * 24 * hour;
  await record('second');
  await deliver();
  expect(await shop.find()).toMatchObject({ state: 'disabled', reason: 'failing', lastError: 'HTTP 500' });
  expect((await shop.messages()).map(({ state }) => state)).toEqual(['failed', 'cancelled']);
});

test('[WHK8] for a day after a rotation the old secret verifies too', async () => {
  const shop = await endpoint(() => ({ status: 200 }));
  const rotated = await rotateEndpointSecret(deps(), service.storeId, shop.endpointId, unaudited);
  if (!rotated.ok) throw new Error(rotated.code);
  const isValid = ({ headers, body }: Received, secret: string): boolean => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  await record('both');
  await deliver();
  expect([rotated.secret, shop.secret].map((secret) => isValid(shop.received[0]!, secret))).toEqual([true, true]);
  await service.context.db.query(`update webhook_endpoints set previous_until = now() - interval '1 second'`);
  await record('new only');
  await deliver();
  expect([rotated.secret, shop.secret].map((secret) => isValid(shop.received[1]!, secret))).toEqual([true, false]);
});

test('[WHK9] a delivered message is sent again under its id', async () => {
  const shop = await endpoint(() => ({ status: 200 }));
  const messageId = await record('one');
  const replay = () => replayMessage(deps(), service.storeId, shop.endpointId, messageId, unaudited);
  expect(await replay()).toMatchObject({ code: 'MESSAGE_PENDING' });
  await deliver();
  expect(await replay()).toEqual({ ok: true });
  await deliver();
  const [first, again] = shop.received as [Received, Received];
  expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect((await shop.read(messageId)).attemptList).toHaveLength(2);
});

test('[WHK10] a test says that it is one', async () => {
  const shop = await endpoint(() => ({ status: 200 }));
  await sendTest(deps(), service.storeId, shop.endpointId, 'ping');
  await sendTest(deps(), service.storeId, shop.endpointId, 'order.created');
  await deliver();
  expect(shop.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { type: 'ping', test: true },
    { type: 'order.created', test: true },
  ]);
});

test('[WHK12] at most 4 at once; an endpoint that does not answer delays no other', async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const slow = await endpoint(async () => {
    await held;
    return { status: 200 };
  });
  for (let index = 0; index < 12; index++) await record(`slow ${index}`);
  const first = newSender();
  const delivering = deliver(first);
  await expect.poll(() => slow.received.length).toBe(4);
  const quick = await endpoint(() => ({ status: 200 }));
  await record('quick');
  expect(await deliver(newSender())).toBe(1);
  expect(quick.received).toHaveLength(1);
  letGo();
  await delivering;
  await deliver();
  expect(slow.mostOpen()).toBe(4);
  expect(new Set(namesIn(slow.received)).size).toBe(13);
  expect(slow.received).toHaveLength(13);
});

test('[WHK12] workers share the endpoints; what one left behind, another delivers', async () => {
  const shop = await endpoint(() => ({ status: 200 }));
  for (let index = 0; index < 40; index++) await record(`${index}`);
  await Promise.all([deliver(), deliver(), deliver()]);
  await deliver();
  expect(shop.received).toHaveLength(40);
  await service.context.db.query('update webhook_endpoints set lease = $1, leased_until = to_timestamp($2 / 1000.0)', [
    randomUUID(),
    deps().clock() + leaseMs,
  ]);
  await record('of a worker that died');
  expect(await deliver()).toBe(0);
  offset += leaseMs + second;
  expect(await deliver()).toBe(1);
});
