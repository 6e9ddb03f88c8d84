import { itemsIn, itemsOfCheckout } from './cart.ts';
import { fieldsIn, isFilled, overlay, textIn, type Fields } from './fields.ts';
import { paymentMethodLabel, statusLabel } from './labels.ts';
import { paymentFields } from './payment.ts';
import type { LiveSources } from './sources.ts';

/** `{{order.…}}`: the order as it is now; what only the event told fills it up. Null where there is none. Amounts in cents. */
export function orderOf(sources: LiveSources): Fields | null {
  const { order } = sources.records;
  if (!order && !isFilled(sources.told['order'])) return null;
  const told = sources.reportedFields('order');
  const status = order?.status ?? textIn(told['status']);
  const method = (order?.paymentMethod ?? textIn(told['payment_method'])).toLowerCase();
  const found = overlay(told, {
    id: order?.externalId ?? told['id'] ?? order?.orderId,
    number: order?.number,
    currency: order?.currency,
    subtotal: order?.subtotal,
    discount: order?.discount,
    discount_title: sources.request?.cart.discounts?.[0]?.title,
    total: order?.total,
    items: orderItems(sources, told),
    domain: sources.checkoutLink,
    status: status.toUpperCase(),
    status_label: statusLabel(status),
    payment_status: status.toLowerCase(),
    payment_method: method,
    payment_method_label: paymentMethodLabel(method),
    created_at: order?.createdAt,
    updated_at: order?.updatedAt,
    paid_at: order?.paidAt,
    attention: Array.isArray(told['attention']) ? told['attention'].join(', ') : undefined,
  });
  return overlay(found, paymentFields(sources, found));
}

function orderItems(sources: LiveSources, told: Fields): unknown {
  const stored = sources.records.order?.items;
  const items = (stored ? itemsIn(JSON.parse(stored)) : undefined) ?? itemsIn(told['items']);
  return items ?? (sources.request ? itemsOfCheckout(sources.request) : undefined);
}

/** `{{payment.…}}`: what is left of the legacy names. */
export function paymentOf({ payment }: LiveSources): Fields {
  return { expiration_time: fieldsIn(payment['pix'])['expires_at'] ?? fieldsIn(payment['boleto'])['expires_at'] };
}
