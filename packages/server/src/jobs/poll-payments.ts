import { checkPayments } from '../orders/payments/poll-payments.ts';
import type { OrderParts } from '../orders/order-deps.ts';
import { inBatches } from './in-batches.ts';
import type { PeriodicJob } from './run-jobs.ts';

const batchSize = 20;

/** Polls providers for due payments. Any number of workers may run this concurrently. */
export const pollPaymentsJob = (parts: OrderParts): PeriodicJob => ({
  name: 'check payments',
  everyMs: 5_000,
  run: (signal) => inBatches(signal, batchSize, () => checkPayments(parts, { limit: batchSize })),
});
