import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';

/** The settings of an event stream. Durations in milliseconds. */
export type StreamUpdate = {
  /** Subscribes to updates, each passed to `say` as the lines of an event; undefined if there are too many subscribers. */
  readonly listen: (say: (event: string) => void) => (() => void) | undefined;
  /** The first event: updates before the subscription were not sent. */
  readonly first: () => string;
  /** What is said while nothing happens, so that no proxy takes the stream for dead. */
  readonly alive: () => string;
  readonly heartbeatMs: number;
  /** After this the stream ends; a browser connects again by itself, and is asked again who it is. */
  readonly longestMs: number;
};

/** Keeps streams of server-sent events open until their pages go or the server closes. */
export function openEventStreams(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply, subscription: StreamUpdate) => FastifyReply {
  const open = new Set<PassThrough>();
  // A server that closes waits for its answers, and these have no end of their own.
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
