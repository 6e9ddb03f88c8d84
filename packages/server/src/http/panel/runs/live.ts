import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { openEventStreams } from '../../event-stream.ts';
import { admitPermission, admitSession } from '../../guards/session.ts';

/**
 * GET /panel/api/stores/:storeId/live: server-sent events. `runs` names the runs that were moved, none: some were; the page asks what
 * they are now. `alive` says that the stream is not mute. Ids count up from the instant at which the stream began.
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
      // A page takes three silent ones for a stream that is mute, and asks by itself.
      heartbeatMs: 15_000,
      // A lost permission or a sign-out since then ends the stream.
      longestMs: 15 * 60_000,
    });
  });
}
