// Passes each request on to the app of its shard (SHD4). Without shards besides shard 0 the server is as Fastify made it, but for one check.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { shardOfRequest } from './shard-of-request.ts';

/** What answers the requests of a shard. */
export type ShardHandler = { readonly handle: (request: IncomingMessage, response: ServerResponse) => void };

/** The shards besides shard 0 whose requests this process answers. */
type OpenHandlers = {
  /** Whether there is such a shard, open here or not. */
  readonly knows: (shard: number) => boolean;
  readonly get: (shard: number) => ShardHandler | undefined;
};

const ofClosedShards = new WeakSet<IncomingMessage>();

/** Whether the request is of a shard that is not open in this process. */
export const isOfClosedShard = (request: IncomingMessage): boolean => ofClosedShards.has(request);

/** Makes the server of `app`, which has shard 0, pass the requests of other shards on. Call it once, before it listens. */
export async function routeToShards(app: FastifyInstance, context: Context, shards: OpenHandlers): Promise<void> {
  await app.ready();
  const own = app.routing.bind(app);
  const route = (request: IncomingMessage, response: ServerResponse): void => {
    const shard = shardOfRequest(request, context);
    const handler = shard === 0 ? undefined : shards.get(shard);
    // A forged id may name a shard that does not exist: shard 0 answers that there is nothing.
    if (shard !== 0 && !handler && shards.knows(shard)) ofClosedShards.add(request);
    if (!handler) return own(request, response);
    if (context.draining) response.setHeader('connection', 'close');
    if (context.hold) void context.hold.then(() => handler.handle(request, response));
    else handler.handle(request, response);
  };
  app.server.removeAllListeners('request');
  app.server.on('request', route);
}
