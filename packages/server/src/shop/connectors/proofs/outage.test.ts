import { afterEach, describe, expect, test } from 'vitest';
import { randomFrom } from '../../../automations/engine/proofs/testing/random.ts';
import { openConnectorWorld, type ConnectorWorld } from '../testing/connector-world.ts';
import { orderDifferences, runDifferences } from '../testing/differences.ts';
import type { ShopOrder } from '../testing/shop-history.ts';
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
      const waiting = await world.publish('pix.generated');
      const random = randomFrom(seed);
      await world.connect();
      await world.live(20);
      const active = server.activeWebhooks();
      expect(active).toBeGreaterThan(0);
      // A third of the orders before the outage, during it, and while only webhooks are lost.
      let passed = 0;
      const liveHour = async (isUp: boolean): Promise<void> => {
        for (const end = passed + 60; passed < end; passed++) {
          while (shop.orders.size < (orderCount / 180) * (passed + 1)) await shop.live(random());
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
      const expected: [string, (order: ShopOrder) => boolean][] = [
        [paid, ({ status }) => status === 'paid'],
        [shipped, ({ trackingCode }) => trackingCode !== null],
      ];
      for (const [automationId, isAskedFor] of expected) {
        expect(runDifferences(await world.runs(automationId), orders.filter(isAskedFor))).toEqual([]);
      }
      // A PIX that was paid or cancelled meanwhile may have been asked for, or not.
      const asked = await world.runs(waiting);
      const open = orders.filter(({ method, status }) => method === 'pix' && status === 'pending');
      const openIds = new Set(open.map(({ id }) => id));
      expect(
        runDifferences(
          asked.filter(({ order }) => openIds.has(order!)),
          open,
        ),
      ).toEqual([]);
      expect(new Set(asked.map(({ order }) => order)).size).toBe(asked.length);
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
