import { couponCode, isCouponCode, isLargeCoupon, type Coupon } from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import { constraintOf, type Database } from '../../base/postgres/pool.ts';
import { salesOf, type Sales } from '../orders/queries/sales.ts';
import { couponCodeFind, couponSalesList } from './queries/coupon-sales.ts';
import { couponEnd, couponInsert, couponList, type CouponRow } from './queries/coupons.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import { newId } from '../../base/ids.ts';

/** COM28: what a person decides about a new coupon. */
export type NewCoupon = Omit<Coupon, 'uses'> & { readonly code: string };

/** A coupon with what it sold (COM41). `isComplete`: `sales` is of all its uses, not of the newest alone. */
export type ListedCoupon = CouponRow & { sales: Sales; isComplete: boolean };

/** Coupons of one page. */
const pageSize = 20;
/** The most uses of a coupon that its sales are counted from. */
const maxUses = 1_000;

/** The coupons of a store with their sales, newest first. `next`: the id for the next page; null: there are no more. */
export async function pageOfCoupons(
  db: Database,
  storeId: string,
  before: string | null,
): Promise<{ coupons: ListedCoupon[]; next: string | null }> {
  const found = await couponList(db, storeId, before, pageSize + 1);
  const page = found.slice(0, pageSize);
  const ids = page.map(({ couponId }) => couponId);
  const sold = await couponSalesList(db, storeId, ids, { limit: maxUses, simulated: simulatedProviderNames });
  const coupons = page.map((coupon) => {
    const its = sold.filter(({ couponId }) => couponId === coupon.couponId);
    const seen = its.reduce((sum, { uses }) => sum + uses, 0);
    const sales = salesOf(its.flatMap(({ kind, ...one }) => (kind === null ? [] : [{ ...one, kind }])));
    return { ...coupon, sales, isComplete: seen < maxUses };
  });
  return { coupons, next: found.length > pageSize ? coupons.at(-1)!.couponId : null };
}

/** The members of a coupon that it cannot have; empty: none. */
export const wrongMembersOf = ({ code, reduction, freeShipping, startsAt, endsAt }: NewCoupon): string[] => [
  ...(isCouponCode(couponCode(code)) ? [] : ['code']),
  ...(reduction === null && !freeShipping ? ['reduction'] : []),
  ...(startsAt !== null && endsAt !== null && endsAt <= startsAt ? ['endsAt'] : []),
];

/** COM28: creates a coupon, valid from its start on. Its members are right. Undefined: the store has an active one with its code. */
export async function createCoupon(
  db: Database,
  storeId: string,
  coupon: NewCoupon,
  audit: Audit<'coupon_created' | 'large_coupon_created'>,
): Promise<{ couponId: string } | undefined> {
  const [couponId, code] = [newId(storeId), couponCode(coupon.code)];
  try {
    await inTransaction(db, async (client) => {
      await couponInsert(client, { ...coupon, couponId, storeId, code });
      const action = isLargeCoupon(coupon) ? 'large_coupon_created' : 'coupon_created';
      await audit(client, { storeId, action, subjectId: couponId, detail: code });
    });
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
  return { couponId };
}

/** Whether an insert failed because of an active coupon with the same code. */
const isDuplicate = (error: unknown): boolean => constraintOf(error) === 'coupons_code_once';

/** COM28: ends a coupon; orders that use it keep their price, and its code is free again. False: the store has no such active coupon. */
export const endCoupon = (
  db: Database,
  storeId: string,
  couponId: string,
  audit: Audit<'coupon_ended'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const isEnded = await couponEnd(client, storeId, couponId);
    const code = isEnded ? await couponCodeFind(client, storeId, couponId) : undefined;
    if (isEnded) await audit(client, { storeId, action: 'coupon_ended', subjectId: couponId, detail: code ?? null });
    return isEnded;
  });
