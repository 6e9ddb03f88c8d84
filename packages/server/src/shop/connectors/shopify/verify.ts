import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  Credentials,
  Delivery,
  DeliverySecrets,
  PlatformApp,
  PrivacyRequest,
  VerifiedDelivery,
} from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';

/** The topics about orders, whose bodies are whole orders. */
export const orderTopics = ['orders/create', 'orders/updated', 'orders/paid', 'orders/cancelled'] as const;

/**
 * The client secrets that may sign, the present one first. After a rotation Shopify signs with the old one for up to an hour; both are then
 * written with a comma between them.
 */
export function clientSecrets(credentials: Credentials, app: PlatformApp | null): readonly string[] {
  const written = credentials['clientSecret'] ?? app?.secret ?? '';
  return written
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
}

/** Shopify's signature of bytes: HMAC-SHA256 under the client secret. Null: not signed by any of the secrets. */
export function isSigned(
  bytes: Uint8Array,
  signature: string,
  secrets: readonly string[],
  as: 'base64' | 'hex',
): boolean {
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(bytes).digest(as));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Verifies a delivery. Shopify signs the body alone, so what erases data or ends the connection must name the shop in the body too: an
 * order's body sent again under another topic does neither.
 */
export function verifyDelivery(
  { headers, body }: Delivery,
  { shop, app, credentials }: DeliverySecrets,
): VerifiedDelivery {
  const signature = headers['x-shopify-hmac-sha256'] ?? '';
  if (headers['x-shopify-shop-domain'] !== shop) return { outcome: 'refused' };
  if (!isSigned(body, signature, clientSecrets(credentials, app), 'base64')) return { outcome: 'refused' };
  const topic = headers['x-shopify-topic'] ?? '';
  if (orderTopics.some((known) => known === topic)) {
    return { outcome: 'event', topic, deliveryId: headers['x-shopify-webhook-id'] ?? null };
  }
  const json = readJson(body);
  switch (topic) {
    case 'app/uninstalled':
      return { outcome: textAt(json, 'myshopify_domain') === shop ? 'uninstalled' : 'refused' };
    case 'shop/redact':
    case 'customers/redact':
    case 'customers/data_request':
      return textAt(json, 'shop_domain') === shop
        ? { outcome: 'privacy', request: privacyRequest(topic, json) }
        : { outcome: 'refused' };
    default:
      return { outcome: 'ignored' };
  }
}

function privacyRequest(topic: string, json: unknown): PrivacyRequest {
  const email = textAt(json, 'customer', 'email') ?? null;
  const phone = textAt(json, 'customer', 'phone') ?? null;
  switch (topic) {
    case 'shop/redact':
      return { kind: 'erase-shop' };
    case 'customers/redact':
      return { kind: 'erase-person', email, phone, document: null };
    default:
      return { kind: 'export-person', email, phone, document: null };
  }
}

/** The shop that a request to the app's address names. */
export const shopNamed = ({ headers }: Delivery): string | null => headers['x-shopify-shop-domain'] ?? null;
