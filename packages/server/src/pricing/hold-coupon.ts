// The use of a coupon by an order.
//
// INV1. The use is taken in the transaction that writes the order's price, under the order's lock. The row of the coupon is locked after
//     it, until that transaction ends. So the last use has one owner, and an order with a coupon's price has a use.
// INV2. An order has at most one use. Another coupon, or none, releases it.
import type { KeyObject } from 'node:crypto';
import type { Coupon, CouponRefusal } from '@retoma/commerce';
import { hashContactKey, searchKey } from '../crypto/contact-hash.ts';
import type { Queryable } from '../db/pool.ts';
import type { OrderRow } from '../db/queries/orders/orders.ts';
import { couponUncount } from '../db/queries/pricing/coupons.ts';
import {
  couponUseCountOfPerson,
  couponUseFind,
  couponUseHold,
  couponUseRelease,
  orderExistsOfPerson,
} from '../db/queries/pricing/coupon-uses.ts';

/** An order whose price has a coupon; null: it has none. */
export type CouponOfOrder = (Coupon & { couponId: string }) | null;

/** The members of an order that say whose it is. */
type OrderOfPerson = Pick<OrderRow, 'orderId' | 'storeId' | 'customer'>;

/** COM28: makes the use of an order that of `coupon`. A refusal has changed nothing. The order's lock must be held, if it is stored. */
export async function holdCoupon(
  client: Queryable,
  { contactSecret, at }: { contactSecret: KeyObject; at: number },
  order: OrderOfPerson,
  coupon: CouponOfOrder,
): Promise<CouponRefusal | null> {
  const known = await couponUseFind(client, order.orderId);
  const isHeld = known !== undefined && known.state !== 'released';
  if (isHeld && known.couponId === coupon?.couponId) return null;
  const personKeys = personKeysOf(contactSecret, order);
  const refusal = coupon && (await refusalForPerson(client, order, coupon, personKeys));
  if (refusal) return refusal;
  const { orderId, storeId } = order;
  if (coupon === null) {
    if (isHeld) await couponUseRelease(client, [orderId]);
    return null;
  }
  const use = { couponId: coupon.couponId, orderId, storeId, personKeys, at };
  if (!(await couponUseHold(client, use))) return { code: 'COUPON_USED_UP' };
  // The order's row is now that of the new coupon.
  if (isHeld) await couponUncount(client, known.couponId);
  return null;
}

/** COM28: why a coupon is not for the person of an order; null: it is. */
async function refusalForPerson(
  client: Queryable,
  { orderId, storeId, customer }: OrderOfPerson,
  { couponId, maxUsesPerPerson, firstPurchaseOnly }: NonNullable<CouponOfOrder>,
  personKeys: readonly string[],
): Promise<CouponRefusal | null> {
  if (firstPurchaseOnly) {
    const person = { storeId, orderId, email: filledText(customer?.['email']), phone: filledText(customer?.['phone']) };
    if (await orderExistsOfPerson(client, person)) return { code: 'COUPON_FIRST_PURCHASE' };
  }
  if (maxUsesPerPerson === null) return null;
  const uses = await couponUseCountOfPerson(client, { couponId, orderId, personKeys });
  return uses >= maxUsesPerPerson ? { code: 'COUPON_USED_BY_PERSON' } : null;
}

/** Keyed hashes of the person's e-mail address, phone and document: each alone identifies them. */
function personKeysOf(secret: KeyObject, { storeId, customer }: OrderOfPerson): string[] {
  const document = filledText(customer?.['document'])
    ?.replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
  const keys = [
    searchKey('email', customer?.['email']),
    searchKey('phone', customer?.['phone']),
    document ? `document:${document}` : null,
  ];
  return keys.flatMap((key) => (key === null ? [] : [hashContactKey(secret, storeId, key).toString('hex')]));
}

const filledText = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
