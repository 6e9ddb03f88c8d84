import type { Issue } from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { createCheckout, type CheckoutCreation } from '../checkouts/create-checkout.ts';

/** What a member sells with a payment link. Prices in cents. */
export type PaymentLinkRequest = {
  items: readonly { title: string; quantity: number; unitPrice: number }[];
  requiresShipping: boolean;
  customer: { name?: string | undefined; email?: string | undefined; phone?: string | undefined };
};

/** The result; `issues`: the issues of the same items in a store's own request. */
export type PaymentLinkResult =
  | { ok: true; checkoutId: string }
  | { ok: false; code: 'STORE_INACTIVE' }
  | { ok: false; code: 'WRONG_CART'; issues: Issue[] };

/**
 * Creates a checkout for a member: the same creation, check and lead as a store's own request (CHK2 to CHK6, COM1), written together with its
 * audit entry. Its contact is not counted (COM21), since a member entered it.
 */
export async function createPaymentLink(
  deps: CheckoutCreation,
  store: StoreRow,
  { items, requiresShipping, customer }: PaymentLinkRequest,
  audit: Audit<'payment_link_created'>,
): Promise<PaymentLinkResult> {
  if (!store.active) return { ok: false, code: 'STORE_INACTIVE' };
  const { storeId } = store;
  const image = `${deps.baseUrl}/public/demo/item.svg`;
  const cart = { items: items.map((item) => ({ ...item, image })), requiresShipping };
  const created = await createCheckout(
    deps,
    {
      store,
      raw: Buffer.from(JSON.stringify({ cart, customer })),
      signature: undefined,
      idempotencyKey: undefined,
      isByMember: true,
    },
    (tx, checkoutId) => audit(tx, { storeId, action: 'payment_link_created', detail: checkoutId }),
  );
  if (!created.ok) return { ok: false, code: 'WRONG_CART', issues: created.issues ?? [] };
  return { ok: true, checkoutId: created.checkoutId };
}
