import { afterEach, describe, expect, test } from 'vitest';
import { randomFrom } from '../../../automations/engine/proofs/testing/random.ts';
import { openConnectorWorld, type ConnectorWorld } from '../testing/connector-world.ts';
import { orderDifferences, runDifferences } from '../testing/differences.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

const minute = 60_000;
// `npm run prove -- connectors` has other ones.
const seeds = process.env['PROVE_SEED'] === undefined ? [1] : [1, 2, 3, Number(process.env['PROVE_SEED'])];

let world: ConnectorWorld;
afterEach(() => world.stop());

/** The orders of a short day: some paid, shipped, refused or cancelled. */
async function liveDay({ shop }: ConnectorWorld, random: () => number, count = 12): Promise<void> {
  for (let index = 0; index < count; index++) await shop.live(random());
}

describe.each(testedPlatforms)('arrival from $platform', (tested) => {
  test.each([...tested.connector.methods.entries()].map(([index, { label }]) => ({ index, name: label.en })))(
    '[CON11] a shop that is connected by $name is read',
    async ({ index }) => {
      world = await openConnectorWorld(tested);
      await world.connect(index);
      await world.live(10);
      await world.shop.pay(await world.shop.place());
      await world.live(10);
      expect(await orderDifferences(world)).toEqual([]);
      expect((await world.connection()).health.code).toBe('working');
    },
  );

  test('[CON2] an order that a webhook and the feed report is one order, with one run', async () => {
    world = await openConnectorWorld(tested);
    const paid = await world.publish('payment.confirmed');
    const shipped = await world.publish('tracking_code_updated');
    await world.connect();
    await world.live(20);
    await liveDay(world, randomFrom(1));
    await world.live(30);
    const orders = [...world.shop.orders.values()];
    expect(await orderDifferences(world)).toEqual([]);
    expect(
      runDifferences(
        await world.runs(paid),
        orders.filter(({ status }) => status === 'paid'),
      ),
    ).toEqual([]);
    expect(
      runDifferences(
        await world.runs(shipped),
        orders.filter(({ trackingCode }) => trackingCode !== null),
      ),
    ).toEqual([]);
    expect(world.front.answers.get(200)).toBeGreaterThan(orders.length);
    expect(world.server.counts().overRate).toBe(0);
  });

  test.each(seeds)(
    '[CON2] deliveries in any order, some of them repeated, end in the same orders and runs: %i',
    async (seed) => {
      const random = randomFrom(seed);
      world = await openConnectorWorld(tested);
      const paid = await world.publish('payment.confirmed');
      await world.connect();
      await world.live(20);
      world.front.mode = 'keeping';
      await liveDay(world, random);
      await world.pass(15 * minute);
      world.front.mode = 'open';
      const drawn = world.front.kept.flatMap(
        (request) => Array(1 + Math.floor(random() * 3)).fill(request) as (typeof request)[],
      );
      const shuffled = drawn.map((request) => ({ request, at: random() })).toSorted((one, other) => one.at - other.at);
      for (const { request } of shuffled) {
        expect(await world.front.pass(request)).toBe(200);
        if (random() < 0.3) await world.work();
      }
      await world.live(30);
      const orders = [...world.shop.orders.values()];
      expect(await orderDifferences(world)).toEqual([]);
      expect(
        runDifferences(
          await world.runs(paid),
          orders.filter(({ status }) => status === 'paid'),
        ),
      ).toEqual([]);
    },
  );

  test.each(['event-insert-many', 'platform-delivery-finish', 'platform-feed-advance'] as const)(
    '[CON1][CON5] a worker that is killed before %s loses nothing',
    async (statement) => {
      world = await openConnectorWorld(tested);
      const paid = await world.publish('payment.confirmed');
      await world.connect();
      await world.live(20);
      world.killBefore(statement, 3);
      await liveDay(world, randomFrom(4));
      await world.live(45);
      expect(world.kills).toBe(3);
      const orders = [...world.shop.orders.values()];
      expect(await orderDifferences(world)).toEqual([]);
      expect(
        runDifferences(
          await world.runs(paid),
          orders.filter(({ status }) => status === 'paid'),
        ),
      ).toEqual([]);
    },
  );

  test('[CON4] what happened in the 48 hours before is read, without runs', async () => {
    world = await openConnectorWorld(tested);
    const paid = await world.publish('payment.confirmed');
    await world.shop.live(0.9);
    const old = new Set(world.shop.orders.keys());
    await world.pass(50 * 60 * minute);
    await liveDay(world, randomFrom(5));
    await world.pass(60 * minute);
    await world.connect();
    await world.live(20);
    for (const id of old) world.shop.orders.delete(id);
    expect(await orderDifferences(world)).toEqual([]);
    expect(await world.runs(paid)).toEqual([]);
    const { history } = await world.connection();
    expect(history).toMatchObject({ done: true });
    expect(history.read).toBeGreaterThanOrEqual(world.shop.orders.size);
  });
});
