import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BatchInsert } from '../packages/server/src/base/postgres/batch-insert.ts';
import { send, wait } from '../packages/server/src/testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../packages/server/src/testing/test-engine.ts';
import { startTestPostgres } from '../packages/server/src/testing/global-setup.ts';
import { smallCart, startTestService, type TestService } from '../packages/server/src/testing/test-service.ts';
import { databaseBudgets } from './budgets.ts';
import { departures, isOnlyWritten } from './compare.ts';
import { DatabaseMeter, difference, type DatabaseCosts } from './database-costs.ts';

/** The figures are those of the bundled PostgreSQL; another version writes other records, and may lack the extension. */
const isOurServer = process.env['TEST_DATABASE_URL'] === undefined;

// A separate server: when another test drops a database, log segments are removed; and its transactions decide when dead rows may be
// removed, and so whether an update finds room in its page.
let server: Awaited<ReturnType<typeof startTestPostgres>>;
beforeAll(async () => {
  if (isOurServer) server = await startTestPostgres();
});
afterAll(async () => {
  if (isOurServer) await server.stop();
});

/** Tables written and read every few seconds regardless of traffic: the recent calls of a store, and the store itself. */
const without = /api_calls|api_key_uses|store-find/;

function hold(name: string, costs: DatabaseCosts): void {
  if (!isOnlyWritten('database', name, costs)) expect(departures(name, databaseBudgets[name], costs)).toEqual([]);
}

