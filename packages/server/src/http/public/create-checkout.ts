import { withoutMark } from '../../checkouts/body.ts';
import { createCheckout, type CheckoutCreation, type CreationRequest } from '../../checkouts/create-checkout.ts';
import { holdRequested, isWithinContacts, noteContact, settleHold } from '../../checkouts/hold-contact.ts';
import type { Context } from '../../context.ts';
import type { ContactSource } from '../../limits/new-contacts.ts';
import type { FastifyRequest } from 'fastify';
import { networkIn } from '../guards/address-limit.ts';
import { storeOf } from '../guards/api-key.ts';
import type { Handler } from '../handler.ts';
import type { PublicContract } from './contract.ts';

/**
 * POST /stores/external/checkout: one request, one checkout (specification A; decisions CHK1 to CHK11). Every checkout passes here, so its
 * body is checked by one compiled schema, and its response is sent as text.
 */
export function createCheckoutHandler(context: Context): Handler<PublicContract['createCheckout']> {
  const creation = countingContacts(context);
  return async ({ body, request, reply }) => {
    const created = await createHeld(creation, request, {
      store: storeOf(request),
      raw: withoutMark(body),
      signedBytes: body,
      signature: singleHeader(request.headers['x-cart-signature']),
      idempotencyKey: singleHeader(request.headers['idempotency-key']),
      apiKeyId: request.apiKey?.keyId,
    });
    if (!created.ok) return created;
    if (created.replayed) reply.header('idempotency-replayed', 'true');
    return { ok: true, json: created.response };
  };
}

/** COM21: the source of a body's contact, while its checkout is being created. */
type Creation = { context: Context; sources: WeakMap<Buffer, ContactSource>; parts: CheckoutCreation };

/** Counts the contacts of checkouts when they are stored, so that the shopper of a body is parsed only once. */
function countingContacts(context: Context): Creation {
  const sources: Creation['sources'] = new WeakMap();
  const insert = (checkout: Parameters<CheckoutCreation['insert']>[0]): Promise<void> => {
    const source = checkout.lead && sources.get(checkout.request);
    if (source) noteContact(context, source);
    return context.insert(checkout);
  };
  // Inherits from the context, because its members may be replaced later.
  return { context, sources, parts: Object.assign(Object.create(context) as Context, { insert }) };
}

/**
 * COM21: creates a checkout and counts its contact. The contact's messages are held if its network or its store named too many contacts.
 * Contacts of signed carts are not counted: the store's server is responsible for them.
 */
async function createHeld(
  { context, sources, parts }: Creation,
  request: FastifyRequest,
  input: CreationRequest,
): Promise<Awaited<ReturnType<typeof createCheckout>>> {
  const { store, raw, signature, idempotencyKey } = input;
  if (signature !== undefined) return createCheckout(parts, input);
  const source = { storeId: store.storeId, network: networkIn(context, request) };
  if (idempotencyKey === undefined && isWithinContacts(context, source)) {
    sources.set(raw, source);
    return createCheckout(parts, input);
  }
  const hold = await holdRequested(context, source, raw);
  const created = await createCheckout(parts, input);
  if (hold) {
    context.metrics.abuseLimited.inc({ limit: 'contacts' });
    await settleHold(context, hold, created.ok && !created.replayed ? checkoutIdIn(created.response) : null);
  }
  return created;
}

const checkoutIdIn = (response: string): string => (JSON.parse(response) as { checkoutId: string }).checkoutId;

const singleHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
