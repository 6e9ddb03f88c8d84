import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as the receiver got it. */
export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly type: string };

/** The answer to a delivery; null: none, the connection stays open. */
export type ReceiverAnswer = { status: number; headers?: Record<string, string>; body?: string } | null;

/** A local endpoint. `answer` decides about each delivery. */
export async function startReceiver(answer: (received: Received) => ReceiverAnswer | Promise<ReceiverAnswer>) {
  const received: Received[] = [];
  let open = 0;
  let mostOpen = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    const respond = async (): Promise<void> => {
      mostOpen = Math.max(mostOpen, ++open);
      const body = Buffer.concat(parts).toString();
      const one = { headers: request.headers, body, type: (JSON.parse(body) as { type: string }).type };
      received.push(one);
      const given = await answer(one);
      open--;
      if (given) response.writeHead(given.status, given.headers).end(given.body);
    };
    request.on('end', () => void respond());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    /** The most deliveries that were under way together. */
    mostOpen: () => mostOpen,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
