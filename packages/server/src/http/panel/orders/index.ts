import type { Context } from '../../../context.ts';
import { changeOrderHandlers } from './change-order.ts';
import { inboxHandlers } from '../inbox/inbox.ts';
import { listCheckoutsHandlers } from './list-checkouts.ts';
import { listOrdersHandlers } from './list-orders.ts';
import { importTrackingHandlers } from './import-tracking.ts';
import { readCheckoutHandlers } from './read-checkout.ts';
import { readHomeHandlers } from '../home/read-home.ts';
import { readOrderHandlers } from './read-order.ts';
import { testPurchaseHandlers } from './test-purchase.ts';
import type { ordersContract } from './contract.ts';
import type { PanelHandlers } from '../handlers.ts';

/** The handlers of the endpoints of checkouts, orders, leads, the sandbox's inbox and the home page. */
export const ordersHandlers = (context: Context): PanelHandlers<keyof typeof ordersContract> => ({
  ...readHomeHandlers(context),
  ...listCheckoutsHandlers(context),
  ...readCheckoutHandlers(context),
  ...listOrdersHandlers(context),
  ...readOrderHandlers(context),
  ...changeOrderHandlers(context),
  ...importTrackingHandlers(context),
  ...inboxHandlers(context),
  ...testPurchaseHandlers(context),
});
