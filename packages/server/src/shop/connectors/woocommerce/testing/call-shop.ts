import { PlatformFailure, type CallContext, type CallPlatform } from '../../connector.ts';
import { replaceHost } from '../../replace-host.ts';
import { failureOf } from '../call.ts';
import type { WooServer } from './shop-server.ts';

/** Calls the local shop in place of its host, as the service does. */
export const callTo =
  (server: WooServer): CallPlatform =>
  async ({ url, body, ...request }) => {
    const hosts = new Map(server.hosts.map((host) => [host, server.url]));
    const init = { ...request, ...(body !== undefined && { body }) };
    const answered = await fetch(replaceHost(url, hosts), init).catch((error: unknown) => {
      throw new PlatformFailure('unreachable', String(error));
    });
    const response = {
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      body: Buffer.from(await answered.arrayBuffer()),
    };
    const failure = failureOf(response);
    if (failure) throw failure;
    return response;
  };

/** A connection to the local shop. */
export const contextTo = (server: WooServer, credentials: CallContext['credentials']): CallContext => ({
  shop: server.shop,
  credentials,
  app: null,
  call: callTo(server),
  deliveryUrl: 'http://127.0.0.1:9/connect/woocommerce/1.unguessable',
  webhookSecret: 'a1'.repeat(24),
  now: server.now(),
});
