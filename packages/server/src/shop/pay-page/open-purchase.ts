import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPurchase, type Purchase } from '../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import type { Store } from '../../stores/store-directory.ts';
import { isStoreServedAt } from '../../stores/domains/store-domain.ts';
import { RateLimiter } from '../../base/net/rate-limiter.ts';
import { readEntered } from './entered-cookie.ts';
import { presentStore } from './present/store-view.ts';
import { sendNotice } from './send-page.ts';

/** The purchase of a payment link as its browser has it (COM24), and its store. */
export type OpenPurchase = { purchase: Purchase; store: Store };

/**
 * The purchase of a payment link; its id is enough to see and pay it. Undefined: a page was sent that says that the link is unknown, also
 * if it belongs to another domain, or that the store is inactive. A purchase that was paid is shown even if its store is inactive.
 */
export async function openPurchase(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenPurchase | undefined> {
  const { checkoutId } = request.params as { checkoutId: string };
  const entered = readEntered(context, request, checkoutId.toLowerCase());
  const purchase = await readPurchase(context, checkoutId, entered);
  const store = purchase && (await context.directory.find(purchase.checkout.storeId));
  if (!purchase || !store || !(await isStoreServedAt(context, store, request.hostname))) {
    sendNotice(request, reply, { kind: 'unknown-link' });
    return undefined;
  }
  if (!store.active && purchase.order?.paidAt == null) {
    sendNotice(request, reply, { kind: 'store-inactive', store: presentStore(store) });
    return undefined;
  }
  return { purchase, store };
}

/** The limit of forms for one checkout, far above what a shopper needs. Each process counts separately. */
const forms = new RateLimiter({ perSecond: 0.5, burst: 30 });

/** Whether one more form of this checkout is accepted. False: the refusal was sent. */
export function mayPost({ clock }: Context, request: FastifyRequest, reply: FastifyReply): boolean {
  const { checkoutId } = request.params as { checkoutId: string };
  const { allowed, retryAfter } = forms.take(checkoutId.slice(0, 40).toLowerCase(), clock());
  if (!allowed) sendNotice(request, reply.header('retry-after', retryAfter), { kind: 'too-many' });
  return allowed;
}
