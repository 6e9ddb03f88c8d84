import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  ConnectedShop,
  Delivery,
  DeliveryContent,
  DeliverySecrets,
  PrivacyRequest,
  VerifiedDelivery,
} from '../connector.ts';
import { readJson, textAt, valueAt } from '../read-json.ts';
import { requestTo } from './call.ts';

/** The header with the HMAC-SHA256 of the body, in hexadecimal, under the app's secret. */
export const signatureHeader = 'x-linkedstore-hmac-sha256';

/** CON1: signed by the platform's app, and of this connection's shop. The platform gives no id for a delivery. */
export function verifyDelivery({ headers, body }: Delivery, { app, shop }: DeliverySecrets): VerifiedDelivery {
  if (!app || app.secret === '' || !isSigned(headers[signatureHeader] ?? '', body, app.secret)) {
    return { outcome: 'refused' };
  }
  const json = readJson(body);
  if (textAt(json, 'store_id') !== shop) return { outcome: 'refused' };
  const event = textAt(json, 'event');
  const request = privacyRequestIn(json, event);
  if (request) return { outcome: 'privacy', request };
  const [, stage] = /^app\/(uninstalled|suspended|resumed)$/.exec(event ?? '') ?? [];
  if (stage) return { outcome: stage as 'uninstalled' | 'suspended' | 'resumed' };
  const id = event?.startsWith('order/') ? orderIdIn(json) : undefined;
  if (event === undefined || id === undefined) return { outcome: 'ignored' };
  return { outcome: 'event', topic: event, deliveryId: null, subject: `order ${id}` };
}

function isSigned(signature: string, body: Buffer, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', secret).update(body).digest());
}

/**
 * The privacy calls name no event: their address is set in the partner portal, and here it is one for all three. Everything from a shop is
 * erased only if the body says nothing else than the shop.
 */
function privacyRequestIn(json: unknown, event: string | undefined): PrivacyRequest | null {
  if (event !== undefined && !/^(?:store|customers)\//.test(event)) return null;
  const isOnlyShop = Object.keys(json as object).every((key) => key === 'store_id' || key === 'event');
  if (isOnlyShop && (event === undefined || event === 'store/redact')) return { kind: 'erase-shop' };
  const kind = valueAt(json, 'data_request') === undefined ? 'erase-person' : 'export-person';
  if (typeof valueAt(json, 'customer') !== 'object' || valueAt(json, 'customer') === null) return null;
  const of = (key: string): string | null => textAt(json, 'customer', key) ?? null;
  return { kind, email: of('email'), phone: of('phone'), document: of('identification') };
}

/** The order that a thin body names. */
const orderIdIn = (json: unknown): string | undefined => /^\d{1,20}$/.exec(textAt(json, 'id') ?? '')?.[0];

/** The shop that a request to the app's address names. */
export const shopNamed = ({ body }: Delivery): string | null => textAt(readJson(body), 'store_id') ?? null;

/** CON14: a delivery names an order, which is to be asked for: what it was when the delivery was sent is not what it is now. */
export function orderNamedIn(_topic: string, body: Buffer, shop: ConnectedShop): DeliveryContent {
  const id = orderIdIn(readJson(body));
  if (id === undefined) return null;
  return {
    request: requestTo(shop, 'GET', `/orders/${id}`),
    read: (response) => (response.status === 404 ? null : { kind: 'order', json: readJson(response.body) }),
  };
}
