import { setTimeout as idleMs } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send, eventData } from '../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { runEngine } from './start-engine.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine({ concurrency: 100_000 });
});
afterEach(() => service.stop());

test('[RUN13] sends pause while outcomes wait to be written, so a crash leaves a bounded number unknown', async () => {
  const events = 5_000;
  await service.publish({ steps: [send('Oi')] as never });
  await service.happen(...Array.from({ length: events }, () => ({ type: 'pix.generated' as const, data: eventData })));
  const other = await service.db.connect();
  // Outcomes cannot be written, while runs still begin.
  await service.asOwner(`
    create function wait_for_other() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock_shared(1); return new; end';
    create trigger wait before insert on messages for each row execute function wait_for_other()`);
  await other.query('select pg_advisory_lock(1)');
  const running = runEngine(service.engine);
  try {
    const sent = await countOnceItStands();
    expect(sent).toBeGreaterThanOrEqual(1_000);
    expect(sent).toBeLessThanOrEqual(3_000);
  } finally {
    await other.query('select pg_advisory_unlock(1)');
    other.release();
    while (service.delivered.length < events) await idleMs(20);
    await running.stop();
  }
  const { rows } = await service.db.query('select state, count(*)::int as count from messages group by state');
  expect(rows).toEqual([{ state: 'sent', count: events }]);
});

/** Waits until messages are sent and none follows for half a second; returns their number. */
async function countOnceItStands(): Promise<number> {
  for (let before = -1; ;) {
    const { length } = service.delivered;
    if (length > 0 && length === before) return length;
    before = length;
    await idleMs(500);
  }
}
