import { totalsOf } from '@retoma/commerce';
import type { NewEvent } from '../../shop/events/queries/events.ts';
import type { RunRecords } from '../../automations/engine/queries/run-records.ts';
import type { Details } from '../../shop/orders/queries/orders.ts';
import type { Purchase } from './purchase.ts';

const jsonText = (value: Details | readonly Details[] | object | null): string | null => value && JSON.stringify(value);

/** The records that a run of an event reads, of a purchase at one instant. `ordersOfBuyer`: the buyer's orders, including this one. */
export function recordsOf({ checkout, shopper, order }: Purchase, event: NewEvent, ordersOfBuyer: number): RunRecords {
  const { eventId, storeId, type, orderId, occurredAt, data } = event;
  const { checkoutId, cartToken, state, request, createdAt } = checkout;
  const { subtotal, discount, total } = totalsOf(request.cart);
  return {
    event: { eventId, storeId, type, orderId, checkoutId, occurredAt, data },
    checkout: {
      checkoutId,
      cartToken,
      state,
      subtotal,
      discount,
      total,
      signed: true,
      request: JSON.stringify(request),
      createdAt: new Date(createdAt),
      capturedAt: dateOf(shopper?.capturedAt),
      abandonedAt: dateOf(shopper?.abandonedAt),
    },
    order: order && {
      ...order,
      currency: 'BRL',
      customer: jsonText(order.customer),
      items: jsonText(order.items),
      shipping: jsonText(order.shipping),
      payment: jsonText(order.payment),
      tracking: jsonText(order.tracking),
      ordersOfBuyer,
      paidAt: dateOf(order.paidAt),
      createdAt: new Date(order.createdAt),
      updatedAt: new Date(order.updatedAt),
    },
    shopper: shopper && {
      customer: jsonText(shopper.customer),
      address: jsonText(shopper.address),
      browser: jsonText(shopper.browser),
      activeAt: new Date(shopper.activeAt),
    },
  };
}

const dateOf = (at: number | null | undefined): Date | null => (at === null || at === undefined ? null : new Date(at));
