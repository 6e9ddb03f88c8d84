import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';

/** Work that begins when its response leaves, so that the time of the response shows nothing of it. */
export type Background = { run: (failure: string, work: () => Promise<void>) => void };

/** Runs such work; the service waits for it before it stops. A failure is logged by its code alone: messages may repeat addresses. */
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
