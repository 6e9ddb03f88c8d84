import type { Context } from '../../../context.ts';
import { createCoupon, endCoupon, pageOfCoupons, wrongMembersOf, type ListedCoupon } from '../manage-coupons.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

const millisecondsOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));
const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function presentCoupon(coupon: ListedCoupon, now: number) {
  const { couponId, code, active, reduction, freeShipping, startsAt, endsAt, maxUses, maxUsesPerPerson } = coupon;
  const { uses, minimum, products, firstPurchaseOnly, sales, isComplete } = coupon;
  return {
    couponId,
    code,
    active,
    reduction,
    freeShipping,
    maxUses,
    maxUsesPerPerson,
    uses,
    minimum,
    products,
    firstPurchaseOnly,
    sales,
    isComplete,
    startsAt: isoOf(startsAt),
    endsAt: isoOf(endsAt),
    isPast: endsAt !== null && endsAt <= now,
  };
}

/** GET and POST /panel/api/stores/:storeId/coupons, POST …/:couponId/end: COM28, a store's coupons. */
export const couponsHandlers = ({
  db,
  clock,
}: Context): PanelHandlers<'listCoupons' | 'createCoupon' | 'endCoupon'> => ({
  listCoupons: async ({ params: { storeId }, query: { before = null } }) => {
    const { coupons, next } = await pageOfCoupons(db, storeId, before);
    const now = clock();
    return { success: true, coupons: coupons.map((coupon) => presentCoupon(coupon, now)), next, reached: null };
  },
  createCoupon: async ({ params: { storeId }, body, audit }) => {
    const coupon = { ...body, startsAt: millisecondsOf(body.startsAt), endsAt: millisecondsOf(body.endsAt) };
    const members = wrongMembersOf(coupon);
    if (members.length > 0) return { ok: false, code: 'WRONG_SETTING', details: { members } };
    const made = await createCoupon(db, storeId, coupon, audit);
    return made ? { success: true, ...made } : { ok: false, code: 'COUPON_CODE_TAKEN' };
  },
  endCoupon: async ({ params: { storeId, couponId }, audit }) =>
    (await endCoupon(db, storeId, couponId, audit)) ? { success: true } : 'NOT_FOUND',
});
