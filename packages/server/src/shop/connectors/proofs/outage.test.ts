import { afterEach, describe, expect, test } from 'vitest';
import { randomFrom } from '../../../automations/engine/proofs/testing/random.ts';
import { openConnectorWorld, type ConnectorWorld } from '../testing/connector-world.ts';
import { orderDifferences, runDifferences } from '../testing/differences.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

// `npm run prove -- connectors` has more orders, and another seed.
const orderCount = Number(process.env['CONNECTOR_ORDERS'] ?? 60);
const seed = Number(process.env['PROVE_SEED'] ?? 7);
const minute = 60_000;

let world: ConnectorWorld;
afterEach(() => world.stop());

describe.each(testedPlatforms)('an outage between $platform and the service', (tested) => {
  test(
    `[CON5][CON6] of an hour, with lost webhooks, disabled ones and an ended token: ${orderCount} orders are there, once, as in the shop`,
    async () => {
      world = await openConnectorWorld(tested);
      const { shop, server } = world;
      const paid = await world.publish('payment.confirmed');
      const shipped = await world.publish('tracking_code_updated');
      const random = randomFrom(seed);
      await world.connect();
      await world.live(20);
      const active = server.activeWebhooks();
      expect(active).toBeGreaterThan(0);
      // A third of the orders before the outage, during it, and while only webhooks are lost.
      const liveHour = async (isUp: boolean): Promise<void> => {
        for (let passed = 0; passed < 60; passed++) {
          const end = Math.round((orderCount / 3 / 60) * (passed + 1)) - Math.round((orderCount / 3 / 60) * passed);
          for (let index = 0; index < end; index++) await shop.live(random());
          await (isUp ? world.live(1, 1) : world.pass(minute));
        }
      };
      await liveHour(true);
      world.front.mode = 'down';
      server.endTokens('expired');
      await liveHour(false);
      const disabled = active - server.activeWebhooks();
      world.front.mode = 'open';
      server.loseWebhooks(true);
      await liveHour(true);
      server.loseWebhooks(false);
      await world.live(60);
      const orders = [...shop.orders.values()];
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
      expect(server.activeWebhooks()).toBe(active);
      expect(server.counts().overRate).toBe(0);
      // Webhooks reach the service again.
      const before = world.front.answers.get(200) ?? 0;
      await shop.pay(await shop.place());
      await world.pass(15 * minute);
      expect(world.front.answers.get(200)).toBeGreaterThan(before);
      expect(world.mails.length).toBe(disabled > 0 ? 1 : 0);
      if (process.env['CONNECTOR_ORDERS']) {
        console.log(tested.platform, {
          orders: orders.length,
          disabled,
          mails: world.mails.length,
          ...server.counts(),
        });
      }
    },
    60_000 + orderCount * 200,
  );
});
