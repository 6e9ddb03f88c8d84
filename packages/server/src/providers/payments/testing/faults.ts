import type { FastifyInstance } from 'fastify';

/**
 * How a server fails:
 * - a status, with or without a body: it responds with that and does nothing.
 * - `hang`: it never responds. `cut`: it closes the connection and does nothing.
 * - `cut-after`: it processes the request, then closes the connection without a response. `half`: after half of the response.
 * - `garbage`, `other-json`: it processes the request and sends a response that cannot be parsed; `too-long`: a response too large to
 *   read.
 */
export type ScriptedFailure =
  | number
  | { status: number; body: unknown }
  | 'hang'
  | 'cut'
  | 'cut-after'
  | 'half'
  | 'garbage'
  | 'other-json'
  | 'too-long';

/** Makes a server fail with the failure that `take` returns for a request. `onHang` is called when a request hangs. */
export function faults(
  app: FastifyInstance,
  take: (url: string) => ScriptedFailure | undefined,
  onHang: () => void,
): void {
  const after = new WeakMap<object, ScriptedFailure>();
  app.addHook('preHandler', async (request, reply) => {
    const failure = take(request.url);
    if (failure === undefined) return;
    if (typeof failure === 'number') {
      const page =
        failure >= 502 || failure < 400 ? `<html><h1>${failure}</h1></html>` : JSON.stringify({ status: failure });
      await reply.code(failure).header('retry-after', '30').send(page);
    } else if (typeof failure === 'object') {
      await reply.code(failure.status).send(failure.body);
    } else if (failure === 'hang') {
      reply.hijack();
      onHang();
    } else if (failure === 'cut') {
      reply.hijack();
      request.raw.socket.destroy();
    } else {
      after.set(request, failure);
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const failure = after.get(request);
    if (failure === 'garbage') return '{"id": 5466310457, "status"';
    if (failure === 'other-json') return JSON.stringify({ hello: ['world'], id: {}, results: 7 });
    if (failure === 'too-long') return `${String(payload)}${' '.repeat(600_000)}`;
    if (failure === 'cut-after' || failure === 'half') {
      const text = String(payload);
      if (failure === 'half') {
        reply.raw.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
        await new Promise<void>((resolve) => void reply.raw.write(text.slice(0, text.length / 2), () => resolve()));
      }
      reply.hijack();
      request.raw.socket.destroy();
    }
    return payload;
  });
}
