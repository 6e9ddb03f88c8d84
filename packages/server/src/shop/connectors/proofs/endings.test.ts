import { afterEach, describe, expect, test } from 'vitest';
import { openConnectorWorld, type ConnectorWorld } from '../testing/connector-world.ts';
import { orderDifferences } from '../testing/differences.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

const minute = 60_000;

let world: ConnectorWorld;
afterEach(() => world.stop());

describe.each(testedPlatforms)('the end of a connection with $platform', (tested) => {
  const { capabilities } = tested.connector;

  /** The method whose app may ask to erase: the installation's, where there is one. */
  const withApp = Math.max(
    0,
    tested.connector.methods.findIndex(({ needsApp }) => needsApp),
  );

  /** A connected shop with one paid order of ours. */
  async function connectedShop(method = 0): Promise<string> {
    world = await openConnectorWorld(tested);
    const connectionId = await world.connect(method);
    await world.live(20);
    await world.shop.pay(await world.shop.place({ email: 'ana@cliente.example' }));
    await world.live(20);
    expect(await orderDifferences(world)).toEqual([]);
    return connectionId;
  }

  test('[CON10] disconnecting deletes the webhooks and the credentials, keeps the orders, and nothing is called after it', async () => {
    const connectionId = await connectedShop();
    expect(world.server.activeWebhooks()).toBeGreaterThan(0);
    expect(await world.disconnect(connectionId)).toBe(true);
    expect(world.server.activeWebhooks()).toBe(0);
    const { calls } = world.server.counts();
    await world.live(60);
    expect(world.server.counts().calls).toBe(calls);
    expect(await orderDifferences(world)).toEqual([]);
    expect(await world.stored('credentials is not null')).toBe(0);
  });

  test('[CON10] connecting again after it brings what happened meanwhile, without runs', async () => {
    const connectionId = await connectedShop();
    const paid = await world.publish('payment.confirmed');
    await world.disconnect(connectionId);
    await world.pass(10 * minute);
    await world.shop.pay(await world.shop.place());
    await world.pass(10 * minute);
    await world.connect();
    await world.live(20);
    expect(await orderDifferences(world)).toEqual([]);
    expect(await world.runs(paid)).toEqual([]);
  });

  test.runIf(capabilities.uninstallSignal)(
    '[CON10] after an uninstall nothing is called, and the orders stay',
    async () => {
      await connectedShop();
      await world.server.uninstall!();
      await world.pass(minute);
      const { calls } = world.server.counts();
      await world.live(60);
      expect(world.server.counts().calls).toBe(calls);
      expect((await world.connection()).health.code).toBe('uninstalled');
      expect(await world.stored('credentials is not null')).toBe(0);
      expect(await orderDifferences(world)).toEqual([]);
    },
  );

  test.runIf(capabilities.uninstallSignal)('[CON10] a shop that installs again is read on', async () => {
    await connectedShop();
    await world.server.uninstall!();
    await world.pass(minute);
    await world.shop.pay(await world.shop.place());
    await world.connect();
    await world.live(20);
    expect(await orderDifferences(world)).toEqual([]);
    expect((await world.connection()).state).toBe('connected');
  });

  test.runIf(capabilities.uninstallSignal)(
    '[CON10] a late word of an uninstallation does not end the connection made after it',
    async () => {
      await connectedShop(withApp);
      world.front.mode = 'down';
      await world.server.uninstall!();
      world.front.mode = 'open';
      await world.connect(withApp);
      await world.live(60);
      expect((await world.connection()).state).toBe('connected');
      await world.shop.pay(await world.shop.place());
      await world.live(20);
      expect(await orderDifferences(world)).toEqual([]);
    },
  );

  test.runIf(capabilities.privacyRequests)(
    '[CON10] a person whom the platform asks to erase is erased here',
    async () => {
      await connectedShop(withApp);
      expect(await world.server.requestPrivacy!('export-person', 'ana@cliente.example')).toBe(200);
      expect(await world.server.requestPrivacy!('erase-person', 'ana@cliente.example')).toBe(200);
      await world.live(20);
      expect(await world.holds('ana@cliente.example')).toEqual([]);
    },
  );

  test.runIf(capabilities.privacyRequests)(
    '[CON10] after the shop asks to erase all, nothing that came from it is left',
    async () => {
      await connectedShop(withApp);
      if (capabilities.uninstallSignal) await world.server.uninstall!();
      expect(await world.server.requestPrivacy!('erase-shop')).toBe(200);
      await world.live(20);
      expect(await world.holds('ana@cliente.example')).toEqual([]);
    },
  );
});
