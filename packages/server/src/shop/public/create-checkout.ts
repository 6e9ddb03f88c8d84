import { createCheckout } from '../checkouts/create-checkout.ts';
import type { Context } from '../../context.ts';
import { withoutMark } from '../../base/json.ts';
import { networkIn } from '../../stores/guards/address-limit.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import type { Handler } from '../../http/handler.ts';
import type { PublicContract } from '../../http/public-contract.ts';

/**
 * POST /stores/external/checkout: one request, one checkout (specification A; CHK1 to CHK26). Every checkout passes here, so its body is
 * checked by one compiled schema, and its response is sent as text. COM21: contacts of signed carts are not counted, since the store's
 * server is responsible for them.
 */
export function createCheckoutHandler(context: Context): Handler<PublicContract['createCheckout']> {
  return async ({ body, request, reply }) => {
    const store = storeOf(request);
    const signature = singleHeader(request.headers['x-cart-signature']);
    const created = await createCheckout(context, {
      store,
      raw: withoutMark(body),
      signedBytes: body,
      signature,
      idempotencyKey: singleHeader(request.headers['idempotency-key']),
      apiKeyId: request.apiKey?.keyId,
      ...(signature === undefined && { source: { storeId: store.storeId, network: networkIn(context, request) } }),
    });
    if (!created.ok) return created;
    if (created.isHeld) context.metrics.abuseLimited.inc({ limit: 'contacts' });
    if (created.replayed) reply.header('idempotency-replayed', 'true');
    return { ok: true, json: created.response };
  };
}

const singleHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
