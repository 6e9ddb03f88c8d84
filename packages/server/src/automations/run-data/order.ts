import { itemsIn, itemsOfCheckout } from './cart.ts';
import { fieldsIn, isFilled, overlay, textIn, type CategoryFields, type Fields } from './fields.ts';
import { paymentMethodLabel, statusLabel } from './labels.ts';
import { paymentFields } from './payment.ts';
import type { RunDataSources } from './sources.ts';

/** `{{order.…}}`: the current order, completed by members that only the event has. Null if there is none. Amounts in cents. */
export function orderOf(sources: RunDataSources): CategoryFields<'order'> | null {
  const { order } = sources.records;
  if (!order && !isFilled(sources.reported['order'])) return null;
  const reported = sources.reportedFields('order');
  const status = order?.status ?? textIn(reported['status']);
  const method = (order?.paymentMethod ?? textIn(reported['payment_method'])).toLowerCase();
  const found = overlay(reported, {
    id: order?.externalId ?? reported['id'] ?? order?.orderId,
    number: order?.number,
    currency: order?.currency,
    subtotal: order?.subtotal,
    discount: order?.discount,
    discount_title: sources.request?.cart.discounts?.[0]?.title,
    total: order?.total,
    items: orderItems(sources, reported),
    domain: sources.checkoutLink,
    status: status.toUpperCase(),
    status_label: statusLabel(status),
    payment_status: status.toLowerCase(),
    payment_method: method,
    payment_method_label: paymentMethodLabel(method),
    created_at: order?.createdAt,
    updated_at: order?.updatedAt,
    paid_at: order?.paidAt,
    attention: Array.isArray(reported['attention']) ? reported['attention'].join(', ') : undefined,
  });
  return overlay(found, paymentFields(sources, found));
}

function orderItems(sources: RunDataSources, reported: Fields): unknown {
  const stored = sources.records.order?.items;
  const items = (stored ? itemsIn(JSON.parse(stored)) : undefined) ?? itemsIn(reported['items']);
  return items ?? (sources.request ? itemsOfCheckout(sources.request) : undefined);
}

/** `{{payment.…}}`: the legacy name that is still supported. */
export function paymentOf({ payment }: RunDataSources): CategoryFields<'payment'> {
  return { expiration_time: fieldsIn(payment['pix'])['expires_at'] ?? fieldsIn(payment['boleto'])['expires_at'] };
}
