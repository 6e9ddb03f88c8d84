import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runInputInsertMany } from '../queries/run-inputs.ts';
import { newId } from '../../../base/ids.ts';
import { minute, send, eventData, wait } from '../../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { recordOutcomes } from '../queues/outcomes.ts';
import { resumeRuns } from '../queues/inputs.ts';
import { noStore } from '../queues/events.ts';
import { wakeRuns } from '../queues/timers.ts';

// An engine caches the runs with messages in delivery, and writes outcomes without reading them again (INV1 of run-batch.ts). The cached
// rows may be outdated.
let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

const greeting = send('Oi', { onResponse: [send('Que bom!'), wait(5)] });
const goodbye = { type: 'condition', field: 'customer.phone', operator: 'not-empty', if_true: [send('Fim')] };
const wake = (): Promise<number> => wakeRuns(service.engine, { after: noStore, isSkewed: false }, 100);

/** Stores an input of one run. */
async function addInput(runId: string, input: object): Promise<void> {
  const row = { storeId: service.storeId, inputId: newId(), runId, input: JSON.stringify(input) };
  await runInputInsertMany(service.db, [{ ...row, receivedAt: service.now() }]);
}

async function begin(count: number): Promise<string[]> {
  await service.publish({ steps: [greeting, wait(1), goodbye] as never });
  await service.happen(...Array.from({ length: count }, () => ({ type: 'pix.generated' as const, data: eventData })));
  await service.settle();
  const { rows } = await service.db.query<{ runId: string }>(`select run_id as "runId" from runs order by run_id`);
  return rows.map(({ runId }) => runId);
}

describe('[RUN12] an outcome is never lost', () => {
  test('even on a run that another worker advanced and that has a long timeline', async () => {
    const [moved] = await begin(2);
    // Long enough that the next entries move it into a timeline segment.
    await service.db.query(`update runs set timeline = repeat('[0],', 1022)`);
    service.pass(minute);
    expect(await wake()).toBe(2);
    await addInput(moved!, { type: 'reply', message: 'steps[0]#1' });
    await resumeRuns(service.another(), 100);
    await service.engine.dispatcher.idle();
    while ((await recordOutcomes(service.engine, 100)) > 0);
    const { rows } = await service.db.query<{ threads: number }>(
      `select json_array_length(state::json -> 'threads') as threads from runs order by run_id`,
    );
    expect(rows).toEqual([{ threads: 1 }, { threads: 0 }]);
  });
});
