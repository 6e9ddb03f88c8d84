// How long a delivery takes from its event's commit, alone and beside an endpoint that hangs.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialsKey } from '../../../packages/server/src/base/crypto/seal.ts';
import { newId } from '../../../packages/server/src/base/ids.ts';
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';
import { unaudited } from '../../../packages/server/src/members/audit/testing/unaudited.ts';
import { eventInsertMany, type NewEvent } from '../../../packages/server/src/shop/events/queries/events.ts';
import { createEndpoint } from '../../../packages/server/src/shop/webhooks/manage-endpoints.ts';
import { createStore } from '../../../packages/server/src/stores/manage-stores.ts';
import { secret } from './settings.ts';

/** p99 of the delays in milliseconds, and how many deliveries were timed. `hung`: calls that the hanging endpoint got meanwhile. */
export type Delay = {
  readonly aloneMs: number;
  readonly besideMs: number;
  readonly timed: number;
  readonly hung: number;
};

/** How long the hanging endpoint lets a call wait, in milliseconds: longer than the sender does. */
const hangMs = 30_000;

/** Messages that wait for the hanging endpoint. */
const waiting = 2_000;

/** Times `timed` deliveries alone, and as many beside a hanging endpoint, twice in turn. `clock`: that of the workers. */
export async function measureDelay(db: Database, timed: number, clock: () => number): Promise<Delay> {
  const arrived = new Map<string, number>();
  const hung: number[] = [];
  const quick = await listen((body) => {
    const { data } = JSON.parse(body) as { data: { order: { id: string } } };
    arrived.set(data.order.id, performance.now());
    return 204;
  });
  const hanging = await listen(async () => {
    hung.push(performance.now());
    await sleep(hangMs);
    return 204;
  });
  try {
    const quickStore = await storeWith(db, clock, quick.url);
    const time = async (): Promise<number[]> => {
      const delays: number[] = [];
      for (let index = 0; index < timed; index++) {
        const id = newId();
        await eventInsertMany(db, [event(quickStore, id)]);
        const at = performance.now();
        // The moments at which events come are spread over the sender's pauses.
        await sleep(10 + ((index * 37) % 60));
        while (!arrived.has(id)) await sleep(2);
        delays.push(arrived.get(id)! - at);
      }
      return delays;
    };
    const alone = await time();
    const slowStore = await storeWith(db, clock, hanging.url);
    for (let index = 0; index < waiting; index += 100) {
      await eventInsertMany(
        db,
        Array.from({ length: 100 }, () => event(slowStore, newId())),
      );
    }
    while (hung.length === 0) await sleep(10);
    const beside = await time();
    return { aloneMs: p99(alone), besideMs: p99(beside), timed: alone.length, hung: hung.length };
  } finally {
    for (const { server } of [quick, hanging]) {
      server.closeAllConnections();
      server.close();
    }
  }
}

const event = (storeId: string, orderId: string): NewEvent => ({
  eventId: newId(),
  storeId,
  type: 'payment.failed',
  externalId: null,
  subject: null,
  orderId,
  checkoutId: null,
  occurredAt: Date.now(),
  data: JSON.stringify({ order: { id: orderId, number: '0' } }),
  startsRuns: false,
});

async function storeWith(db: Database, clock: () => number, url: string): Promise<string> {
  const { storeId } = await createStore(db, 'Loja');
  const deps = { db, clock, credentialsKey: credentialsKey(secret), allowPrivate: true };
  const made = await createEndpoint(deps, storeId, { url }, unaudited);
  if (!made.ok) throw new Error(made.code);
  return storeId;
}

async function listen(answer: (body: string) => number | Promise<number>): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    const respond = async (): Promise<void> => {
      response.writeHead(await answer(Buffer.concat(parts).toString())).end();
    };
    request.on('end', () => void respond());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1]!;
