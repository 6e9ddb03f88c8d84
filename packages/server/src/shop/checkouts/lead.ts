import type { Totals } from '@retoma/commerce';
import type { NewEvent } from '../events/queries/events.ts';

/** The data of a checkout in its lead's events. Amounts in cents. */
export type LeadOf = Pick<Totals, 'subtotal' | 'discount' | 'total'> & {
  checkoutId: string;
  cartToken: string;
  /** JSON text of a `ShopperCustomer`. */
  customer: string;
};

/** The data of `lead.created` and `cart.abandoned`, in the format of events (COM6), as JSON text. The view lead_events builds the same. */
function leadData({ checkoutId, cartToken, subtotal, discount, total, customer }: LeadOf): string {
  const cart = JSON.stringify({ token: cartToken, subtotal, discount, total });
  return `{"checkout_id":"${checkoutId}","lead":${customer},"cart":${cart}}`;
}

/** COM1, COM3: the deduplication key: each event is recorded once for each checkout, whatever its source. */
export const leadSubject = (checkoutId: string): string => `checkout ${checkoutId}`;

/** The event of a checkout, to be stored. `at`: when it happened. */
export function leadEvent(
  type: 'lead.created' | 'cart.abandoned',
  lead: LeadOf & { storeId: string },
  { eventId, at }: { eventId: string; at: number },
): NewEvent {
  const { storeId, checkoutId } = lead;
  return {
    eventId,
    storeId,
    type,
    externalId: null,
    subject: leadSubject(checkoutId),
    orderId: null,
    checkoutId,
    occurredAt: at,
    data: leadData(lead),
    startsRuns: true,
  };
}
