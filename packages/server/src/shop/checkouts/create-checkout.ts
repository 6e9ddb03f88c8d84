import { hash } from 'node:crypto';
import {
  checkCheckoutRequest,
  cleanContact,
  coherenceWarnings,
  isReachable,
  issueAt,
  redirectWarnings,
  type CheckoutRequest,
  type Issue,
  type Totals,
} from '@retoma/commerce';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  checkoutInsertOnce,
  checkoutInsertWith,
  idempotentAnswerFind,
  type NewCheckout,
  type NewLead,
} from './queries/checkouts.ts';
import type { ShopperCustomer } from './queries/shoppers.ts';
import { heldContactDelete } from '../../stores/limits/queries/held-contacts.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import type { ContactSource } from '../../stores/limits/open-limits.ts';
import { newCartToken, newId } from '../../base/ids.ts';
import { readJson } from '../../base/json.ts';
import { searchKey } from '../../base/crypto/contact-hash.ts';
import type { ApiKeys } from '../../stores/api-key.ts';
import { holdContact, type HoldDeps } from './hold-contact.ts';
import { payUrl } from '../../base/links/store-url.ts';
import { checkSignature } from './signature.ts';

/** The dependencies of checkout creation. */
export type CheckoutCreation = HoldDeps & {
  keys: ApiKeys;
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
  /** COM21: who names the contact of an unsigned cart; absent: it is not counted. */
  source?: ContactSource;
};

/** What is stored with a checkout of a request without an idempotency key or a signature, both or none. */
type Alongside = (tx: Queryable, checkoutId: string) => Promise<void>;

/** A created checkout. `response`: the JSON text of the 201 body (CHK4 of the specification). `replayed`: it was created before (CHK7). */
type Created = {
  readonly ok: true;
  readonly checkoutId: string;
  readonly response: string;
  readonly replayed: boolean;
  /** COM21: whether its contact was beyond the limits. */
  readonly isHeld: boolean;
};

type Refused = {
  readonly ok: false;
  readonly code: 'INVALID_PAYLOAD' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED';
  readonly issues?: Issue[];
};

/** Creates exactly one checkout from one request, or returns why not (CHK2 to CHK7, CHK11). */
export async function createCheckout(
  context: CheckoutCreation,
  request: CreationRequest,
  alongside?: Alongside,
): Promise<Created | Refused> {
  const { store, raw, signedBytes = raw, signature, idempotencyKey, source } = request;
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
  const contact = leadIn(checked.request);
  const prepared = prepare(context, request, checked, contact);
  const { checkoutId } = prepared.checkout;
  const heldId = source && contact ? await holdContact(context, source, checkoutId, contact) : undefined;
  const isHeld = heldId !== undefined;
  const claims = claimsOf(request, signed?.digest ?? null);
  if (claims.length === 0) {
    await insert(context, prepared.checkout, alongside);
    return { ok: true, checkoutId, response: prepared.response, replayed: false, isHeld };
  }
  const created = await createOnce(context, prepared, claims, raw);
  if (isHeld && (!created.ok || created.replayed)) await heldContactDelete(context.db, heldId);
  return created.ok ? { ...created, isHeld } : created;
}

const insert = (context: CheckoutCreation, checkout: NewCheckout, alongside: Alongside | undefined): Promise<void> =>
  alongside
    ? checkoutInsertWith(context.db, checkout, (tx) => alongside(tx, checkout.checkoutId))
    : context.insert(checkout);

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

/** A checkout that is to be stored, and the JSON text of its response. */
type Prepared = { readonly checkout: NewCheckout; readonly response: string };

function prepare(
  { baseUrl, clock }: CheckoutCreation,
  { store, signature, isByMember = false, raw }: CreationRequest,
  { request, totals, hadNulls }: { request: CheckoutRequest; totals: Totals; hadNulls: boolean },
  contact: ShopperCustomer | null,
): Prepared {
  const at = clock();
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
    request: storedRequest(raw, request, hadNulls),
    hasRequestToken: request.cart.token !== undefined,
    at,
    lead: contact && newLead(store, contact, at, isByMember),
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

/** The received bytes of a request; rewritten if it had members that are null, or its contact had pasted invisible characters. */
function storedRequest(raw: Buffer, request: CheckoutRequest, hadNulls: boolean): Buffer {
  const customer = request.customer && cleanContact(request.customer);
  return customer === request.customer && !hadNulls ? raw : Buffer.from(JSON.stringify({ ...request, customer }));
}

/** Whether a text is stored: not empty, at most 500 UTF-16 units, and valid in PostgreSQL's JSON. */
const isPresent = (value: string | null | undefined): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 500 && !value.includes('\u0000') && value.isWellFormed();

/** COM1: the lead in a request, if it has an e-mail or a phone; null otherwise. */
export function leadIn({ customer }: Pick<CheckoutRequest, 'customer'>): ShopperCustomer | null {
  if (!customer) return null;
  const { name, email, phone, document } = cleanContact(customer);
  const lead = {
    ...(isPresent(name) && { name }),
    ...(isPresent(email) && { email }),
    ...(isPresent(phone) && { phone }),
    ...(isPresent(document) && { document }),
  };
  return isReachable(lead) ? lead : null;
}

/** COM1, COM3: the lead that is stored with its checkout. Whom a member made a link for leaves nothing before opening it. */
const newLead = (
  { abandonMinutes }: StoreRow,
  { email, phone }: ShopperCustomer,
  at: number,
  isByMember: boolean,
): NewLead => ({
  abandonAt: isByMember ? null : at + abandonMinutes * 60_000,
  emailKey: searchKey('email', email),
  phoneKey: searchKey('phone', phone),
});

/** CHK7: the first request with a claim stores its response with the checkout; later requests with its key get that response. */
async function createOnce(
  { db, inProgress }: CheckoutCreation,
  { checkout, response }: Prepared,
  claims: readonly Claim[],
  raw: Buffer,
): Promise<Omit<Created, 'isHeld'> | Refused> {
  const { storeId, checkoutId } = checkout;
  const inUse = claims.map(({ name }) => `${storeId} ${name}`);
  if (inUse.some((name) => inProgress.has(name))) return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
  for (const name of inUse) inProgress.add(name);
  try {
    const bodySha256 = hash('sha256', raw, 'buffer');
    const answers = claims.map(({ name }) => ({ storeId, idempotencyKey: name, bodySha256, response }));
    if (await checkoutInsertOnce(db, checkout, answers)) return { ok: true, checkoutId, response, replayed: false };
    for (const { name, kind } of claims) {
      const earlier = await idempotentAnswerFind(db, storeId, name);
      if (!earlier) continue;
      if (kind === 'signature') return invalid(issueAt([], 'used_signature'));
      if (!earlier.bodySha256.equals(bodySha256)) return { ok: false, code: 'IDEMPOTENCY_KEY_REUSED' };
      const known = JSON.parse(earlier.response) as { checkoutId: string };
      return { ok: true, checkoutId: known.checkoutId, response: earlier.response, replayed: true };
    }
    return { ok: false, code: 'IDEMPOTENCY_IN_PROGRESS' };
  } finally {
    for (const name of inUse) inProgress.delete(name);
  }
}

const invalid = (...issues: Issue[]): Refused => ({ ok: false, code: 'INVALID_PAYLOAD', issues });

/** The issue of a header: its name replaces the path in the body, and it has no pointer. */
function headerIssue(name: string, expected: string): Issue {
  return { ...issueAt([name], 'invalid_header', { expected }), pointer: '' };
}
