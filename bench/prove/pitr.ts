// Proves recovery to a moment, as docs/backups.md describes: a base backup under traffic, more traffic, the data directory destroyed, and three
// restores: to the latest moment from the archive alone, to one in the middle, and to the latest moment with the synchronous stream.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { ArchivedPostgres, archiveTimeoutS, missingPackages, type RestoreOptions } from './pitr/archived-postgres.ts';
import { openTraffic, repeatEvents, type Answered, type Traffic } from './shop-traffic.ts';
import { openShop, Program, thisProgram, type Shop } from './shop.ts';

/** One restore. */
export type Restored = {
  readonly to: string;
  /** From the command until the server takes writes. */
  readonly seconds: number;
  /** Acknowledged before the moment that the restore guarantees, and how many of them are missing: 0. */
  readonly guaranteed: number;
  readonly missing: number;
  /** Sent after the moment of a restore to the middle and present all the same: 0. */
  readonly tooMany: number;
  /** Acknowledged after the guaranteed moment and lost; the time before the end in which that happened, in seconds. */
  readonly lost: number;
  readonly lostSpan: number;
  /** Events that were new when all were sent again, unanswered ones too; afterwards what is there twice: nothing. */
  readonly repeated: number;
  readonly doubled: readonly string[];
  readonly findings: readonly unknown[];
};

/** The result. With missing packages nothing was tried. */
export type Recovered = {
  readonly missingPackages: readonly string[];
  readonly answered: number;
  readonly backupSeconds: number;
  readonly restored: readonly Restored[];
};

/** Whether everything promised was kept. */
export const isRecovered = ({ restored }: Recovered): boolean =>
  restored.length === 3 &&
  restored.every(
    ({ guaranteed, missing, tooMany, doubled, findings }) =>
      guaranteed > 0 && missing + tooMany + doubled.length + findings.length === 0,
  );

/** Some lines about the result. */
export const describeRestored = ({ answered, backupSeconds, restored }: Recovered): string[] => [
  `${answered} answered; base backup under traffic in ${backupSeconds.toFixed(1)} s; archive_timeout ${archiveTimeoutS} s`,
  ...restored.map(
    ({ to, seconds, guaranteed, missing, tooMany, lost, lostSpan, repeated, doubled, findings }) =>
      `${to}: restored in ${seconds.toFixed(1)} s; ${missing} of ${guaranteed} guaranteed missing, ${tooMany} too many; ` +
      `${lost} lost of the last ${lostSpan.toFixed(1)} s; ${repeated} events new when sent again; ` +
      `doubled ${JSON.stringify(doubled)}, doctor ${JSON.stringify(findings)}`,
  ),
];

/** A segment that was being written, and an instant after which everything acknowledged is in it or in a later one. */
type Sample = { readonly at: number; readonly segment: string };

/** Backs up after a fourth of the responses, goes on for `seconds` at least, destroys the data directory and restores. */
export async function proveRecovery(answers: number, seconds: number): Promise<Recovered> {
  const packages = missingPackages();
  if (packages.length > 0) return { missingPackages: packages, answered: 0, backupSeconds: 0, restored: [] };
  const postgres = await ArchivedPostgres.start();
  const program = new Program(thisProgram, postgres.address());
  try {
    const { shop, traffic, middle, endedAt, samples, backupSeconds } = await runUntilDestroyed(
      postgres,
      program,
      answers,
      seconds,
    );
    const last = await postgres.lastArchived();
    const archivedAt = samples.findLast(({ segment }) => segment <= last)!.at;
    const target = new Date(middle).toISOString().replace('T', ' ').replace('Z', '+00');
    const latest = { args: ['--type=default'], fromStream: false };
    const cases: [string, number, RestoreOptions][] = [
      ['the latest moment of the archive', archivedAt, latest],
      [
        'a moment in the middle',
        middle,
        { args: ['--type=time', `--target=${target}`, '--target-action=promote'], fromStream: false },
      ],
      ['the latest moment, with the stream', endedAt, { ...latest, fromStream: true }],
    ];
    const restored: Restored[] = [];
    for (const [index, [to, moment, options]] of cases.entries()) {
      const began = performance.now();
      await postgres.restore(`restored-${index}`, options);
      const took = (performance.now() - began) / 1000;
      const isMiddle = moment === middle;
      const counts = await compare(postgres, traffic, { moment, endedAt, isMiddle });
      restored.push({ to, seconds: took, ...counts, ...(await runAgain(program, postgres, shop, traffic)) });
      await postgres.stop();
    }
    return { missingPackages: [], answered: traffic.checkouts.length + traffic.events.length, backupSeconds, restored };
  } finally {
    await postgres.remove();
    program.remove();
  }
}

