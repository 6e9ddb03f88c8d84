import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded, type EmbeddedPostgres } from './embedded/embedded.ts';
import { listen, connectListener } from './listener.ts';
import { openDatabase } from './open-database.ts';
import { isUnavailable, openPool, type Database } from './pool.ts';
import { connectClient, Servers, splitHosts, timeoutOf } from './servers.ts';
import { withTestTimeout } from '../../testing/with-test-timeout.ts';
import { layCable, type Cable } from './testing/network-proxy.ts';
import { inTransaction } from './transaction.ts';

describe('[CHK26] the hosts of a connection string', () => {
  test.each([
    ['postgresql://u:p@a,b:5433/retoma?x=1', ['postgresql://u:p@a/retoma?x=1', 'postgresql://u:p@b:5433/retoma?x=1']],
    ['postgresql://[::1]:5,[::2]:6', ['postgresql://[::1]:5', 'postgresql://[::2]:6']],
    ['postgresql://u:a,b@one/retoma', ['postgresql://u:a,b@one/retoma']],
    ['postgresql://u@/retoma?host=/var/run,/tmp', ['postgresql://u@/retoma?host=/var/run,/tmp']],
  ])('%s', (connectionString, urls) => expect(splitHosts(connectionString)).toEqual(urls));

  test('one host needs to be the primary only where the string says so', () => {
    expect(new Servers('postgresql://a/retoma').needsPrimary).toBe(false);
    expect(new Servers('postgresql://a/retoma?target_session_attrs=read-write').needsPrimary).toBe(true);
    expect(new Servers('postgresql://a,b/retoma').needsPrimary).toBe(true);
  });

  test('only the server in use is left', () => {
    const servers = new Servers('postgresql://a,b/retoma');
    const [first, second] = servers.urls as [string, string];
    servers.leave(second);
    expect(servers.url).toBe(first);
    servers.leave(first);
    expect(servers.url).toBe(second);
    servers.leave(second);
    expect(servers.url).toBe(first);
  });
});

describe.each(['connect_timeout', 'socket_timeout'] as const)('[CHK9] the %s of a connection string', (name) => {
  const of = (parameters: string): number | undefined => timeoutOf(`postgresql://a/retoma${parameters}`, name);

  test('is a number of seconds, and 0 is none', () => {
    expect([of(`?schema=s&${name}=20`), of(`?${name}=20&schema=s`)]).toEqual([20_000, 20_000]);
    expect([of(`?${name}=0`), of('?schema=s'), of('')]).toEqual([undefined, undefined, undefined]);
  });

  test.each(['1.5', '-1', 'x', ''])('is refused as "%s"', (seconds) =>
    expect(() => of(`?${name}=${seconds}`)).toThrow('invalid number of seconds'),
  );
});

// One file makes a server a standby; that it follows no primary does not matter here.
describe('[CHK26] a primary and a standby', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-servers-'));
  let [primary, standby]: (EmbeddedPostgres | undefined)[] = [];
  let [toPrimary, toStandby]: (Cable | undefined)[] = [];
  let db: Database;
  const both = (): string => {
    const hostOf = ({ url }: Cable): string => new URL(url).host;
    return toPrimary!.url.replace(hostOf(toPrimary!), `${hostOf(toStandby!)},${hostOf(toPrimary!)}`);
  };

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    primary = await startEmbedded(path.join(folder, 'primary'), { disposable: true });
    const { home, stop } = await startEmbedded(path.join(folder, 'standby'), { disposable: true });
    await stop();
    writeFileSync(path.join(home, 'data', 'standby.signal'), '');
    standby = await startEmbedded(home, { disposable: true });
    toPrimary = await layCable(primary.connectionString);
    toStandby = await layCable(standby.connectionString);
    db = openPool(both(), 2, () => {});
  });
  afterAll(async () => {
    await db.end();
    for (const cable of [toPrimary, toStandby]) cable?.remove();
    for (const server of [primary, standby]) await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const inRecovery = async (): Promise<boolean> =>
    (await db.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')).rows[0]!.standby;

  test('the pool, a listener and a migration connect to the primary, whichever host is first', async () => {
    expect(await inRecovery()).toBe(false);
    const client = await connectClient(new Servers(both()), {});
    await client.query('create table written_to_the_primary ()');
    await client.end();
    const listened = Promise.withResolvers<string | undefined>();
    const ready = Promise.withResolvers<void>();
    const listening = listen({
      connect: connectListener(both()),
      channels: { test_servers: listened.resolve },
      onGap: ready.resolve,
    });
    await ready.promise;
    await db.query(`notify test_servers, 'a word'`);
    expect(await listened.promise).toBe('a word');
    await listening.stop();
  });

  test('no connection to a standby stays open', async () => {
    await inRecovery();
    const count = `select count(*)::int as open from pg_stat_activity where application_name = 'retoma'`;
    const watching = openPool(withTestTimeout(standby!.connectionString), 1, () => {});
    await expect.poll(async () => (await watching.query<{ open: number }>(count)).rows[0]!.open).toBe(1);
    await watching.end();
  });

  test('a start waits until a server accepts writes, and says what it waits for', async () => {
    const config = { databaseUrl: toStandby!.url, databaseOwnerUrl: undefined, home: folder };
    await expect(openDatabase(config)).rejects.toThrow(
      'Cannot use the database of DATABASE_URL: the server is a standby',
    );
    const steps: string[] = [];
    const opening = openDatabase(config, {
      waitMs: 60_000,
      onProgress(step) {
        steps.push(step);
        toStandby!.redirect(primary!.connectionString);
      },
    });
    await (await opening).close();
    toStandby!.redirect(standby!.connectionString);
    expect(steps[0]).toBe('Waiting for the database of DATABASE_URL: the server is a standby');
  });

  test('a write on a standby counts as away, and its connection is not used again', async () => {
    const alone = openPool(toStandby!.url, 1, () => {});
    const error: unknown = await inTransaction(alone, (client) => client.query('create table never ()')).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: '25006' });
    expect(isUnavailable(error)).toBe(true);
    expect(alone.totalCount).toBe(0);
    await alone.end();
  });

  test('after a failover the pool goes to the new primary', async () => {
    const promoting = await connectClient(new Servers(toStandby!.url), {});
    toPrimary!.remove();
    await promoting.query('select pg_promote()');
    await promoting.end();
    await expect.poll(() => inRecovery().catch(() => 'away')).toBe(false);
    expect(await inTransaction(db, (client) => client.query('create table after_the_failover ()'))).toBeDefined();
  });
});
