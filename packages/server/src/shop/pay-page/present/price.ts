import { totalsOf, type Price, type WayToPay } from '@retoma/commerce';
import type { DiscountView, PriceView } from '@retoma/pay';
import { payable, type Purchase } from '../../checkouts/purchase.ts';

/** COM27: the price of a purchase that is paid this way, as the page shows it. */
export const presentPrice = (purchase: Purchase, way?: WayToPay): PriceView =>
  priceView(purchase, payable(purchase, way), way?.method ?? null, purchase.pricing.coupon?.code ?? null);

/** COM2: the price that is frozen into an order of ours, or the price now if there is none. */
export function presentOrderedPrice(purchase: Purchase): PriceView & { subtotal: number } {
  const { order, payments } = purchase;
  if (!order || order.subtotal === null || order.total === null) {
    return { ...presentPrice(purchase), subtotal: payable(purchase).goods };
  }
  const { subtotal, couponDiscount, methodDiscount, interest, total } = order;
  const parts = { coupon: couponDiscount ?? 0, methodDiscount: methodDiscount ?? 0, interest: interest ?? 0, total };
  const discount = (order.discount ?? 0) - parts.coupon - parts.methodDiscount;
  const paid = payments.find((payment) => payment.method !== 'manual' && payment.methodDiscount !== null)?.method;
  const method = paid === 'manual' ? undefined : paid;
  const couponCode = purchase.pricing.coupon?.code ?? purchase.shopper?.couponCode ?? null;
  return { ...priceView(purchase, { ...parts, discount }, method ?? null, couponCode), subtotal };
}

type Parts = Pick<Price, 'discount' | 'coupon' | 'methodDiscount' | 'interest' | 'total'>;

function priceView(
  { checkout }: Purchase,
  { discount, coupon, methodDiscount, interest, total }: Parts,
  method: WayToPay['method'],
  couponCode: string | null,
): PriceView {
  const { cart } = checkout.request;
  const { discounts } = totalsOf(cart);
  const ofCart: DiscountView[] = (cart.discounts ?? []).map(({ title }, index) => ({
    kind: 'cart',
    title: title ?? '',
    amount: discounts[index]!,
  }));
  const others: DiscountView[] = [
    { kind: 'coupon', couponCode: couponCode ?? '', amount: coupon },
    { kind: 'method', method: method ?? 'pix', amount: methodDiscount },
  ];
  return {
    discounts: [...ofCart, ...others.filter(({ amount }) => amount > 0)],
    discount: discount + coupon + methodDiscount,
    interest,
    total,
  };
}
