import { openShopServer, type WooServer } from '../../../server/src/shop/connectors/woocommerce/testing/shop-server.ts';
import { demo } from '../service.ts';
import { openShopAt, shopHost } from '../shop-host.ts';

/** Opens a shop with WooCommerce behind the host that the service of this worker knows. */
export async function openWooShop(): Promise<WooServer> {
  const options = { now: Date.now(), app: { id: '', secret: '' }, appAddress: () => '', allowHttp: true };
  const shop = await openShopServer(options, { host: shopHost });
  await openShopAt(demo().shopUrl, shop.url);
  return shop;
}
