import type { Context } from '../../context.ts';
import { listCheckoutsHandlers } from './list-checkouts.ts';
import { createPaymentLinkHandlers } from './create-payment-link.ts';
import { readCheckoutHandlers } from './read-checkout.ts';
import { listOrdersHandlers } from './list-orders.ts';
import { readOrderHandlers } from './read-order.ts';
import { changeOrderHandlers } from './change-order.ts';
import { importTrackingHandlers } from './import-tracking.ts';
import { testPurchaseHandlers } from './test-purchase.ts';
import { priceRulesHandlers } from '../prices/panel/price-rules.ts';
import { couponsHandlers } from '../prices/panel/coupons.ts';
import { orderBumpsHandlers } from '../prices/panel/order-bumps.ts';
import { appearanceHandlers } from '../pay-page/panel/appearance.ts';

/** Checkouts, orders, prices and the look of the payment page. */
export const shopHandlers = (context: Context) => ({
  ...listCheckoutsHandlers(context),
  ...createPaymentLinkHandlers(context),
  ...readCheckoutHandlers(context),
  ...listOrdersHandlers(context),
  ...readOrderHandlers(context),
  ...changeOrderHandlers(context),
  ...importTrackingHandlers(context),
  ...testPurchaseHandlers(context),
  ...priceRulesHandlers(context),
  ...couponsHandlers(context),
  ...orderBumpsHandlers(context),
  ...appearanceHandlers(context),
});
