import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { randomFrom } from '../../../automations/engine/proofs/testing/random.ts';
import { openConnectorWorld, type ConnectorWorld } from '../testing/connector-world.ts';
import { orderDifferences } from '../testing/differences.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

/** In minutes. */
const day = 24 * 60;

let world: ConnectorWorld;
afterEach(() => world.stop());

/** Orders whose webhooks are lost, so that only calls can bring them. */
async function liveUnheard(world: ConnectorWorld, count: number): Promise<void> {
  const { shop, server } = world;
  const random = randomFrom(count);
  server.loseWebhooks(true);
  for (let index = 0; index < count; index++) {
    await shop.live(random());
    await world.pass(3_000);
  }
  server.loseWebhooks(false);
}

describe.each(testedPlatforms)('credentials and failures of $platform', (tested) => {
  async function connected(): Promise<void> {
    world = await openConnectorWorld(tested);
    await world.connect();
    await world.live(20);
  }

  test('[CON7] a token that ends between two pages is renewed, and no page is lost', async () => {
    await connected();
    await liveUnheard(world, 250);
    world.onceBefore('platform-feed-advance', () => world.server.endTokens('expired'));
    await world.live(30);
    expect(await orderDifferences(world)).toEqual([]);
    expect((await world.connection()).state).toBe('connected');
    expect(world.server.counts().overRate).toBe(0);
  });

  test.runIf(tested.connector.renew)(
    '[CON7] a worker that is killed with new credentials in its hands goes on',
    async () => {
      await connected();
      await liveUnheard(world, 3);
      world.server.endTokens('expired');
      world.killBefore('platform-connection-renew', 1);
      await world.live(60);
      expect(world.kills).toBe(1);
      expect(await orderDifferences(world)).toEqual([]);
      expect((await world.connection()).state).toBe('connected');
    },
  );

  test('[CON7] revoked credentials end in one notice, few calls and no loop; connecting again brings all', async () => {
    await connected();
    await liveUnheard(world, 3);
    world.server.endTokens('revoked');
    await world.live(26 * 60, 15);
    expect((await world.connection()).health.code).toBe('reconnect');
    const { refusedTokens } = world.server.counts();
    // Backing off to 15 minutes is about a hundred calls a day.
    expect(refusedTokens).toBeLessThan(150);
    await world.live(day, 15);
    expect(world.server.counts().refusedTokens).toBe(refusedTokens);
    expect(world.mails).toHaveLength(1);
    const before = (await world.connection()).connectionId;
    expect(await world.connect()).toBe(before);
    await world.live(30);
    expect(await orderDifferences(world)).toEqual([]);
    expect((await world.connection()).state).toBe('connected');
  });

  test('[CON5] refusals and failures in a row delay reading, and lose nothing', async () => {
    await connected();
    await liveUnheard(world, 60);
    world.server.answerNext(
      { status: 429, headers: { 'retry-after': '30' } },
      { status: 500 },
      { status: 503, headers: { 'retry-after': '120' } },
      { status: 502, headers: { 'content-type': 'text/html' } },
      { status: 429 },
    );
    await world.live(90);
    expect(await orderDifferences(world)).toEqual([]);
    expect((await world.connection()).state).toBe('connected');
    expect(world.server.counts().overRate).toBe(0);
  });

  const unpaid = tested.connector.failureOf({ status: 402, headers: {}, body: Buffer.from('{}') });
  test.runIf(unpaid?.kind === 'suspended')(
    '[CON7] a shop that is not paid for is suspended, and read once it is',
    async () => {
      await connected();
      await liveUnheard(world, 3);
      world.server.answerNext({ status: 402 });
      await world.live(10);
      expect((await world.connection()).health.code).toBe('suspended');
      await world.live(120);
      expect((await world.connection()).state).toBe('connected');
      expect(await orderDifferences(world)).toEqual([]);
    },
  );

  test('[CON5] a redirect to another host gets no credentials and no body', async () => {
    await connected();
    const received: IncomingMessage[] = [];
    const other = http.createServer((request, response) => {
      received.push(request);
      response.end('[]');
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/orders`;
    for (const status of [302, 307]) world.server.answerNext({ status, headers: { location } });
    await liveUnheard(world, 3);
    await world.live(60);
    other.close();
    other.closeAllConnections();
    expect(await orderDifferences(world)).toEqual([]);
    const harmless = new Set(['host', 'connection', 'user-agent', 'accept', 'accept-encoding']);
    for (const { method, headers } of received) {
      expect(method).toBe('GET');
      expect(Object.keys(headers).filter((name) => !harmless.has(name))).toEqual([]);
    }
  });

  test('[CON5] a shop that is down for an hour is called seldom, and read once it is back', async () => {
    await connected();
    world.server.setDown(true);
    const before = world.server.counts().calls;
    await world.live(60);
    expect(world.server.counts().calls - before).toBeLessThan(60);
    expect((await world.connection()).health.code).toBe('unreachable');
    world.server.setDown(false);
    await liveUnheard(world, 5);
    await world.live(45);
    expect(await orderDifferences(world)).toEqual([]);
    expect((await world.connection()).health.code).not.toBe('unreachable');
  });
});