describe.runIf(isOurServer)('[CHK16] over HTTP', () => {
  let service: TestService;
  let meter: DatabaseMeter;
  beforeAll(async () => {
    // All requests come from one address; within the contact limits (COM21) no rows are stored.
    const limits = {
      NEW_CONTACTS_PER_HOUR: '0',
      NEW_CONTACTS_PER_DAY: '0',
      STORE_NEW_CONTACTS_PER_HOUR: '0',
      STORE_NEW_CONTACTS_PER_DAY: '0',
    };
    service = await startTestService({ RATE_LIMIT_PER_SECOND: '0', ...limits }, { server: server.connectionString });
    meter = await DatabaseMeter.open([service.context.db, service.context.insertDb], service.ownerUrl);
  });
  afterAll(async () => {
    await meter.close();
    await service.stop();
  });

  const withoutCustomer = () => smallCart;
  const withToken = () => ({ cart: { ...smallCart.cart, token: `carrinho-${randomUUID()}` } });
  const withCustomer = () => ({ ...withToken(), customer: { ...ana, email: `ana-${randomUUID()}@cliente.example` } });
  const created = async (response: Promise<Response>, status = 201): Promise<void> => {
    const answer = await response;
    expect([answer.status, await answer.text()]).toEqual([status, expect.any(String)]);
  };

  /** Sequential, so that each request is written alone; the first ones open connections and pages. */
  async function oneByOne(work: () => Promise<void>): Promise<DatabaseCosts> {
    const repeat = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) await work();
    };
    await repeat(20);
    return meter.measure({ operations: 200, work: () => repeat(200), without });
  }

  test('a checkout without a token', async () => {
    hold('checkout, bare', await oneByOne(() => created(service.post(withoutCustomer()))));
  });

  test('a checkout with a token', async () => {
    hold('checkout, with token', await oneByOne(() => created(service.post(withToken()))));
  });

  test('a checkout with token and customer', async () => {
    hold('checkout, with customer and token', await oneByOne(() => created(service.post(withCustomer()))));
  });

  test('a checkout with an Idempotency-Key', async () => {
    const post = () => created(service.post(withoutCustomer(), { 'idempotency-key': randomUUID() }));
    hold('checkout, with Idempotency-Key', await oneByOne(post));
  });

  test('a hundred checkouts at once', async () => {
    const inserts = vi.spyOn(BatchInsert.prototype, 'insert');
    // All requests arrive while the table is locked: the first waits alone, the others wait behind it.
    const locker = new Client({ connectionString: service.ownerUrl });
    await locker.connect();
    // Opens the connections before the table is locked: waiting for it is bounded (CHK9).
    await Promise.all(Array.from({ length: 100 }, () => created(service.post(withCustomer()))));
    const work = async (): Promise<void> => {
      inserts.mockClear();
      await locker.query('begin');
      await locker.query('lock table checkouts in access exclusive mode');
      const posts = Array.from({ length: 100 }, () => created(service.post(withCustomer())));
      await vi.waitFor(() => expect(inserts).toHaveBeenCalledTimes(100), { timeout: 30_000, interval: 5 });
      await locker.query('commit');
      await Promise.all(posts);
    };
    await work();
    const costs = await meter.measure({ operations: 1, work, without });
    await locker.end();
    inserts.mockRestore();
    hold('100 checkouts at once, with customer and token', costs);
  });

  describe('an event of the store’s own system', () => {
    const post = (): Promise<Response> => {
      const id = randomUUID();
      const order = { id, number: id.slice(0, 8), status: 'waiting', payment_method: 'pix', total: 18_990 };
      const payment = { pix: { payload: '00020126580014br.gov.bcb.pix0136' } };
      const data = { order, payment, customer: { ...ana, email: `ana-${id}@cliente.example` } };
      return fetch(`${service.baseUrl}/stores/external/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey },
        body: JSON.stringify({ id, type: 'pix.generated', occurred_at: '2026-03-12T17:05:00Z', data }),
      });
    };
    test('without endpoints of webhooks', async () => {
      hold('event, of a new order', await oneByOne(() => created(post(), 202)));
    });

    test('with one', async () => {
      await service.context.db.query(
        `insert into webhook_endpoints (endpoint_id, store_id, url, secret) values ($1, $2, 'https://erp.example', '')`,
        [randomUUID(), service.storeId],
      );
      hold('event, of a new order, with a webhook', await oneByOne(() => created(post(), 202)));
    });
  });
});

describe.runIf(isOurServer)('[CHK16] the engine', () => {
  let engine: TestEngine;
  let meter: DatabaseMeter;
  beforeAll(async () => {
    engine = await startTestEngine({ server: server.connectionString });
    meter = await DatabaseMeter.open([engine.db], engine.ownerUrl);
  });
  afterAll(async () => {
    await meter.close();
    await engine.stop();
  });

  /** The reminder of an unpaid PIX: wait, check, send. */
  const threeSteps = [
    wait(10),
    {
      type: 'condition' as const,
      branches: [
        {
          id: 'pendente',
          label: 'Ainda não pagou',
          conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }],
          steps: [send('Oi, {{customer.name}}')],
        },
      ],
    },
  ];

  type Sale = { orderId: string; customer: typeof ana };

  /** Unpaid orders, each of a different customer. */
  async function addOrders(storeId: string, count: number): Promise<Sale[]> {
    const sales = Array.from({ length: count }, (_, at) => ({
      orderId: randomUUID(),
      customer: { ...ana, email: `${randomUUID()}@cliente.example`, phone: `+55119${10_000_000 + at}` },
    }));
    await engine.db.query(
      `insert into orders (order_id, store_id, status, status_at, customer)
       select (sale->>'orderId')::uuid, $1, 'pending', to_timestamp(0), sale->'customer' from jsonb_array_elements($2) sale`,
      [storeId, JSON.stringify(sales)],
    );
    return sales;
  }

  /** Runs of one flow, from their events to their ends: `together` at once, repeated `times` times. */
  async function runs(steps: object[], together: number, times: number, messages = 1): Promise<DatabaseCosts> {
    const storeId = await engine.newStore();
    await engine.publish({ steps } as Parameters<TestEngine['publish']>[0], storeId);
    const sales = await addOrders(storeId, together * (times + 2));
    const once = async (): Promise<void> => {
      const sent = engine.delivered.length;
      await engine.happen(
        ...sales.splice(0, together).map(({ orderId, customer }) => ({
          type: 'pix.generated' as const,
          data: { customer, order: { id: orderId, status: 'waiting' } },
          orderId,
          storeId,
        })),
      );
      await engine.settle();
      engine.pass(10 * 60_000);
      await engine.settle();
      expect(engine.delivered.length - sent).toBe(together * messages);
    };
    await once();
    await once();
    const work = async (): Promise<void> => {
      for (let time = 0; time < times; time++) await once();
    };
    return meter.measure({ operations: times, work });
  }

  test('a run of three steps, alone', async () => {
    hold('run of three steps, alone', await runs(threeSteps, 1, 40));
  });

  test('200 runs of three steps together', async () => {
    hold('200 runs of three steps together', await runs(threeSteps, 200, 1));
  });

  test('a message: the cost that a second one adds to a run', async () => {
    const one = await runs([send('um')], 1, 40);
    const two = await runs([send('um'), send('dois')], 1, 40, 2);
    hold('message', difference(two, one));
  });
});
