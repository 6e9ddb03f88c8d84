// The use of a coupon by an order.
//
// INV1. The use is taken in the transaction that writes the order's price, under the order's lock. The row of the coupon is locked after
//     it, before anything is counted, until that transaction ends. So the last use has one owner, of everyone and of one person, and an
//     order with a coupon's price has a use.
// INV2. An order has at most one use. Another coupon, or none, releases it.
// INV3. Every pricing compares the person who pays with the coupon's other uses, and writes that person into the use.
import type { KeyObject } from 'node:crypto';
import type { Coupon, CouponRefusal } from '@retoma/commerce';
import { hashContactKey } from '../../base/crypto/contact-hash.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import type { OrderRow } from '../orders/queries/orders.ts';
import { couponUncount } from './queries/coupons.ts';
import {
  couponLock,
  couponUseCountOfNetwork,
  couponUseCountOfPerson,
  couponUseFind,
  couponUseHold,
  couponUseRelease,
  couponUseSetPerson,
  orderExistsOfPerson,
} from './queries/coupon-uses.ts';
import { hashBuyerKeys, buyerKeysOf } from './coupon-person.ts';

/** An order whose price has a coupon; null: it has none. */
export type CouponOfOrder = (Coupon & { couponId: string }) | null;

/** The order, with the members that say whose it is. */
type OrderOfPerson = Pick<OrderRow, 'orderId' | 'storeId' | 'customer' | 'signed'>;

/** Who asks. `network`: from `networkIn`; undefined: unknown. */
type Asker = { readonly contactSecret: KeyObject; readonly at: number; readonly network: string | undefined };

/** COM28: makes the use of an order that of `coupon`. A refusal has changed nothing. The order's lock must be held, if it is stored. */
export async function holdCoupon(
  client: Queryable,
  { contactSecret, at, network }: Asker,
  order: OrderOfPerson,
  coupon: CouponOfOrder,
): Promise<CouponRefusal | null> {
  const { orderId, storeId } = order;
  const known = await couponUseFind(client, orderId);
  const held = known && known.state !== 'released' ? known.couponId : null;
  if (coupon === null) {
    if (held !== null) await couponUseRelease(client, [orderId]);
    return null;
  }
  const { couponId } = coupon;
  const couponIds = held === null ? [couponId] : [couponId, held];
  const locked = await couponLock(client, { storeId, couponIds, firstPurchase: coupon.firstPurchaseOnly });
  const personKeys = hashBuyerKeys(contactSecret, storeId, buyerKeysOf(order.customer));
  const refusal = await refusalForPerson(client, order, coupon, personKeys);
  if (refusal) return refusal;
  if (held === couponId) {
    await couponUseSetPerson(client, orderId, personKeys);
    return null;
  }
  const isUsedUp = locked.some((one) => one.couponId === couponId && one.uses === coupon.maxUses);
  if (isUsedUp) return { code: 'COUPON_USED_UP' };
  const isCounted = coupon.maxUses !== null && !order.signed;
  const counted = isCounted ? hashContactKey(contactSecret, storeId, `network:${network ?? ''}`) : null;
  if (counted) {
    const uses = await couponUseCountOfNetwork(client, { couponId, orderId, network: counted });
    if (uses >= networkLimit(coupon.maxUses!, network)) return { code: 'COUPON_HELD' };
  }
  const use = { couponId, orderId, storeId, personKeys, network: counted, at };
  if (!(await couponUseHold(client, use))) return { code: 'COUPON_ENDED' };
  // The order's row is now that of the new coupon.
  if (held !== null) await couponUncount(client, held);
  return null;
}

/** COM28: the most uses of a limited coupon that unpaid orders of unsigned carts of one network hold: half of them, of a known network 3. */
const networkLimit = (maxUses: number, network: string | undefined): number =>
  Math.max(1, Math.min(Math.floor(maxUses / 2), network === undefined ? maxUses : 3));

/** COM28: why a coupon is not for the person of an order; null: it is. The coupon's lock must be held. */
async function refusalForPerson(
  client: Queryable,
  { orderId, storeId, customer }: OrderOfPerson,
  { couponId, maxUsesPerPerson, firstPurchaseOnly }: NonNullable<CouponOfOrder>,
  personKeys: readonly string[],
): Promise<CouponRefusal | null> {
  if (firstPurchaseOnly && (await orderExistsOfPerson(client, { storeId, orderId, ...buyerKeysOf(customer) }))) {
    return { code: 'COUPON_FIRST_PURCHASE' };
  }
  if (maxUsesPerPerson === null) return null;
  const uses = await couponUseCountOfPerson(client, { couponId, orderId, personKeys });
  return uses >= maxUsesPerPerson ? { code: 'COUPON_USED_BY_PERSON' } : null;
}
