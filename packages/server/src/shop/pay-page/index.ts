import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { addAcceptBump } from './pricing/accept-bump.ts';
import { addAssets } from './assets.ts';
import { addBoletoSlip } from './boleto-slip.ts';
import { addCheckoutEvents } from './checkout-events.ts';
import { addCheckoutState } from './checkout-state.ts';
import { addChooseCoupon } from './pricing/choose-coupon.ts';
import { addFindAddress } from './by-zipcode/find-address.ts';
import { addQuoteFreight } from './by-zipcode/quote-freight.ts';
import { addPages, formBytes } from './page-scope.ts';
import { addReturnFromBank } from './return-from-bank.ts';
import { addSaveContact } from './contact/save-contact.ts';
import { addSaveDetails } from './save-details.ts';
import { addReturning } from './contact/returning.ts';
import { addShowCheckout } from './show-checkout.ts';
import { addSimulator } from './simulator.ts';
import { addStartPayment } from './start-payment.ts';

/** Adds the payment page and the routes of its script. */
export const addPay = (app: FastifyInstance, context: Context): void =>
  addPages(app, context, (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    addAssets(scope);
    addSimulator(scope, context);
    addFindAddress(scope, context);
    addShowCheckout(scope, context);
    addSaveContact(scope, context);
    addReturning(scope, context);
    addQuoteFreight(scope, context);
    addSaveDetails(scope, context);
    addStartPayment(scope, context);
    addReturnFromBank(scope, context);
    addChooseCoupon(scope, context);
    addAcceptBump(scope, context);
    addCheckoutState(scope, context);
    addCheckoutEvents(scope, context);
    addBoletoSlip(scope, context);
  });
