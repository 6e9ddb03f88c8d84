import type { Connector } from '../connector.ts';
import { failureOf } from './call.ts';
import { methods } from './connect.ts';
import { readDelivery } from './read-delivery.ts';
import { cartFeed, orderFeed } from './feeds.ts';
import { translate } from './translate.ts';
import { verifyDelivery } from './verify.ts';
import { webhooks } from './webhooks.ts';

/** CON13: the connector of WooCommerce. Nothing states how often a shop may be called, so only what it refuses slows calls down. */
export const woocommerce: Connector = {
  label: 'WooCommerce',
  capabilities: {
    orders: 'push+poll',
    paid: 'push+poll',
    failed: 'push+poll',
    cancelled: 'push+poll',
    tracking: 'push+poll',
    carts: {
      by: 'poll',
      delayMinutes: [0, 5],
      needs: {
        'pt-BR': 'finalização de compra em blocos, com e-mail ou telefone preenchido',
        en: 'checkout block, with e-mail or phone filled in',
      },
    },
    pixCode: 'by-gateway',
    boletoLine: 'by-gateway',
    paymentPage: true,
    consent: false,
    uninstallSignal: false,
    privacyRequests: false,
    ownCheckoutAllowed: true,
  },
  methods,
  verify: verifyDelivery,
  contentOf: readDelivery,
  translate,
  feeds: { orders: orderFeed, carts: cartFeed },
  webhooks,
  failureOf,
  pauseAfter: () => 0,
};
