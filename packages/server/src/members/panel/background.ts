import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/** Work that the response does not wait for, so that the response time reveals nothing about it. */
export type Background = { run: (failure: string, work: () => Promise<void>) => void };

/** Opens a runner of background work, for which a closing server waits. Failures are logged by code only: messages may hold addresses. */
export function openBackground(app: FastifyInstance, { log }: Pick<Context, 'log'>): Background {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(running)));
  return {
    run(failure, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => {
          const code = (error as { code?: unknown } | null)?.code;
          log.error({ code: typeof code === 'string' ? code : undefined }, failure);
        })
        .finally(() => running.delete(done));
      running.add(done);
    },
  };
}
