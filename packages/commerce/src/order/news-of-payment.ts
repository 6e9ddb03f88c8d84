import type { OrderNews } from './order-states.ts';
import type { PaymentTruth } from './payment-states.ts';

/** Whether a payment may still be made or refused: its end is not known. */
export const isOpenPayment = ({ state }: Pick<PaymentTruth, 'state'>): boolean =>
  state === 'creating' || state === 'pending' || state === 'processing';

/**
 * E4: what one payment says of its order, as that stands now and beside its other payments; undefined where it says nothing. An
 * attempt that failed says nothing while another is open. Money that is given back cancels the order, however it was paid,
 * unless other money is there; and such other money makes an order paid again that is cancelled only for what was given back.
 * That a code expired says nothing: the shopper may ask for another.
 */
export function newsOfPayment(
  payment: Pick<PaymentTruth, 'state' | 'at'>,
  others: readonly Pick<PaymentTruth, 'state'>[],
  order: OrderNews,
): OrderNews | undefined {
  const { state, at } = payment;
  const has = (wanted: PaymentTruth['state']): boolean => others.some((other) => other.state === wanted);
  switch (state) {
    case 'processing':
      return { status: 'processing', at };
    case 'failed':
      return others.some(isOpenPayment) ? undefined : { status: 'failed', at };
    case 'paid':
      return { status: 'paid', at: order.status === 'cancelled' && has('refunded') ? Math.max(at, order.at + 1) : at };
    case 'refunded':
      return has('paid') ? undefined : { status: 'cancelled', at: Math.max(at, order.at) };
    case 'creating':
    case 'pending':
    case 'expired':
    case 'cancelled':
      return undefined;
  }
}
