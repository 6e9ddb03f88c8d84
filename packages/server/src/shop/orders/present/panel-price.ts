import { discountOf } from '@retoma/commerce';
import { acceptedBump } from '../../checkouts/purchase-price.ts';
import { payable, type Purchase } from '../../checkouts/purchase.ts';
import type { OrderReading } from '../read-orders.ts';
import type { PanelAnswer } from '../../../panel-contract.ts';

type PanelOrder = PanelAnswer<'readOrder'>['order'];

/** COM27 to COM30: the parts of a price, as the panel shows them. */
type PricePresentation = Pick<PanelOrder, 'subtotal' | 'discount' | 'coupon' | 'methodDiscount' | 'interest'>;

/** The parts of an order's price. `couponCode`: of its coupon; null: it has none. */
export function presentOrderPrice(
  order: OrderReading['order'],
  payments: OrderReading['payments'],
  couponCode: string | null,
): PricePresentation {
  const { subtotal, discount, couponId, couponDiscount, methodDiscount, interest } = order;
  const reduced = payments.find((payment) => payment.method !== 'manual' && payment.methodDiscount !== null);
  const method = reduced?.method === 'manual' ? undefined : reduced?.method;
  return {
    subtotal,
    discount,
    coupon: couponId === null ? null : { code: couponCode, amount: couponDiscount ?? 0 },
    methodDiscount: methodDiscount ? { method: method ?? null, amount: methodDiscount } : null,
    interest: interest ?? 0,
  };
}

/** COM2: the parts of the price that is frozen into the checkout's order, or of the price now if there is none. */
export function presentCheckoutPrice(purchase: Purchase): PricePresentation & { subtotal: number; discount: number } {
  const { order, payments, pricing, shopper } = purchase;
  const code = pricing.coupon?.code ?? null;
  if (order && order.subtotal !== null) {
    const parts = presentOrderPrice(order, payments, code ?? shopper?.couponCode ?? null);
    return { ...parts, subtotal: order.subtotal, discount: order.discount ?? 0 };
  }
  const price = payable(purchase);
  return {
    subtotal: price.goods,
    discount: discountOf(price),
    coupon: code === null ? null : { code, amount: price.coupon },
    methodDiscount: null,
    interest: 0,
  };
}

/** COM30: the order bump of a checkout, as an item of its order; null: none was accepted. */
export function bumpItemOf(purchase: Purchase): { title: unknown; image: unknown; unitPrice: number } | null {
  const { order } = purchase;
  if (!order) {
    const bump = acceptedBump(purchase);
    return bump && { title: bump.title, image: bump.image, unitPrice: bump.price };
  }
  if (order.bumpPrice === null) return null;
  const item = order.items?.find((one) => one['product_id'] === order.bumpId);
  return { title: item?.['title'], image: item?.['image'], unitPrice: order.bumpPrice };
}
