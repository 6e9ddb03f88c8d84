import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';

/** The settings of an event stream. Durations in milliseconds. */
export type StreamUpdate = {
  /** Subscribes to updates: `say` sends the lines of an event. Returns the unsubscribe function; undefined: too many subscribers. */
  readonly listen: (say: (event: string) => void) => (() => void) | undefined;
  /** The first event. It is sent at once, because updates before the subscription were not sent. */
  readonly first: () => string;
  /** The heartbeat, so that no proxy closes an idle stream. */
  readonly alive: () => string;
  readonly heartbeatMs: number;
  /** The stream ends after this time. The browser reconnects by itself, and is authorized again. */
  readonly longestMs: number;
};

/** Returns a function that responds with a stream of server-sent events. Streams end when the client or the server closes. */
export function openEventStreams(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply, subscription: StreamUpdate) => FastifyReply {
  const open = new Set<PassThrough>();
  // A closing server waits for its responses, and streams would not end by themselves.
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.end();
    done();
  });
  return (request, reply, { listen, first, alive, heartbeatMs, longestMs }) => {
    const stream = new PassThrough();
    const say = (event: string): void => void stream.write(`${event}\n\n`);
    const deaf = listen(say);
    if (!deaf) return sendError(reply.header('retry-after', 60), 'RATE_LIMITED');
    open.add(stream);
    const heartbeat = setInterval(() => say(alive()), heartbeatMs);
    const end = setTimeout(() => stream.end(), longestMs);
    stream.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(end);
      deaf();
      open.delete(stream);
    });
    request.raw.once('close', () => stream.destroy());
    say('retry: 2000');
    say(first());
    return reply
      .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(stream);
  };
}
