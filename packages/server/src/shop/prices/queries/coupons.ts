import type { Coupon } from '@retoma/commerce';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow, queryRows } from '../../../base/postgres/query.ts';
import { reductionColumns, reductionJson } from './price-rules.ts';

/** COM28: a coupon of a store. */
export type CouponRow = Coupon & { couponId: string; storeId: string; code: string; active: boolean };

/** The members of a `CouponRow` as columns of `p`. */
export const couponColumns = `
  p.coupon_id as "couponId", p.store_id as "storeId", p.code, p.active, ${reductionJson('p')} as reduction,
  p.free_shipping as "freeShipping", ${milliseconds('p.starts_at')} as "startsAt", ${milliseconds('p.ends_at')} as "endsAt",
  p.max_uses as "maxUses", p.max_uses_per_person as "maxUsesPerPerson", p.uses, p.minimum_cents as minimum, p.products,
  p.first_purchase_only as "firstPurchaseOnly"`;

/** The active coupon of a store with this code, or undefined. */
export const couponFindByCode = (db: Queryable, storeId: string, code: string): Promise<CouponRow | undefined> =>
  queryRow(db, {
    name: 'coupon-find-by-code',
    text: `select ${couponColumns} from coupons p where p.store_id = $1 and p.code = $2 and p.active`,
    values: [storeId, code],
  });

/** The coupons of a store, newest first: up to `limit`, older than `before` (an id; null: from the newest on). */
export const couponList = (
  db: Queryable,
  storeId: string,
  before: string | null,
  limit: number,
): Promise<CouponRow[]> =>
  queryRows(db, {
    name: 'coupon-list',
    text: `select ${couponColumns} from coupons p where p.store_id = $1 and ($2::uuid is null or p.coupon_id < $2)
           order by p.coupon_id desc limit $3`,
    values: [storeId, before, limit],
  });

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Stores a new coupon. Throws a unique violation if the store has an active one with its code. */
export const couponInsert = (db: Queryable, coupon: Omit<CouponRow, 'uses' | 'active'>): Promise<void> =>
  execute(db, {
    text: `insert into coupons (coupon_id, store_id, code, hundredths, cents, free_shipping, starts_at, ends_at, max_uses,
             max_uses_per_person, minimum_cents, products, first_purchase_only)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      coupon.couponId,
      coupon.storeId,
      coupon.code,
      ...reductionColumns(coupon.reduction),
      coupon.freeShipping,
      isoOrNull(coupon.startsAt),
      isoOrNull(coupon.endsAt),
      coupon.maxUses,
      coupon.maxUsesPerPerson,
      coupon.minimum,
      coupon.products,
      coupon.firstPurchaseOnly,
    ],
  });

/** Ends a coupon; orders that use it keep its price. False: the store has no such active coupon. */
export const couponEnd = (db: Queryable, storeId: string, couponId: string): Promise<boolean> =>
  affectsOne(db, {
    text: 'update coupons set active = false where store_id = $1 and coupon_id = $2 and active',
    values: [storeId, couponId],
  });

/** Frees one use of a coupon whose row of coupon_uses became another coupon's. */
export const couponUncount = (db: Queryable, couponId: string): Promise<void> =>
  execute(db, {
    name: 'coupon-uncount',
    text: 'update coupons set uses = uses - 1 where coupon_id = $1',
    values: [couponId],
  });
