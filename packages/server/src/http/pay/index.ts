import { limits } from '@retoma/commerce';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { compressResponse } from '../compression/compress-responses.ts';
import { limitAddress } from '../guards/address-limit.ts';
import { addAssets } from './assets.ts';
import { addBoletoSlip } from './boleto-slip.ts';
import { addCheckoutEvents } from './checkout-events.ts';
import { addCheckoutState } from './checkout-state.ts';
import { addFindAddress } from './find-address.ts';
import { addSaveDetails } from './save-details.ts';
import { sendNotice } from './send-page.ts';
import { addShowCheckout } from './show-checkout.ts';
import { addSimulator } from './simulator.ts';
import { addStartPayment } from './start-payment.ts';

/** The limit of a form, in bytes; no shopper types more. */
const formBytes = 16 * 1024;

/** Adds the payment page and the routes of its script. Errors are shown as pages, too. */
export function addPay(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.addHook(
      'onRequest',
      limitAddress(context, (request, reply) => sendNotice(request, reply, { kind: 'too-many' })),
    );
    scope.addHook('onSend', compressResponse);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: Math.min(formBytes, limits.bodyBytes) },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendNotice(request, reply, { kind: 'too-large' });
      if ((error.statusCode ?? 500) < 500) return sendNotice(request, reply, { kind: 'unknown-link' });
      context.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'payment page failed');
      return sendNotice(request, reply, { kind: 'service-fault', requestId: request.id });
    });
    addAssets(scope);
    addSimulator(scope, context);
    addFindAddress(scope, context);
    addShowCheckout(scope, context);
    addSaveDetails(scope, context);
    addStartPayment(scope, context);
    addCheckoutState(scope, context);
    addCheckoutEvents(scope, context);
    addBoletoSlip(scope, context);
    done();
  });
}
