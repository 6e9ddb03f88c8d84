import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { addChangeOrder } from './change-order.ts';
import { addInbox } from '../inbox/inbox.ts';
import { addListCheckouts } from './list-checkouts.ts';
import { addListOrders } from './list-orders.ts';
import { addImportTracking } from './import-tracking.ts';
import { addReadCheckout } from './read-checkout.ts';
import { addReadHome } from '../home/read-home.ts';
import { addReadOrder } from './read-order.ts';
import { addTestPurchase } from './test-purchase.ts';

/** Adds the endpoints of checkouts, orders, leads, the sandbox's inbox and the home page. */
export function addOrders(app: FastifyInstance, context: Context): void {
  addReadHome(app, context);
  addListCheckouts(app, context);
  addReadCheckout(app, context);
  addListOrders(app, context);
  addReadOrder(app, context);
  addChangeOrder(app, context);
  addImportTracking(app, context);
  addInbox(app, context);
  addTestPurchase(app, context);
}
