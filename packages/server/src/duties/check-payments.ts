import { checkPayments } from '../orders/check-payments.ts';
import type { OrderParts } from '../orders/order-parts.ts';
import { inPortions } from './in-portions.ts';
import type { Duty } from './run-duties.ts';

const portion = 20;

/** Asks providers about payments that are due. Any number of workers may do this at once. */
export const checkPaymentsDuty = (parts: OrderParts): Duty => ({
  name: 'check payments',
  everyMs: 5_000,
  run: (signal) => inPortions(signal, portion, () => checkPayments(parts, { limit: portion })),
});
