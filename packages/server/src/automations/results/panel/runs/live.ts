import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context.ts';
import { openEventStreams } from '../../../../http/event-stream.ts';
import { admitPermission, admitSession } from '../../../../members/guards/session.ts';

/**
 * GET /panel/api/stores/:storeId/live: server-sent events. `runs` contains the ids of changed runs (none: any run may have changed); the
 * page then reloads them. `alive` is the heartbeat. Event ids count up from the instant at which the stream began.
 */
export function addLive(app: FastifyInstance, context: Context): void {
  const stream = openEventStreams(app);
  app.get('/panel/api/stores/:storeId/live', { exposeHeadRoute: false }, async (request, reply) => {
    if (await admitSession(context, request)) return reply.code(401).send();
    const refusal = await admitPermission(context, request, 'view');
    if (refusal) return reply.code(refusal === 'NOT_FOUND' ? 404 : 403).send();
    let id = context.clock();
    const event = (name: string, data: object): string => `id: ${++id}\nevent: ${name}\ndata: ${JSON.stringify(data)}`;
    const { storeId } = request.params as { storeId: string };
    return stream(request, reply, {
      listen: (say) => context.liveRuns.listen(storeId, (runIds) => say(event('runs', { runIds }))),
      first: () => event('runs', { runIds: [] }),
      alive: () => event('alive', {}),
      // After three missed heartbeats the page polls.
      heartbeatMs: 15_000,
      // The reconnect after this time fails if the permission was lost or the session has ended.
      longestMs: 15 * 60_000,
    });
  });
}
