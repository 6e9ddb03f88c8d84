import { afterEach, describe, expect, test } from 'vitest';
import { openConnectorWorld, type ConnectorWorld } from '../testing/connector-world.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

/** Longer than any platform takes to show an abandoned cart, in minutes. */
const day = 24 * 60;

let world: ConnectorWorld;
afterEach(() => world.stop());

describe.each(testedPlatforms.filter(({ connector }) => connector.capabilities.carts))(
  'carts of $platform',
  (tested) => {
    /** A cart that was left, and its shopper. */
    async function leaveCart() {
      const shopper = world.shop.newShopper();
      return { shopper, token: await world.server.leaveCart!(shopper) };
    }

    test('[CON8] a cart that is left starts one run, within the stated delay', async () => {
      world = await openConnectorWorld(tested);
      const reminder = await world.publish('cart.abandoned');
      await world.connect();
      await world.live(20);
      await leaveCart();
      const [, most] = tested.connector.capabilities.carts!.delayMinutes;
      await world.live(most + 45);
      expect(await world.runs(reminder)).toHaveLength(1);
      await world.live(day, 15);
      expect(await world.runs(reminder)).toHaveLength(1);
    });

    test.each(['its token', 'its person only'])(
      '[CON8] an order within the delay that has %s prevents the reminder',
      async (what) => {
        world = await openConnectorWorld(tested);
        const reminder = await world.publish('cart.abandoned');
        await world.connect();
        await world.live(20);
        const { shopper, token } = await leaveCart();
        await world.live(2, 2);
        await world.shop.place({ ...shopper, ...(what === 'its token' && { cartToken: token }) });
        await world.live(day, 15);
        expect(await world.runs(reminder)).toEqual([]);
      },
    );

    test('[CON8] an order that is paid after the reminder began ends its run, before its message', async () => {
      world = await openConnectorWorld(tested);
      const reminder = await world.publish('cart.abandoned', { minutes: day, settings: { stopOnPurchase: true } });
      await world.connect();
      await world.live(20);
      const { shopper, token } = await leaveCart();
      const [, most] = tested.connector.capabilities.carts!.delayMinutes;
      await world.live(most + 45, 15);
      expect(await world.runs(reminder)).toMatchObject([{ status: 'waiting' }]);
      await world.shop.pay(await world.shop.place({ ...shopper, cartToken: token }));
      await world.live(day + 60, 15);
      expect(await world.runs(reminder)).toMatchObject([{ status: 'ended' }]);
      expect(world.engine.delivered).toEqual([]);
    });
  },
);
