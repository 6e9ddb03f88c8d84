import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The host of the shop, as its owner types it. */
export const shopHost = 'loja.example';

/** The server in place of `shopHost`. The service knows its address from its start; a test opens the shop behind it. */
export type ShopHost = { readonly url: string; readonly stop: () => void };

/** Starts it on a free port. It passes requests on to the shop that `openShopAt` named last. */
export async function startShopHost(): Promise<ShopHost> {
  let shopUrl: string | undefined;
  const server = http.createServer((request, response) => {
    const opened = request.headers['x-shop-url'];
    if (typeof opened === 'string') {
      shopUrl = opened;
      return void response.end();
    }
    const { method, headers, url = '/' } = request;
    const onward = http.request(new URL(url, shopUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Names the shop that a host passes requests on to. */
export const openShopAt = (hostUrl: string, shopUrl: string): Promise<Response> =>
  fetch(hostUrl, { method: 'POST', headers: { 'x-shop-url': shopUrl } });
