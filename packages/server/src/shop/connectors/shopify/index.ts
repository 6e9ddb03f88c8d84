import type { Connector, DeliveryContent } from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';
import { failureOf, pauseAfter } from './call.ts';
import { methods } from './connect.ts';
import { feeds } from './feeds.ts';
import { renew, renewAt } from './tokens.ts';
import { translate } from './translate.ts';
import { shopNamed, verifyDelivery } from './verify.ts';
import { webhooks } from './webhooks.ts';

/** CON15: the connector of Shopify. */
export const shopify: Connector = {
  label: 'Shopify',
  capabilities: {
    orders: 'push+poll',
    paid: 'push+poll',
    failed: 'never',
    cancelled: 'push+poll',
    tracking: 'push+poll',
    carts: {
      by: 'poll',
      delayMinutes: [10, 20],
      needs: {
        'pt-BR': 'o cliente preencheu o contato no checkout',
        en: 'the shopper entered a contact in the checkout',
      },
    },
    pixCode: 'never',
    boletoLine: 'never',
    paymentPage: true,
    consent: false,
    uninstallSignal: true,
    privacyRequests: true,
    ownCheckoutAllowed: false,
  },
  methods,
  verify: verifyDelivery,
  shopNamed,
  contentOf: readContent,
  translate,
  feeds,
  webhooks,
  renewAt,
  renew,
  failureOf,
  pauseAfter,
};

/** The order of a webhook. A body does not say when it was paid; that of `orders/paid` is of that moment. */
function readContent(topic: string, body: Buffer): DeliveryContent {
  const json = readJson(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  const paid = topic === 'orders/paid';
  return { resource: { kind: 'order', json: paid ? { ...json, paid_at: textAt(json, 'updated_at') } : json } };
}
