import { hash } from 'node:crypto';
import {
  checkCheckoutRequest,
  cleanContact,
  coherenceWarnings,
  issueAt,
  redirectWarnings,
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
import { checkSignature } from './signature.ts';

/** The dependencies of checkout creation. */
export type CheckoutCreation = {
  db: Database;
  keys: ApiKeys;
  clock: Clock;
  baseUrl: string;
  /** Resolves once the checkout is durable. */
  insert: (checkout: NewCheckout) => Promise<void>;
  /** The claims of the requests in progress in this process, as `<store id> <name>`. */
  inProgress: Set<string>;
};

/** A request with a valid API key, or of a member. `raw`: the bytes of the body's JSON. `signedBytes`: what the signature covers, if more. */
export type CreationRequest = {
  store: StoreRow;
  raw: Buffer;
  signedBytes?: Buffer;
  signature: string | undefined;
  /** CHK11: a member of the store set the prices, so they count as signed. */
  isByMember?: boolean;
  idempotencyKey: string | undefined;
  /** CHK7: the id of the API key, whose idempotency keys are its own; absent: the request has none. */
  apiKeyId?: string | undefined;
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
  const { store, raw, signedBytes = raw, signature, idempotencyKey } = request;
  const signed =
    signature === undefined ? null : checkSignature(store, context.keys, signature, signedBytes, context.clock());
  if (signed?.ok === false) return invalid(issueAt([], signed.code));
  if (idempotencyKey !== undefined && !/^.{1,255}$/su.test(idempotencyKey)) {
    return invalid(headerIssue('idempotency-key', '1 to 255 characters'));
  }
  const body = readJson(raw);
  if ('issue' in body) return invalid(body.issue);
  const checked = checkCheckoutRequest(body.value);
  if (!checked.ok) return invalid(...checked.issues);
  const { checkout, response } = prepare(context, request, checked);
  const claims = claimsOf(request, signed?.digest ?? null);
  if (claims.length === 0) {
    await context.insert(checkout);
    return { ok: true, response, replayed: false };
  }
  return createOnce(context, { checkout, response }, claims, raw);
}

/** CHK7, CHK11: what only one request may use. `name`: of at most 255 characters. */
type Claim = { readonly name: string; readonly kind: 'key' | 'signature' };

/**
 * The idempotency key of a request and its signature, in this order, so that two requests never wait for each other. A key counts for one
 * API key, and for signed requests apart: no public caller can use up or learn what the store's server asked for.
 */
function claimsOf({ idempotencyKey, apiKeyId = '' }: CreationRequest, digest: string | null): Claim[] {
  const scope = `${apiKeyId} ${digest === null ? 'unsigned' : 'signed'}`;
  const hashed = idempotencyKey === undefined ? null : hash('sha256', `${scope} ${idempotencyKey}`, 'base64url');
  return [
    ...(hashed === null ? [] : [{ name: `key ${hashed}`, kind: 'key' } as const]),
    ...(digest === null ? [] : [{ name: `signature ${digest}`, kind: 'signature' } as const]),
  ];
}

function prepare(
  { baseUrl, clock }: CheckoutCreation,
  { store, signature, isByMember = false, raw }: CreationRequest,
  { request, totals }: { request: CheckoutRequest; totals: Totals },
): { checkout: NewCheckout; response: string } {
  const checkoutId = newId(store.storeId);
  const cartToken = request.cart.token ?? newCartToken();
  const signed = isByMember || signature !== undefined;
  const warnings = [...coherenceWarnings(request.cart, totals), ...redirectWarnings(request, signed, store)];
  const checkout: NewCheckout = {
    checkoutId,
    storeId: store.storeId,
    cartToken,
    subtotal: totals.subtotal,
    discount: totals.discount,
    total: totals.total,
    signed,
    request: storedRequest(raw, request),
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

/** The bytes of a request as they came; written anew where something was pasted with its customer's contact, so that no reader meets that. */
function storedRequest(raw: Buffer, request: CheckoutRequest): Buffer {
  const customer = request.customer && cleanContact(request.customer);
  return customer === request.customer ? raw : Buffer.from(JSON.stringify({ ...request, customer }));
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

/** CHK7: the first request with a claim stores its response with the checkout; later requests with its key get that response. */
async function createOnce(
  { db, inProgress }: CheckoutCreation,
  { checkout, response }: { checkout: NewCheckout; response: string },
  claims: readonly Claim[],
  raw: Buffer,
): Promise<Creation> {
  const { storeId } = checkout;
  const inUse = claims.map(({ name }) => `${storeId} ${name}`);
  if (inUse.some((name) => inProgress.has(name))) return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
  for (const name of inUse) inProgress.add(name);
  try {
    const bodySha256 = hash('sha256', raw, 'buffer');
    const answers = claims.map(({ name }) => ({ storeId, idempotencyKey: name, bodySha256, response }));
    if (await checkoutInsertOnce(db, checkout, answers)) return { ok: true, response, replayed: false };
    for (const { name, kind } of claims) {
      const earlier = await idempotentAnswerFind(db, storeId, name);
      if (!earlier) continue;
      if (kind === 'signature') return invalid(issueAt([], 'used_signature'));
      if (!earlier.bodySha256.equals(bodySha256)) return { ok: false, code: 'IDEMPOTENCY_KEY_REUSED' };
      return { ok: true, response: earlier.response, replayed: true };
    }
    return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
  } finally {
    for (const name of inUse) inProgress.delete(name);
  }
}

const invalid = (...issues: Issue[]): Creation => ({ ok: false, code: 'INVALID_PAYLOAD', issues });

/** The issue of a header: its name replaces the path in the body, and it has no pointer. */
function headerIssue(name: string, expected: string): Issue {
  return { ...issueAt([name], 'invalid_header', { expected }), pointer: '' };
}
