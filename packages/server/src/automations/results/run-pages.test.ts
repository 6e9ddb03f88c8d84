import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runListingFloor, runListingList } from '../engine/queries/run-listings.ts';
import { messageListingSearch } from '../delivery/queries/message-listings.ts';
import { send, wait } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { countRuns, idsOfRuns, pageOfRuns } from './run-pages.ts';

let service: TestEngine;
let runIds: string[];
beforeEach(async () => {
  service = await startTestEngine();
  await service.publish({ steps: [send('Oi'), wait(10)] as never });
  await service.publish({ steps: [wait(10)] as never });
  for (let number = 0; number < 3; number++) {
    await service.happen({ type: 'pix.generated', data: { customer: { ...ana, name: `Ana ${number}` } } });
  }
  await service.settle();
  const { rows } = await service.db.query<{ runId: string }>('select run_id as "runId" from runs order by run_id desc');
  runIds = rows.map(({ runId }) => runId);
});
afterEach(() => service.stop());

describe('the search window of runs', () => {
  test('contains the newest of all automations together, from any run on', async () => {
    const floor = (window: number, before?: string): Promise<string | undefined> =>
      runListingFloor(service.db, service.storeId, { before, window });
    expect(runIds).toHaveLength(6);
    expect(await floor(4)).toBe(runIds[3]);
    expect(await floor(2, runIds[3])).toBe(runIds[5]);
    expect(await floor(7)).toBeUndefined();
    const looked = await runListingList(
      service.db,
      service.storeId,
      {},
      { floor: runIds[3], before: runIds[0], limit: 9 },
    );
    expect(looked.map(({ runId }) => runId)).toEqual(runIds.slice(1, 4));
  });

  test('finds a full contact anywhere, and a part of a name among the newest runs', async () => {
    const search = async (text: string) =>
      pageOfRuns(service.db, service.storeId, { search: text, people: true }, { size: 4 });
    const first = await search(ana.phone);
    expect(first.runs.map(({ runId }) => runId)).toEqual(runIds.slice(0, 4));
    expect(first.next).toBe(runIds[3]);
    const filter = { search: ana.phone, people: true };
    const rest = await pageOfRuns(service.db, service.storeId, filter, { before: first.next!, size: 4 });
    expect(rest).toMatchObject({ runs: [{ runId: runIds[4] }, { runId: runIds[5] }], next: null, reached: null });
    expect((await search('na 1')).runs).toHaveLength(2);
    expect((await search('Bia')).runs).toEqual([]);
    expect(await countRuns(service.db, service.storeId, filter, 4)).toEqual({ count: 4, isMore: true });
    expect((await idsOfRuns(service.db, service.storeId, filter, 10)).toSorted()).toEqual(runIds.toSorted());
  });

  test('returns matching messages of a window, and the window’s end', async () => {
    const looked = (window: number, before?: Parameters<typeof messageListingSearch>[3]['before']) =>
      messageListingSearch(service.db, service.storeId, { state: 'sent' }, { before, window, limit: 9 });
    const { messages, end } = await looked(2);
    expect(messages).toHaveLength(2);
    expect(end).toMatchObject({ runId: messages[1]!.runId });
    const rest = await looked(2, end);
    expect(rest.messages).toHaveLength(1);
    expect(rest.end).toBeUndefined();
    expect(new Set([...messages, ...rest.messages].map(({ runId }) => runId)).size).toBe(3);
    const failed = await messageListingSearch(
      service.db,
      service.storeId,
      { state: 'failed' },
      { window: 3, limit: 9 },
    );
    expect(failed.messages).toEqual([]);
    expect(failed.end).toBeDefined();
  });
});
