import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { openShopServer } from '../../server/src/shop/connectors/woocommerce/testing/shop-server.ts';
import type { PlacedOrder } from '../../server/src/shop/connectors/testing/platform-server.ts';

/**
 * A local shop with WooCommerce. `address`: as its owner types it; `hosts`: for PLATFORM_HOSTS; `ordersUrl`: where tests place orders and
 * pay them.
 */
export type WooShop = {
  readonly address: string;
  readonly hosts: string;
  readonly ordersUrl: string;
  readonly stop: () => Promise<void>;
};

/** Starts a shop on free ports. Its clock is that of the machine whenever something happens in it. */
export async function startWooShop(): Promise<WooShop> {
  const options = { now: Date.now(), app: { id: '', secret: '' }, appAddress: () => '', allowHttp: true };
  const shop = await openShopServer(options);
  const act = async (path: string, body: string): Promise<string> => {
    await shop.advance(Date.now() - shop.now());
    if (path === '/place') return shop.place(JSON.parse(body) as PlacedOrder);
    await shop.pay(body);
    return body;
  };
  const orders = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const refuse = (error: unknown): void => void response.writeHead(500).end(String(error));
      void act(request.url!, body).then((id) => response.end(id), refuse);
    });
  });
  await new Promise<void>((resolve) => orders.listen(0, '127.0.0.1', resolve));
  return {
    address: shop.shop.replace('https://', ''),
    hosts: shop.hosts.map((host) => `${host}=${shop.url}`).join(),
    ordersUrl: `http://127.0.0.1:${(orders.address() as AddressInfo).port}`,
    async stop() {
      orders.close();
      await shop.close();
    },
  };
}

/** Lets a shopper order something; returns the order's id in the shop. */
export const placeOrder = (ordersUrl: string, order: PlacedOrder): Promise<string> =>
  post(`${ordersUrl}/place`, JSON.stringify(order));

/** Lets the shopper pay. */
export const payOrder = (ordersUrl: string, id: string): Promise<string> => post(`${ordersUrl}/pay`, id);

async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}
