import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../base/config/config.ts';
import { listSegmentMonths, createSegmentMonths } from '../../base/postgres/timeline-partitions.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { firstIdOf, newId } from '../../base/ids.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { rotatePartitions } from './rotate-partitions.ts';

const day = 24 * 60 * 60_000;
const retention = readConfig({}).retention;
const signal = new AbortController().signal;
const at = (text: string): number => Date.parse(`${text}Z`);

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
  // As for a database that was created in January 2030.
  const { db } = service.context;
  for (const { partition } of await listSegmentMonths(db)) await service.asOwner(`drop table ${partition}`);
  await createSegmentMonths(db, at('2030-01-20T12:00'));
});
afterEach(() => service.stop());

const rows = async (text: string, values: unknown[] = []) =>
  (await service.context.db.query<Record<string, unknown>>(text, values)).rows;
const turn = (now: number, days = retention) => rotatePartitions(service.context.db, days, now, signal);
const names = async () =>
  (await listSegmentMonths(service.context.db)).map(({ partition }) => partition.replace('run_timeline_segments_', ''));

/** A run that began at an instant, with a timeline segment; live if `finishedAt` is null. Returns its id. */
async function begin(startedAt: number, finishedAt: number | null = startedAt): Promise<string> {
  const runId = firstIdOf(startedAt).slice(0, 19) + newId().slice(19);
  await rows(
    `insert into runs (run_id, store_id, automation_id, version, event_id, status, started_at, finished_at)
     values ($1, $2, $3, 1, $4, $5, to_timestamp($6 / 1000.0), to_timestamp($7 / 1000.0))`,
    [runId, service.storeId, newId(), newId(), finishedAt === null ? 'waiting' : 'completed', startedAt, finishedAt],
  );
  await write(runId);
  return runId;
}
const write = (runId: string) =>
  rows(
    `insert into run_timeline_segments select $1, count(*) + 1, 'entries' from run_timeline_segments where run_id = $1`,
    [runId],
  );
const where = async (runId: string) =>
  (await rows('select tableoid::regclass::text as name from run_timeline_segments where run_id = $1', [runId])).map(
    ({ name }) => (name as string).replace('run_timeline_segments_', ''),
  );
/** Deletes runs, as retention does long enough after their end. */
const forget = (...runIds: string[]) => rows('delete from runs where run_id = any($1::uuid[])', [runIds]);

describe('monthly partitions of timelines', () => {
  test('partitions for three months are created in advance, once, by any number of workers', async () => {
    expect(await names()).toEqual(['before', '2030_01', '2030_02', '2030_03', '2030_04']);
    expect(await turn(at('2030-01-31T23:59:59.999'))).toBe(0);
    const made = await Promise.all([1, 2, 3].map(() => turn(at('2030-02-01T00:00'))));
    expect(made.reduce((sum, one) => sum + one)).toBe(1);
    expect(await names()).toEqual(['before', '2030_01', '2030_02', '2030_03', '2030_04', '2030_05']);
  });

  test('partitions that are missing because a process died are created by the next one', async () => {
    for (const name of ['before', '2030_04']) await service.asOwner(`drop table run_timeline_segments_${name}`);
    expect(await turn(at('2030-01-31T00:00'))).toBe(2);
    expect(await names()).toEqual(['before', '2030_01', '2030_02', '2030_03', '2030_04']);
  });

  test('after a long pause no month is left out, since a run of that month may be live', async () => {
    await turn(at('2030-07-15T00:00'));
    expect((await names()).slice(5)).toEqual(['2030_05', '2030_06', '2030_07', '2030_08', '2030_09', '2030_10']);
  });

  test('a row at a month’s edge goes to its month; one with a date before all months goes to the first partition', async () => {
    const edge = at('2030-02-01T00:00');
    expect(await where(await begin(edge - 1))).toEqual(['2030_01']);
    expect(await where(await begin(edge))).toEqual(['2030_02']);
    expect(await where(await begin(at('1970-01-01T00:00')))).toEqual(['before']);
  });

  test('[RUN15] a run that began three months ago still writes', async () => {
    const runId = await begin(at('2030-01-20T12:00'), null);
    await turn(at('2030-04-20T12:00'));
    await write(runId);
    expect(await where(runId)).toEqual(['2030_01', '2030_01']);
  });

  test('[COM8] a month is dropped once it is older than the retention of runs and has no run left', async () => {
    const [first, last] = [await begin(at('2030-01-21T00:00')), await begin(at('2030-01-31T00:00'))];
    const february = await begin(at('2030-02-01T00:00'));
    const aged = at('2030-02-01T00:00') + retention.runs * day;
    await forget(first);
    await turn(aged);
    expect(await where(first)).toEqual(['2030_01']);
    await forget(last);
    await turn(aged - 1);
    expect(await names()).toContain('2030_01');
    await turn(aged);
    expect(await names()).not.toContain('2030_01');
    expect(await names()).toContain('before');
    expect(await where(february)).toEqual(['2030_02']);
  });

  test('[COM8] in a month with a long-lived run the other rows are deleted one by one, and so are rows before all months', async () => {
    const live = await begin(at('2030-01-21T00:00'), null);
    const [deleted, early] = [await begin(at('2030-01-22T00:00')), await begin(at('2029-01-01T00:00'))];
    await forget(deleted, early);
    const aged = at('2030-02-01T00:00') + (retention.runs + 60) * day;
    await turn(aged - day);
    expect(await where(deleted)).toEqual(['2030_01']);
    await turn(aged);
    expect([await where(deleted), await where(early), await where(live)]).toEqual([[], [], ['2030_01']]);
    await write(live);
    expect(await where(live)).toHaveLength(2);
  });

  test('a month that is being read is left for the next pass, and readers wait only briefly', async () => {
    const aged = at('2030-02-01T00:00') + retention.runs * day;
    await inTransaction(service.context.db, async (client) => {
      await client.query('select from run_timeline_segments');
      await turn(aged);
      expect(await names()).toContain('2030_01');
    });
    await turn(aged);
    expect(await names()).not.toContain('2030_01');
  });
});
