import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { Listeners, type Subscriber } from './listener.ts';
import { openPool, type Database } from './pool.ts';
import { withoutSchema, withSchema } from './servers.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 1, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const listening = `from pg_stat_activity where application_name = 'retoma listen' and datname = current_database()`;
const connections = async (): Promise<number> => (await db.query(`select ${listening}`)).rowCount!;
const notify = (channel: string, payload: string) => db.query('select pg_notify($1, $2)', [channel, payload]);

/** A subscriber that records what it gets. `listens` resolves when it has begun to. */
function recorder(...channels: string[]) {
  const got: string[] = [];
  const listens = Promise.withResolvers<void>();
  const subscriber: Subscriber = {
    channels: Object.fromEntries(channels.map((name) => [name, (payload) => void got.push(`${name} ${payload}`)])),
    onGap() {
      got.push('gap');
      listens.resolve();
    },
  };
  return { got, subscriber, listens: listens.promise };
}

describe('[SHD4] a process that listens for several shards', () => {
  test('has one connection to each database, and every part gets what it listens for', async () => {
    const listeners = new Listeners();
    const [one, other] = [recorder('test_one', 'test_both'), recorder('test_other', 'test_both')];
    const first = listeners.listen(database.url, one.subscriber);
    await one.listens;
    // On a connection that is open already.
    const second = listeners.listen(withSchema(database.url, 'shard_001'), other.subscriber);
    await other.listens;
    expect(await connections()).toBe(1);
    await notify('test_one', 'a');
    await notify('test_other', 'b');
    await notify('test_both', 'c');
    await expect.poll(() => one.got).toEqual(['gap', 'test_one a', 'test_both c']);
    await expect.poll(() => other.got).toEqual(['gap', 'test_other b', 'test_both c']);

    await first.stop();
    await notify('test_both', 'd');
    await expect.poll(() => other.got.at(-1)).toBe('test_both d');
    expect(one.got).toHaveLength(3);
    await second.stop();
    await expect.poll(connections).toBe(0);

    const again = recorder('test_one');
    const third = listeners.listen(database.url, again.subscriber);
    await again.listens;
    await notify('test_one', 'e');
    await expect.poll(() => again.got).toEqual(['gap', 'test_one e']);
    await third.stop();
  });

  test('is notified again in every part after the connection was lost', async () => {
    const listeners = new Listeners();
    const parts = [recorder('test_lost'), recorder('test_lost')];
    // Both while it connects.
    const subscriptions = parts.map(({ subscriber }) => listeners.listen(database.url, subscriber));
    await Promise.all(parts.map(({ listens }) => listens));
    await database.asOwner(`select pg_terminate_backend(pid) ${listening}`);
    for (const { got } of parts) await expect.poll(() => got).toEqual(['gap', 'gap', 'gap']);
    await notify('test_lost', 'f');
    for (const { got } of parts) await expect.poll(() => got.at(-1)).toBe('test_lost f');
    await Promise.all(subscriptions.map(({ stop }) => stop()));
    await expect.poll(connections).toBe(0);
  });

  test.each([
    ['postgresql://u@a/retoma?schema=one', 'postgresql://u@a/retoma'],
    ['postgresql://u@/retoma?host=%2Ftmp&schema=one', 'postgresql://u@/retoma?host=%2Ftmp'],
    ['postgresql://u@/retoma?schema=one&host=%2Ftmp', 'postgresql://u@/retoma?host=%2Ftmp'],
    ['postgresql://u@a/retoma', 'postgresql://u@a/retoma'],
  ])('%s leads to the database %s', (place, wanted) => expect(withoutSchema(place)).toBe(wanted));
});
