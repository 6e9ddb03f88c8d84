import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BatchInsert, WriteRefused, type BatchInsertOptions } from './batch-insert.ts';

/** A database with scripted results. */
function scripted(options: Partial<BatchInsertOptions<string>> = {}) {
  const calls: { rows: readonly string[]; again: boolean; finish: (error?: unknown) => void }[] = [];
  const inserts = new BatchInsert<string>({
    write: (rows, again) =>
      new Promise((resolve, reject) => {
        calls.push({ rows, again, finish: (error) => (error === undefined ? resolve() : reject(error)) });
      }),
    sizeOf: (row) => row.length,
    statementsInFlight: 1,
    rowsPerStatement: 3,
    bytesPerStatement: 100,
    capacityBytes: 1_000,
    deadlineMs: 4_000,
    monotonic: () => performance.now(),
    ...options,
  });
  return { inserts, calls };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const outcomes = (promises: Promise<void>[]) =>
  Promise.allSettled(promises).then((all) => all.map(({ status }) => status));
const sqlError = (code: string): Error => Object.assign(new Error(code), { code });

describe('batch insert', () => {
  test('a single row is written at once; rows that arrive meanwhile share the next statement', async () => {
    const { inserts, calls } = scripted();
    const all = ['a', 'b', 'c', 'd', 'e'].map((row) => inserts.insert(row));
    expect(calls.map(({ rows }) => rows)).toEqual([['a']]);
    calls[0]!.finish();
    await settled();
    expect(calls[1]!.rows).toEqual(['b', 'c', 'd']);
    calls[1]!.finish();
    await settled();
    expect(calls[2]!.rows).toEqual(['e']);
    calls[2]!.finish();
    expect(await outcomes(all)).toEqual(Array(5).fill('fulfilled'));
  });

  test('a second statement starts only when it would be full', async () => {
    const { inserts, calls } = scripted({ statementsInFlight: 2 });
    const add = (row: string): Promise<void> => inserts.insert(row);
    const first = ['a', 'b', 'c'].map(add);
    expect(calls.map(({ rows }) => rows)).toEqual([['a']]);
    const second = ['d', 'e', 'f', 'g', 'h'].map(add);
    expect(calls.map(({ rows }) => rows)).toEqual([['a'], ['b', 'c', 'd']]);
    for (let at = 0; at < calls.length; at++) {
      calls[at]!.finish();
      await settled();
    }
    await Promise.all([...first, ...second]);
  });

  test('[INV1] no row resolves before its statement has committed', async () => {
    const { inserts, calls } = scripted();
    const done = vi.fn<() => void>();
    const row = inserts.insert('a').then(done);
    await settled();
    expect(done).not.toHaveBeenCalled();
    calls[0]!.finish();
    await row;
    expect(done).toHaveBeenCalledOnce();
  });

  test('[INV2] only the row that the database refuses fails', async () => {
    const { inserts, calls } = scripted();
    const ended = outcomes(['first', 'good', 'bad', 'fine'].map((row) => inserts.insert(row)));
    calls[0]!.finish();
    await settled();
    calls[1]!.finish(sqlError('22P02'));
    for (const at of [2, 3, 4]) {
      await settled();
      calls[at]!.finish(calls[at]!.rows[0] === 'bad' ? sqlError('22P02') : undefined);
    }
    expect(await ended).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('[INV3] rows are retried after a lost connection, and the insert accepts existing rows', async () => {
    const { inserts, calls } = scripted({ monotonic: () => 0 });
    const row = inserts.insert('a');
    calls[0]!.finish(new Error('Connection terminated unexpectedly'));
    await expect.poll(() => calls).toHaveLength(2);
    expect(calls.map(({ again }) => again)).toEqual([false, true]);
    calls[1]!.finish();
    await row;
  });

  test('[INV3] the pause after a lost connection ends, independently of the clock', async () => {
    const { inserts, calls } = scripted({ monotonic: () => 0 });
    const row = inserts.insert('a');
    calls[0]!.finish(new Error('Connection terminated unexpectedly'));
    await expect.poll(() => calls).toHaveLength(2);
    calls[1]!.finish();
    await row;
  });

  test('[INV3] a row is refused at its deadline, even while its statement hangs', async () => {
    let now = 0;
    const { inserts, calls } = scripted({ monotonic: () => now });
    const all = ['in flight', 'waiting'].map((row) => inserts.insert(row));
    now = 4_001;
    await expect(all[0]).rejects.toBeInstanceOf(WriteRefused);
    await expect(all[1]).rejects.toBeInstanceOf(WriteRefused);
    expect(calls).toHaveLength(1);
    calls[0]!.finish();
    await settled();
    const next = inserts.insert('next');
    await settled();
    calls[1]!.finish();
    await next;
  });

  test('after the last row no timer keeps the process alive, whatever the outcomes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = 0;
    const { inserts, calls } = scripted({ monotonic: () => now });
    const ended = outcomes(['lost', 'waiting'].map((row) => inserts.insert(row)));
    vi.advanceTimersByTime(200);
    calls[0]!.finish(new Error('Connection terminated unexpectedly'));
    await settled();
    // Both wait for the pause of 100 ms to end, and the sweep of every 250 ms drops them meanwhile.
    now = 4_001;
    vi.advanceTimersByTime(60);
    expect(await ended).toEqual(['rejected', 'rejected']);
    vi.advanceTimersByTime(100);
    expect(calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('[INV4] above the capacity a row is refused at once; written rows free capacity', async () => {
    const { inserts, calls } = scripted({ capacityBytes: 10 });
    const first = inserts.insert('x');
    const waiting = inserts.insert('0123456789');
    await expect(inserts.insert('y')).rejects.toBeInstanceOf(WriteRefused);
    calls[0]!.finish();
    await first;
    await settled();
    const later = inserts.insert('y');
    calls[1]!.finish();
    await waiting;
    await settled();
    calls[2]!.finish();
    await later;
  });

  test('a statement has a maximum size, but always at least one row', async () => {
    const { inserts, calls } = scripted({ bytesPerStatement: 5 });
    const all = ['a', 'bb', 'ccc', 'dddddddd', 'e'].map((row) => inserts.insert(row));
    for (let at = 0; at < 4; at++) {
      calls[at]!.finish();
      await settled();
    }
    expect(calls.map(({ rows }) => rows.join())).toEqual(['a', 'bb,ccc', 'dddddddd', 'e']);
    await Promise.all(all);
  });
});
