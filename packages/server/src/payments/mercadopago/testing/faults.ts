import type { FastifyInstance } from 'fastify';

/**
 * How a server fails:
 * - a status, or one with a body: it answers that and does nothing.
 * - `hang`: it takes the request and never answers. `cut`: it closes the connection and did nothing.
 * - `cut-after`: it did what was asked, then closes the connection without an answer. `half`: after half of the answer.
 * - `garbage`, `other-json`: it did what was asked and answers something that nobody can read; `too-long`: that nobody should.
 */
export type ScriptedFault =
  | number
  | { status: number; body: unknown }
  | 'hang'
  | 'cut'
  | 'cut-after'
  | 'half'
  | 'garbage'
  | 'other-json'
  | 'too-long';

/** Makes a server fail as `take` says, once for each request that it says it of. `onHang` is called when one hangs. */
export function faults(
  app: FastifyInstance,
  take: (url: string) => ScriptedFault | undefined,
  onHang: () => void,
): void {
  const after = new WeakMap<object, ScriptedFault>();
  app.addHook('preHandler', async (request, reply) => {
    const fault = take(request.url);
    if (fault === undefined) return;
    if (typeof fault === 'number') {
      const page = fault >= 502 || fault < 400 ? `<html><h1>${fault}</h1></html>` : JSON.stringify({ status: fault });
      await reply.code(fault).header('retry-after', '30').send(page);
    } else if (typeof fault === 'object') {
      await reply.code(fault.status).send(fault.body);
    } else if (fault === 'hang') {
      reply.hijack();
      onHang();
    } else if (fault === 'cut') {
      reply.hijack();
      request.raw.socket.destroy();
    } else {
      after.set(request, fault);
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = after.get(request);
    if (fault === 'garbage') return '{"id": 5466310457, "status"';
    if (fault === 'other-json') return JSON.stringify({ hello: ['world'], id: {}, results: 7 });
    if (fault === 'too-long') return `${String(payload)}${' '.repeat(600_000)}`;
    if (fault === 'cut-after' || fault === 'half') {
      const text = String(payload);
      if (fault === 'half') {
        reply.raw.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
        await new Promise<void>((resolve) => void reply.raw.write(text.slice(0, text.length / 2), () => resolve()));
      }
      reply.hijack();
      request.raw.socket.destroy();
    }
    return payload;
  });
}
