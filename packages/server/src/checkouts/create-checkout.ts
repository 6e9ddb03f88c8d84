import { hash } from 'node:crypto';
import {
  checkCheckoutRequest,
  coherenceWarnings,
  issueAt,
  type CheckoutRequest,
  type Issue,
  type Totals,
} from '@retoma/commerce';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import {
  checkoutInsertOnce,
  idempotentAnswerFind,
  type NewCheckout,
  type NewLead,
} from '../db/queries/checkouts/checkouts.ts';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import { newCartToken, newId } from '../platform/ids.ts';
import { searchKey } from '../crypto/contact-hash.ts';
import type { ApiKeys } from '../stores/api-key.ts';
import { readJson } from './body.ts';
import { leadIn } from './lead.ts';
import { payUrl } from '../links/store-url.ts';
import { isSignedBy } from './signature.ts';

/** The dependencies of checkout creation. */
export type CheckoutCreation = {
  db: Database;
  keys: ApiKeys;
  clock: Clock;
  baseUrl: string;
  /** Resolves once the checkout is durable. */
  insert: (checkout: NewCheckout) => Promise<void>;
  /** The idempotency keys of the requests in progress in this process, as `<store id> <key>`. */
  inProgress: Set<string>;
};

/** A request with a valid API key, or of a member. `raw`: the body's bytes. */
export type CreationRequest = {
  store: StoreRow;
  raw: Buffer;
  signature: string | undefined;
  /** CHK11: a member of the store set the prices, so they count as signed. */
  isByMember?: boolean;
  idempotencyKey: string | undefined;
};

/** The result: the JSON text of the 201 body (CHK4 of the specification), or a refusal. */
export type Creation =
  | { ok: true; response: string; replayed: boolean }
  | {
      ok: false;
      code: 'INVALID_PAYLOAD' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED';
      issues?: Issue[];
    };

/** Creates exactly one checkout from one request, or returns why not (CHK2 to CHK7, CHK11). */
export async function createCheckout(context: CheckoutCreation, request: CreationRequest): Promise<Creation> {
  const { store, raw, signature, idempotencyKey } = request;
  if (signature !== undefined && !isSignedBy(store, context.keys, signature, raw, context.clock())) {
    return invalid(issueAt([], 'wrong_signature'));
  }
  if (idempotencyKey !== undefined && !/^.{1,255}$/su.test(idempotencyKey)) {
    return invalid(headerIssue('idempotency-key', '1 to 255 characters'));
  }
  const body = readJson(raw);
  if ('issue' in body) return invalid(body.issue);
  const checked = checkCheckoutRequest(body.value);
  if (!checked.ok) return invalid(...checked.issues);
  const { checkout, response } = prepare(context, request, checked);
  if (idempotencyKey === undefined) {
    await context.insert(checkout);
    return { ok: true, response, replayed: false };
  }
  return createOnce(context, checkout, response, idempotencyKey, raw);
}

function prepare(
  { baseUrl, clock }: CheckoutCreation,
  { store, signature, isByMember = false, raw }: CreationRequest,
  { request, totals }: { request: CheckoutRequest; totals: Totals },
): { checkout: NewCheckout; response: string } {
  const checkoutId = newId(store.storeId);
  const cartToken = request.cart.token ?? newCartToken();
  const warnings = coherenceWarnings(request.cart, totals);
  const checkout: NewCheckout = {
    checkoutId,
    storeId: store.storeId,
    cartToken,
    subtotal: totals.subtotal,
    discount: totals.discount,
    total: totals.total,
    signed: isByMember || signature !== undefined,
    request: raw,
    hasRequestToken: request.cart.token !== undefined,
    lead: newLead(store, request, clock()),
  };
  const response = JSON.stringify({
    success: true,
    checkoutId,
    checkoutUrl: payUrl(store, baseUrl, checkoutId),
    storeId: store.storeId,
    cartToken,
    ...(warnings.length > 0 && { warnings }),
  });
  return { checkout, response };
}

/** COM1, COM3: the lead that is stored with its checkout; null: the request has no contact of the shopper. */
function newLead({ abandonMinutes }: StoreRow, request: CheckoutRequest, at: number): NewLead | null {
  const lead = leadIn(request);
  return (
    lead && {
      at,
      abandonAt: at + abandonMinutes * 60_000,
      emailKey: searchKey('email', lead.email),
      phoneKey: searchKey('phone', lead.phone),
    }
  );
}

/** CHK7: the first request with an idempotency key stores its response with the checkout; later requests get that response. */
async function createOnce(
  { db, inProgress }: CheckoutCreation,
  checkout: NewCheckout,
  response: string,
  idempotencyKey: string,
  raw: Buffer,
): Promise<Creation> {
  const { storeId } = checkout;
  const claim = `${storeId} ${idempotencyKey}`;
  if (inProgress.has(claim)) return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
  inProgress.add(claim);
  try {
    const bodySha256 = hash('sha256', raw, 'buffer');
    if (await checkoutInsertOnce(db, checkout, { storeId, idempotencyKey, bodySha256, response })) {
      return { ok: true, response, replayed: false };
    }
    const earlier = await idempotentAnswerFind(db, storeId, idempotencyKey);
    if (!earlier) return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
    if (!earlier.bodySha256.equals(bodySha256)) return { ok: false, code: 'IDEMPOTENCY_KEY_REUSED' };
    return { ok: true, response: earlier.response, replayed: true };
  } finally {
    inProgress.delete(claim);
  }
}

const invalid = (...issues: Issue[]): Creation => ({ ok: false, code: 'INVALID_PAYLOAD', issues });

/** The issue of a header: its name replaces the path in the body, and it has no pointer. */
function headerIssue(name: string, expected: string): Issue {
  return { ...issueAt([name], 'invalid_header', { expected }), pointer: '' };
}
