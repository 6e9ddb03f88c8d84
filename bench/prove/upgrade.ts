// An upgrade without a failed request: the previous release serves and works while the new one migrates the database, both run for a while,
// and the previous one stops.
import { openOwnPool } from '../harness/own-pool.ts';
import { withTestTimeout } from '../../packages/server/src/testing/with-test-timeout.ts';
import { BenchPostgres } from '../harness/postgres.ts';
import { openTraffic, type Traffic } from './shop-traffic.ts';
import { openShop, Program, type Shop } from './shop.ts';
import type { Releases } from './upgrade/releases.ts';

/** The result. */
export type Upgraded = {
  /** The previous release, and the migrations that ran while it worked. */
  readonly from: string;
  readonly migrations: readonly string[];
  /** Requests accepted before the migrations, while both programs ran, and by the new one alone. */
  readonly answered: number;
  readonly refused: readonly string[];
  /** Requests accepted but missing in the database. */
  readonly missing: number;
  /** Runs by status and by the number of their sent messages: all should be `completed 2`. */
  readonly runs: Readonly<Record<string, number>>;
  /** The doctor's findings at the end. */
  readonly findings: readonly unknown[];
};

/** Upgrades under traffic, with `answers` responses in each of the three parts, and removes the two programs' folders. */
export async function upgrade(releases: Releases, answers: number): Promise<Upgraded> {
  const postgres = await new BenchPostgres().start();
  const database = withTestTimeout(await postgres.createDatabase('retoma'));
  const [before, now] = [new Program(releases.before, database), new Program(releases.now, database)];
  const stops: (() => Promise<void>)[] = [];
  try {
    const { server: oldServer, shop } = await openShop(before);
    const oldWorkers = before.work();
    stops.push(oldServer.stop, oldWorkers.stop);
    const address = (port: number): string => `http://127.0.0.1:${port}`;
    let servers = [address(oldServer.port)];
    const traffic = openTraffic(shop, () => servers);
    await traffic.more(answers);
    const { migrated: migrations } = await now.retoma<{ migrated: string[] }>('migrate');
    const newServer = await now.serve();
    const newWorkers = now.work();
    stops.push(newServer.stop, newWorkers.stop);
    servers = [address(oldServer.port), address(newServer.port)];
    await traffic.more(answers);
    // As behind a proxy: the old server gets no new requests, finishes the current ones, and stops.
    servers = [address(newServer.port)];
    await traffic.more(8);
    await Promise.all([oldServer.stop(), oldWorkers.stop()]);
    await traffic.more(answers);
    const result = await traffic.stop();
    const accounts = await settle(database, shop, result);
    const { findings } = await now.retoma<{ findings: unknown[] }>('doctor');
    const answered = result.checkouts.length + result.events.length;
    return { from: releases.from, migrations, answered, refused: result.refused, ...accounts, findings };
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    await postgres.stop();
    for (const each of [before, now, releases]) each.remove();
  }
}

/** Waits until no run of the shop is in progress, at most two leases of a message, and counts. */
async function settle(database: string, shop: Shop, result: Traffic): Promise<Pick<Upgraded, 'missing' | 'runs'>> {
  const db = openOwnPool(database);
  try {
    const ids = (all: Traffic['events']): string[] => all.map(({ id }) => id);
    const [events, checkouts] = [ids(result.events), ids(result.checkouts)];
    for (let tries = 0; tries < 600; tries++) {
      const { rows } = await db.query<{ over: number }>(
        'select count(*) as over from runs where automation_id = $1 and finished_at is not null',
        [shop.automationId],
      );
      if (rows[0]!.over >= events.length) break;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const { rows } = await db.query<{ what: string; count: number }>(
      `select status || ' ' || sent as what, count(*) from (
         select r.status, (select count(*) from messages m where m.run_id = r.run_id and m.state = 'sent') as sent
         from runs r where automation_id = $1) counted group by 1`,
      [shop.automationId],
    );
    const { rows: lost } = await db.query<{ missing: number }>(
      `select (select count(*) from unnest($1::uuid[]) as sent (id) where not exists (
           select from checkouts where checkout_id = sent.id))
         + (select count(*) from unnest($2::uuid[]) as sent (id) where not exists (
           select from runs r where r.automation_id = $3 and r.event_id = sent.id)) as missing`,
      [checkouts, events, shop.automationId],
    );
    return { missing: lost[0]!.missing, runs: Object.fromEntries(rows.map(({ what, count }) => [what, count])) };
  } finally {
    await db.end();
  }
}
