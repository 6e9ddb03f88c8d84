import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventData, minute, send, textsOf, wait } from '../../testing/engine-reading.ts';
import { startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { releaseMessages } from '../../automations/engine/queues/pending-messages.ts';
import { DatabaseClock } from './database-clock.ts';
import type { Queryable } from './pool.ts';

const hour = 60 * minute;
const noon = Date.parse('2026-03-10T12:00:00Z');

/** A machine and a database, whose time passes together; the machine shows another time. */
class Clocks {
  at = noon;
  /** What the machine's time of day is set to, against the database. */
  skew = 0;
  sleptFor = 0;
  /** How long a question and its answer take. */
  readonly trip = { out: 1, back: 1 };
  readonly machine = {
    wall: () => this.at + this.skew,
    monotonic: () => this.at - this.sleptFor,
    uptime: () => this.at,
  };
  readonly db = {
    query: () => {
      this.at += this.trip.out;
      const rows = [{ at: this.at }];
      this.at += this.trip.back;
      return Promise.resolve({ rows });
    },
  } as unknown as Queryable;
  readonly clock = new DatabaseClock(this.machine);
}

describe('[RUN20] the clock of a process', () => {
  test.each([90 * minute, -90 * minute, 26 * hour, 5_000])(
    'is that of the database on a machine %i ms ahead',
    async (skew) => {
      const clocks = new Clocks();
      clocks.skew = skew;
      const clock = new DatabaseClock(clocks.machine);
      await clock.measure(clocks.db);
      expect(Math.abs(clock.now() - clocks.at)).toBeLessThanOrEqual(3);
      expect(Math.abs(clock.skewMs - skew)).toBeLessThanOrEqual(3);
    },
  );

  test('is not changed by the machine’s clock being set, nor by sleep, before it is measured again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -3 * hour, max: 3 * hour }), { maxLength: 6 }), async (jumps) => {
        const clocks = new Clocks();
        await clocks.clock.measure(clocks.db);
        for (const jump of jumps) {
          clocks.skew += jump;
          clocks.at += 1_500;
          expect(Math.abs(clocks.clock.now() - clocks.at)).toBeLessThanOrEqual(Math.abs(jump) <= 500 ? 600 : 10);
          await clocks.clock.measure(clocks.db);
          expect(Math.abs(clocks.clock.now() - clocks.at)).toBeLessThanOrEqual(10);
        }
        clocks.at += 2 * hour;
        clocks.sleptFor += 2 * hour;
        expect(Math.abs(clocks.clock.now() - clocks.at)).toBeLessThanOrEqual(10);
      }),
    );
  });

  test('stays that of the machine where a measurement proves nothing else, however slow it is', async () => {
    const clocks = new Clocks();
    for (const [out, back] of [
      [0, 1],
      [900, 2],
      [2, 4_000],
      [0, 0],
    ] as const) {
      Object.assign(clocks.trip, { out, back });
      await clocks.clock.measure(clocks.db);
      expect(clocks.clock.now()).toBe(clocks.at);
      expect(clocks.clock.skewMs).toBe(0);
      clocks.at += 3_000;
    }
  });
});

describe('[RUN20] two workers, one on a machine 90 minutes ahead', () => {
  let service: TestEngine;
  beforeAll(async () => {
    service = await startTestEngine({ deduplicates: true });
    service.pass(Date.now() - service.now());
  });
  afterAll(() => service.stop());

  test('wake no run early and take no lease from each other', async () => {
    const ahead = new DatabaseClock({
      wall: () => Date.now() + 90 * minute,
      monotonic: () => performance.now(),
      uptime: () => performance.now(),
    });
    await ahead.measure(service.db);
    const fast = service.another({ clock: ahead.now });
    await service.publish({ steps: [wait(60), send('Lembrete')] as never });
    await service.publish({ steps: [send('Agora'), wait(60)] as never });
    const answer = Promise.withResolvers<void>();
    service.script.deliver = async () => {
      await answer.promise;
      return { outcome: 'sent' };
    };
    await service.happen({ type: 'pix.generated', data: eventData });
    // The message is at its provider while the other worker polls.
    const sending = service.poll();
    await expect.poll(() => service.delivered.length).toBe(1);
    expect(await releaseMessages(fast, 100)).toBe(0);
    expect((await service.db.query('select from message_leases')).rowCount).toBe(1);
    answer.resolve();
    await sending;
    await service.settle();
    expect(await service.poll(fast)).toBe(0);
    expect(textsOf(service.delivered)).toEqual(['Agora']);
    service.pass(60 * minute);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Agora', 'Lembrete']);
  });
});