async function runUntilDestroyed(postgres: ArchivedPostgres, program: Program, answers: number, seconds: number) {
  const { server, shop } = await openShop(program);
  const workers = program.work();
  const sampling = new AbortController();
  const samples: Sample[] = [];
  const sampled = sampleSegments(postgres, samples, sampling.signal);
  try {
    const traffic = openTraffic(shop, () => [`http://127.0.0.1:${server.port}`]);
    const began = performance.now();
    await traffic.more(answers / 4);
    const backupBegan = performance.now();
    await postgres.backrest('--type=full', 'backup');
    const backupSeconds = (performance.now() - backupBegan) / 1000;
    await traffic.more(answers / 4);
    // pgBackRest takes a backup for a moment only if it ended in an earlier second.
    await sleep(1_100);
    const middle = Date.now();
    await traffic.more(answers / 4);
    // The archive must contain a commit after the middle, or a recovery to it would not know that it is reached.
    const past = samples.length;
    await waitUntil(async () => {
      const last = await postgres.lastArchived();
      return samples.slice(past).some(({ segment }) => segment <= last);
    });
    await traffic.more(answers / 4);
    await sleep(Math.max(0, seconds * 1000 - (performance.now() - began)));
    sampling.abort();
    await sampled;
    await postgres.destroy();
    const endedAt = Date.now();
    return { shop, traffic: await traffic.stop(), middle, endedAt, samples, backupSeconds };
  } finally {
    sampling.abort();
    await Promise.all([server.stop(), workers.stop()]);
  }
}

/** Writes down which segment is written when. The instant is taken first, so what was acknowledged before is in this segment or before. */
async function sampleSegments(postgres: ArchivedPostgres, samples: Sample[], signal: AbortSignal): Promise<void> {
  const db = openOwnPool(postgres.address('postgres'));
  try {
    while (!signal.aborted) {
      const at = Date.now();
      const { rows } = await db.query<{ segment: string }>(
        'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
      );
      samples.push({ at, segment: rows[0]!.segment });
      await sleep(100);
    }
  } finally {
    await db.end();
  }
}

/** Compares what was acknowledged with what is there. */
async function compare(
  postgres: ArchivedPostgres,
  traffic: Traffic,
  { moment, endedAt, isMiddle }: { moment: number; endedAt: number; isMiddle: boolean },
): Promise<Pick<Restored, 'guaranteed' | 'missing' | 'tooMany' | 'lost' | 'lostSpan'>> {
  const db = openOwnPool(postgres.address());
  try {
    const present = new Set([
      ...(await idsOf(db, 'select checkout_id as id from checkouts')),
      ...(await idsOf(db, 'select event_id as id from events')),
    ]);
    const all = [...traffic.checkouts, ...traffic.events];
    const before = all.filter(({ at }) => at < moment);
    const absent = (answered: readonly Answered[]): Answered[] => answered.filter(({ id }) => !present.has(id));
    const lost = absent(all.filter(({ at }) => at >= moment));
    const lostSpan = lost.length === 0 ? 0 : (endedAt - Math.min(...lost.map(({ at }) => at))) / 1000;
    const later = isMiddle ? all.filter(({ sentAt }) => sentAt > moment) : [];
    const tooMany = later.length - absent(later).length;
    return { guaranteed: before.length, missing: absent(before).length, tooMany, lost: lost.length, lostSpan };
  } finally {
    await db.end();
  }
}

const idsOf = async (db: Database, statement: string): Promise<string[]> =>
  (await db.query<{ id: string }>(statement)).rows.map(({ id }) => id);

/** Runs the product on the restored database, sends every event again, and looks for what is there twice. */
async function runAgain(
  program: Program,
  postgres: ArchivedPostgres,
  shop: Shop,
  traffic: Traffic,
): Promise<Pick<Restored, 'repeated' | 'doubled' | 'findings'>> {
  const server = await program.serve();
  const workers = program.work();
  const db = openOwnPool(postgres.address());
  try {
    const repeated = await repeatEvents(shop, `http://127.0.0.1:${server.port}`, traffic.sent);
    await untilOver(db, shop);
    const doubled = await findDoubled(db, shop, traffic.sent);
    const { findings } = await program.retoma<{ findings: unknown[] }>('doctor');
    return { repeated, doubled, findings };
  } finally {
    await db.end();
    await Promise.all([server.stop(), workers.stop()]);
  }
}

/** Waits until no event waits and no run of the shop's automation is in progress: leases of the destroyed server's workers last a minute. */
async function untilOver(db: Database, { automationId }: Shop): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await db.query<{ left: number }>(
      `select (select count(*) from event_queue)
         + (select count(*) from runs where automation_id = $1 and finished_at is null) as left`,
      [automationId],
    );
    return rows[0]!.left === 0;
  });
}

/** Waits for a condition, at most five minutes. */
async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 300_000; !(await isTrue()); await sleep(250))
    if (Date.now() > end) throw new Error(`not within five minutes: ${isTrue.toString()}`);
}

/** One run for each event, two messages for each run, and no message twice to one contact. */
async function findDoubled(db: Database, { storeId, automationId }: Shop, events: number): Promise<string[]> {
  const { rows } = await db.query<{ what: string; count: number }>(
    `select 'runs of one event' as what, count(*) from (
       select from runs where automation_id = $1 group by event_id having count(*) > 1) twice
     union all select 'runs without exactly two messages', count(*) from runs r where automation_id = $1
       and 2 <> (select count(*) from messages m where m.run_id = r.run_id and m.state in ('sent', 'unknown'))
     union all select 'equal messages to one contact', count(*) from (
       select from sandbox_messages where store_id = $2 group by channel, recipient, content::text having count(*) > 1) twice
     union all select 'events without a run of their own', abs(count(*) - $3) from runs where automation_id = $1`,
    [automationId, storeId, events],
  );
  return rows.filter(({ count }) => count !== 0).map(({ what, count }) => `${count} ${what}`);
}
