import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A PNG of squares, as a placeholder for a QR code. */
const code =
  'iVBORw0KGgoAAAANSUhEUgAAABUAAAAVCAAAAACMfPpKAAAAbUlEQVR42mWQAQ6AMAgD+/9PnzGUFuPmnG7QHkgeoHfmtw/M9R3klQM28qyRhaMcSYhHEeZU39TZHZ/koWJtVwqXUgnTeY2Gy+1dFFWTjWwJXD77yyCqcbBPl/x9aNOM5OuwSh+7oOjXNLYY9AC+hbVLZGTgjAAAAABJRU5ErkJggg==';

/** A server with Evolution API's protocol; `pair` links a phone, as scanning the QR code does. */
export type PhoneGateway = { readonly url: string; readonly pair: () => void; readonly stop: () => void };

/** Starts a gateway on a free port. Its phone is not linked yet. */
export async function startPhoneGateway(): Promise<PhoneGateway> {
  let isPaired = false;
  const answers: Record<string, () => unknown> = {
    'GET connectionState': () => ({ instance: { state: isPaired ? 'open' : 'connecting' } }),
    'GET connect': () => ({ base64: `data:image/png;base64,${code}`, count: 1 }),
    'GET fetchInstances': () => [{ name: 'loja', ownerJid: '5511987654321@s.whatsapp.net' }],
    'DELETE logout': () => {
      isPaired = false;
      return { status: 'SUCCESS' };
    },
  };
  const server = http.createServer((request, response) => {
    const method = /^\/instance\/(\w+)/.exec(request.url!)?.[1];
    const answer = answers[`${request.method} ${method}`]?.();
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pair: () => void (isPaired = true),
    stop: () => void server.close(),
  };
}
