import { checkPayments } from '../orders/payments/poll-payments.ts';
import type { OrderParts } from '../orders/order-deps.ts';
import { inPortions } from './in-batches.ts';
import type { Duty } from './run-jobs.ts';

const portion = 20;

/** Asks providers about payments that are due. Any number of workers may do this at once. */
export const checkPaymentsDuty = (parts: OrderParts): Duty => ({
  name: 'check payments',
  everyMs: 5_000,
  run: (signal) => inPortions(signal, portion, () => checkPayments(parts, { limit: portion })),
});
