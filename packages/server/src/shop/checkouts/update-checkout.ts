import { isDeepStrictEqual } from 'node:util';
import {
  checkCheckoutRequest,
  cleanContact,
  coherenceWarnings,
  redirectOf,
  redirectWarnings,
  type CheckoutRequest,
  type CheckoutWarning,
  type Issue,
  type Totals,
} from '@retoma/commerce';
import { searchKey } from '../../base/crypto/contact-hash.ts';
import { isId, newId } from '../../base/ids.ts';
import { readJson } from '../../base/json.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Audit } from '../../http/audit-actions.ts';
import { conversionQueue } from '../../providers/ads/queries/conversions.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { eventInsertMany } from '../events/queries/events.ts';
import { conversionWaitMs, type ShopperDeps } from './change-shopper.ts';
import { leadIn } from './create-checkout.ts';
import { leadEvent } from './lead.ts';
import {
  checkoutCartFind,
  checkoutUpdateLock,
  checkoutUpdateWrite,
  leadEventKeep,
  type UpdatableCheckout,
} from './queries/checkout-updates.ts';

/** The result. `INVALID_PAYLOAD`: of the body, as when a checkout is created. */
type UpdatedCheckout =
  | { readonly ok: true; readonly warnings: readonly CheckoutWarning[] }
  | { readonly ok: false; readonly code: 'CHECKOUT_NOT_FOUND' | 'CHECKOUT_NOT_OPEN' }
  | { readonly ok: false; readonly code: 'INVALID_PAYLOAD'; readonly issues: readonly Issue[] };

/**
 * API8: replaces the cart of a checkout that has no order. What its shopper entered and chose stays, and is priced with the new cart:
 * nothing of a price is stored before an order. `raw`: the JSON of a request as for a new checkout.
 */
export async function updateCheckout(
  { db, clock }: ShopperDeps,
  store: StoreRow,
  checkoutId: string,
  raw: Buffer,
  audit: Audit<'checkout_updated'>,
): Promise<UpdatedCheckout> {
  const body = readJson(raw);
  if ('issue' in body) return { ok: false, code: 'INVALID_PAYLOAD', issues: [body.issue] };
  const checked = checkCheckoutRequest(body.value);
  if (!checked.ok) return { ok: false, code: 'INVALID_PAYLOAD', issues: checked.issues };
  const { request, totals } = checked;
  return inTransaction(db, async (tx): Promise<UpdatedCheckout> => {
    const { storeId } = store;
    const known = isId(checkoutId) ? await checkoutUpdateLock(tx, storeId, checkoutId) : undefined;
    if (!known) return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
    if (!known.isOpen) return { ok: false, code: 'CHECKOUT_NOT_OPEN' };
    await writeUpdate(tx, store, { checkoutId, known, request, totals, at: clock() });
    await audit(tx, { storeId, action: 'checkout_updated', subjectId: checkoutId });
    return {
      ok: true,
      warnings: [...coherenceWarnings(request.cart, totals), ...redirectWarnings(request, true, store)],
    };
  });
}

/** What is written: a request for a checkout that is `known`. */
type Update = {
  readonly checkoutId: string;
  readonly known: UpdatableCheckout;
  readonly request: CheckoutRequest;
  readonly totals: Totals;
  readonly at: number;
};

/** Writes the request, with the lead that it may bring (COM1). A lead that entered own data keeps its contact. */
async function writeUpdate(
  tx: Queryable,
  store: StoreRow,
  { checkoutId, known, request, totals, at }: Update,
): Promise<void> {
  const { storeId, advertises, abandonMinutes } = store;
  const { subtotal, discount, total } = totals;
  const cartToken = request.cart.token ?? known.cartToken;
  const updated = updatedRequest(known, request, store);
  const lead = known.hasEntered ? null : leadIn(updated);
  const captured = lead && !known.isCaptured ? { at, abandonAt: at + abandonMinutes * 60_000 } : null;
  if (known.isCaptured) await leadEventKeep(tx, checkoutId);
  await checkoutUpdateWrite(tx, {
    checkoutId,
    cartToken,
    hasRequestToken: request.cart.token !== undefined,
    subtotal,
    discount,
    total,
    request: JSON.stringify(updated),
    contact: lead && { emailKey: searchKey('email', lead.email), phoneKey: searchKey('phone', lead.phone) },
    captured,
  });
  if (!lead || !captured) return;
  const created = { checkoutId, storeId, cartToken, subtotal, discount, total, customer: JSON.stringify(lead) };
  await eventInsertMany(tx, [leadEvent('lead.created', created, { eventId: newId(checkoutId), at })]);
  if (advertises)
    await conversionQueue(tx, { storeId, checkoutId, events: ['lead'], at, dueAt: at + conversionWaitMs });
}

/**
 * The request that is stored: what is not given stays, a customer member by member. Addresses that an unsigned request could not use
 * (COM7a) do not become usable because the cart is now signed.
 */
function updatedRequest(
  { request, signed }: UpdatableCheckout,
  given: CheckoutRequest,
  store: StoreRow,
): CheckoutRequest {
  const earlier = JSON.parse(request) as CheckoutRequest;
  const token = given.cart.token ?? earlier.cart.token;
  const customer = given.customer && {
    ...earlier.customer,
    ...Object.fromEntries(
      Object.entries(cleanContact(given.customer)).filter(([, value]) => value !== null && value !== undefined),
    ),
  };
  const redirect = given.redirect ?? (earlier.redirect && redirectOf(earlier, signed, store));
  return {
    ...earlier,
    ...given,
    cart: { ...given.cart, ...(token !== undefined && { token }) },
    ...(customer && { customer }),
    ...(redirect && { redirect }),
  };
}

/** Whether a checkout still has the request with which it was read. The caller must hold its lock. */
export async function checkoutIsSame(
  db: Queryable,
  checkoutId: string,
  { request, signed }: { readonly request: CheckoutRequest; readonly signed: boolean },
): Promise<boolean> {
  const now = await checkoutCartFind(db, checkoutId);
  return now?.signed === signed && isDeepStrictEqual(JSON.parse(now.request), request);
}
