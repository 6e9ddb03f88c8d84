import { isId } from '../../base/ids.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Audit } from '../../http/audit-actions.ts';
import { checkoutExpireOne, checkoutLock, type CheckoutRow } from './queries/checkouts.ts';

/** COM5: how many days old a checkout without an order under way expires. */
export const checkoutDays = 30;

/** COM5: from when on a checkout may expire; null: it does not, or has expired. */
export const checkoutExpiry = ({ state, createdAt }: Pick<CheckoutRow, 'state' | 'createdAt'>): Date | null =>
  state === 'open' || state === 'abandoned' ? new Date(createdAt.getTime() + checkoutDays * 86_400_000) : null;

/** Why a checkout stays as it is. */
type CheckoutRefused = { readonly ok: false; readonly code: 'CHECKOUT_NOT_FOUND' | 'CHECKOUT_NOT_OPEN' };

/** API6: ends a checkout that has no order. */
export const expireCheckout = (
  db: Database,
  storeId: string,
  checkoutId: string,
  audit: Audit<'checkout_expired'>,
): Promise<{ readonly ok: true } | CheckoutRefused> =>
  inTransaction(db, async (tx): Promise<{ readonly ok: true } | CheckoutRefused> => {
    if (!isId(checkoutId) || !(await checkoutLock(tx, storeId, checkoutId)))
      return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
    if (!(await checkoutExpireOne(tx, checkoutId))) return { ok: false, code: 'CHECKOUT_NOT_OPEN' };
    await audit(tx, { storeId, action: 'checkout_expired', subjectId: checkoutId });
    return { ok: true };
  });
