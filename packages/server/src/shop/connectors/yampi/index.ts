import type { Connector } from '../connector.ts';
import { failureOf, pauseAfter } from './call.ts';
import { methods } from './connect.ts';
import { cartFeed, orderFeed } from './feeds.ts';
import { translate } from './translate.ts';
import { readDelivery, verifyDelivery } from './verify.ts';
import { webhooks } from './webhooks.ts';

/** The connector of Yampi. */
export const yampi: Connector = {
  label: 'Yampi',
  capabilities: {
    orders: 'push+poll',
    paid: 'push+poll',
    failed: 'push+poll',
    cancelled: 'push+poll',
    tracking: 'push+poll',
    carts: {
      by: 'poll',
      delayMinutes: [0, 25],
      needs: { 'pt-BR': 'e-mail ou telefone preenchido no checkout', en: 'e-mail or phone filled in at the checkout' },
    },
    pixCode: 'by-gateway',
    boletoLine: 'always',
    paymentPage: false,
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
  pauseAfter,
};
