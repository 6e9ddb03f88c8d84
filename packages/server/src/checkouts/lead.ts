import { cleanContact, isReachable, type CheckoutRequest, type Totals } from '@retoma/commerce';
import type { NewEvent } from '../db/queries/events/events.ts';
import type { ShopperCustomer } from '../db/queries/checkouts/shoppers.ts';

/** The data of a checkout in its lead's events. Amounts in cents. */
export type LeadOf = Pick<Totals, 'subtotal' | 'discount' | 'total'> & {
  checkoutId: string;
  cartToken: string;
  /** JSON text of a `ShopperCustomer`. */
  customer: string;
};

/** Whether a text is stored: not empty, at most 500 UTF-16 units, and valid in PostgreSQL's JSON. */
const isPresent = (value: string | null | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 500 && !value.includes('\u0000') && value.isWellFormed();

/** COM1: the lead in a request, if it has an e-mail or a phone; null otherwise. */
export function leadIn({ customer }: CheckoutRequest): ShopperCustomer | null {
  if (!customer) return null;
  const { name, email, phone, document } = cleanContact(customer);
  const lead = {
    ...(isPresent(name) && { name }),
    ...(isPresent(email) && { email }),
    ...(isPresent(phone) && { phone }),
    ...(isPresent(document) && { document }),
  };
  return isReachable(lead) ? lead : null;
}

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
