import type { Database } from '../db/pool.ts';
import type { Logger } from '../log.ts';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts';

/** What workers do again and again. A failure is logged and tried again at the next turn. */
const duties = [{ name: 'purge idempotency keys', everyMs: 10 * 60_000, run: purgeIdempotencyKeys }] as const;

/** Starts the duties; `stop` waits for those under way. */
export function startDuties(db: Database, log: Logger): { stop: () => Promise<void> } {
  const running = new Set<Promise<void>>();
  const turn = (duty: (typeof duties)[number]): void => {
    const done = duty.run(db).then(
      (count) => void (count > 0 && log.info({ duty: duty.name, count }, 'duty done')),
      (error: unknown) => log.error({ err: error, duty: duty.name }, 'duty failed'),
    );
    running.add(done);
    void done.finally(() => running.delete(done));
  };
  const timers = duties.map((duty) => {
    turn(duty);
    return setInterval(() => turn(duty), duty.everyMs);
  });
  return {
    async stop() {
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}
