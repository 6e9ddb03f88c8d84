import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPurchase, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import type { Store } from '../../stores/store-directory.ts';
import { isStoreServedAt } from '../../stores/store-domain.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import { isKnownBrowser } from './known-browser.ts';
import { presentStore } from '../present/store-view.ts';
import { sendNotice } from './send-page.ts';

/** A purchase that its link opened, and its store. `isKnown`: this browser entered what is stored of the shopper (COM24). */
export type OpenPurchase = { purchase: Purchase; store: Store; isKnown: boolean };

/**
 * The purchase that a payment link names: its id is enough to see and pay it. Undefined if the response was that there is
 * none, that it belongs to another domain, or that its store does not sell now. A purchase that is paid is shown whatever its
 * store does.
 */
export async function openPurchase(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenPurchase | undefined> {
  const { checkoutId } = request.params as { checkoutId: string };
  const purchase = await readPurchase(context.db, checkoutId);
  const store = purchase && (await context.directory.find(purchase.checkout.storeId));
  if (!purchase || !store || !(await isStoreServedAt(context, store, request.hostname))) {
    sendNotice(request, reply, { kind: 'unknown-link' });
    return undefined;
  }
  if (!store.active && purchase.order?.status !== 'paid') {
    sendNotice(request, reply, { kind: 'store-inactive', store: presentStore(store) });
    return undefined;
  }
  return { purchase, store, isKnown: isKnownBrowser(context, request, purchase) };
}

/** What one checkout may be sent: enough for the clumsiest shopper. Counts are of this process. */
const forms = new RateLimiter({ perSecond: 0.5, burst: 30 });

/** Whether one more form of this checkout may be taken; where not, it was answered. */
export function mayPost({ clock }: Context, request: FastifyRequest, reply: FastifyReply): boolean {
  const { checkoutId } = request.params as { checkoutId: string };
  const { allowed, retryAfter } = forms.take(checkoutId.slice(0, 40).toLowerCase(), clock());
  if (!allowed) sendNotice(request, reply.header('retry-after', retryAfter), { kind: 'too-many' });
  return allowed;
}
