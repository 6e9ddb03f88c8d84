import type { Context } from '../../context.ts';
import { createPaymentLinkHandlers } from './create-payment-link.ts';
import { changeOrderHandlers } from './change-order.ts';
import { importTrackingHandlers } from './import-tracking.ts';
import { testPurchaseHandlers } from './test-purchase.ts';
import { priceRulesHandlers } from '../prices/panel/price-rules.ts';
import { couponsHandlers } from '../prices/panel/coupons.ts';
import { webhooksHandlers } from '../webhooks/panel/webhooks.ts';
import { webhookMessagesHandlers } from '../webhooks/panel/messages.ts';
import { orderBumpsHandlers } from '../prices/panel/order-bumps.ts';
import { appearanceHandlers } from '../pay-page/panel/appearance.ts';
import { shopConnectionsHandlers } from '../connectors/panel/shop-connections.ts';
import { exportOrdersHandlers } from './export-orders.ts';
import { readOrdersHandlers } from './read-orders.ts';
import { readCheckoutsHandlers } from './read-checkouts.ts';

/** Checkouts, orders, prices and the look of the payment page. */
export const shopHandlers = (context: Context) => ({
  ...readCheckoutsHandlers(context),
  ...readOrdersHandlers(context),
  ...exportOrdersHandlers(context),
  ...createPaymentLinkHandlers(context),
  ...changeOrderHandlers(context),
  ...importTrackingHandlers(context),
  ...testPurchaseHandlers(context),
  ...priceRulesHandlers(context),
  ...couponsHandlers(context),
  ...orderBumpsHandlers(context),
  ...webhooksHandlers(context),
  ...webhookMessagesHandlers(context),
  ...appearanceHandlers(context),
  ...shopConnectionsHandlers(context),
});
