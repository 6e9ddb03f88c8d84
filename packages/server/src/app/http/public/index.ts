import { limits } from '@retoma/commerce';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { allowBrowsers } from '../../../http/cors.ts';
import { noteCalls } from '../../../stores/guards/record-api-calls.ts';
import { addEndpoints } from '../register.ts';
import { publicContract } from '../../../http/public-contract.ts';
import { advanceTestClockHandler } from '../../test-store/public-handler.ts';
import { createCheckoutHandler } from '../../../shop/public/create-checkout.ts';
import { ingestEventHandler } from '../../../shop/public/ingest-event.ts';
import { listMetatagsHandler } from '../../../automations/definitions/public/list-metatags.ts';
import { publicMessagesHandlers } from '../../../shop/webhooks/public/messages.ts';
import { publicWebhooksHandlers } from '../../../shop/webhooks/public/webhooks.ts';
import { expireCheckoutHandler, updateCheckoutHandler } from '../../../shop/public/change-checkouts.ts';
import { listCheckoutsHandler } from '../../../shop/public/list-checkouts.ts';
import { changeOrdersHandlers } from '../../../shop/public/change-orders.ts';
import { listOrdersHandler, readOrderHandler } from '../../../shop/public/read-orders.ts';
import { reportCartHandler } from '../../../shop/public/report-cart.ts';
import { readCheckoutHandler } from '../../../shop/public/read-checkout.ts';

/** Adds the public API: at its paths and, as an alias, below `/api`. */
export function addPublicApi(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    allowBrowsers(scope);
    noteCalls(scope, context);
    const handlers = {
      createCheckout: createCheckoutHandler(context),
      readCheckout: readCheckoutHandler(context),
      listOrders: listOrdersHandler(context),
      readOrder: readOrderHandler(context),
      listCheckouts: listCheckoutsHandler(context),
      updateCheckout: updateCheckoutHandler(context),
      expireCheckout: expireCheckoutHandler(context),
      ...changeOrdersHandlers(context),
      ...publicWebhooksHandlers(context),
      ...publicMessagesHandlers(context),
      advanceTestClock: advanceTestClockHandler(context),
      ingestEvent: ingestEventHandler(context),
      reportCart: reportCartHandler(context),
      listMetatags: listMetatagsHandler,
    };
    const options = { prefixes: ['', '/api'], bodyLimit: limits.bodyBytes, isForBrowsers: true } as const;
    addEndpoints(scope, context, publicContract, handlers, options);
    done();
  });
}
