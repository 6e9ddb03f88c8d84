import type { Trigger } from '@retoma/flow';

/** The triggers that leave an order to be paid. They start no run of an order that is paid or cancelled; its cancellation ends their runs. */
export const openPaymentTriggers: ReadonlySet<Trigger> = new Set([
  'pix.generated',
  'boleto.generated',
  'payment.failed',
]);
