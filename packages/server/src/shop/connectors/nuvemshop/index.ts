import type { Connector } from '../connector.ts';
import { failureOf, pauseAfter } from './call.ts';
import { consent } from './connect.ts';
import { checkoutFeed, orderFeed } from './feeds.ts';
import { translate } from './translate.ts';
import { orderNamedIn, shopNamed, verifyDelivery } from './verify.ts';
import { webhooks } from './webhooks.ts';

/** CON14: Nuvemshop and Tiendanube. Its rules allow messages about its orders, and no checkout but its own. */
export const nuvemshop: Connector = {
  label: 'Nuvemshop',
  capabilities: {
    orders: 'push+poll',
    paid: 'push+poll',
    failed: 'never',
    cancelled: 'push+poll',
    tracking: 'push+poll',
    carts: {
      by: 'poll',
      delayMinutes: [10, 370],
      needs: {
        'pt-BR': 'chegar à segunda etapa do checkout da Nuvemshop',
        en: "reach the second step of Nuvemshop's checkout",
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
  methods: [consent],
  verify: verifyDelivery,
  shopNamed,
  contentOf: orderNamedIn,
  translate,
  feeds: { orders: orderFeed, carts: checkoutFeed },
  webhooks,
  failureOf,
  pauseAfter,
};
