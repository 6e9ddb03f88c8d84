import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with Z-API's protocol. It has one instance with one token, and its phone is connected. */
export type WhatsappGateway = { readonly url: string; readonly stop: () => void };

/** The Z-API settings that the owner enters in a test. */
export const gatewayAccount = { instanceId: '3B0C11', token: 'A1B2C3' } as const;

/** Starts a gateway on a free port. */
export async function startWhatsappGateway(): Promise<WhatsappGateway> {
  const base = `/instances/${gatewayAccount.instanceId}/token/${gatewayAccount.token}/`;
  const server = http.createServer((request, response) => {
    const isKnown = request.url!.startsWith(base);
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { connected: true, session: true } : { error: 'Instance not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };
}
