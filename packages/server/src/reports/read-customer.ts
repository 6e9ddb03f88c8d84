// All that a store has of one contact: purchases, runs, messages and consents. Every lookup uses an index, and each list is bounded.
import type { KeyObject } from 'node:crypto';
import type { Channel } from '@retoma/flow';
import { hashContactKey } from '../crypto/contact-hash.ts';
import type { Queryable } from '../db/pool.ts';
import {
  checkoutListingFind,
  checkoutListingPage,
  type CheckoutListing,
} from '../db/queries/checkouts/checkout-listings.ts';
import { consentList, type ConsentRow } from '../db/queries/contacts/consents.ts';
import { optOutList } from '../db/queries/contacts/opt-outs.ts';
import { suppressionFindMany } from '../db/queries/contacts/suppressions.ts';
import {
  customerEventList,
  startableAutomationList,
  type CustomerEvent,
  type StartableAutomation,
} from '../db/queries/events/customer-events.ts';
import { replyListOfRuns, type ListedReply } from '../db/queries/messages/inbound-messages.ts';
import { orderPage } from '../db/queries/orders/order-listings.ts';
import { orderFind, type OrderRow } from '../db/queries/orders/orders.ts';
import { saleList, salesOf, type Sales } from '../db/queries/orders/sales.ts';
import { purchaseNamed } from '../db/queries/orders/purchase-contacts.ts';
import { runListingFind, runListingOf, type RunListing } from '../db/queries/runs/run-listings.ts';
import { messageListOfRuns, type ListedMessage } from '../db/queries/runs/run-views.ts';
import { simulatedProviderNames } from '../payments/index.ts';
import { channelsOf, keysIn, type PersonKeys } from '../privacy/contact-keys.ts';
import { explainStart, type StartCause } from './explain-start.ts';

/** The most purchases, and the most events, that are read; the newest. */
export const maxPurchases = 200;

/** What identifies a customer: one of their purchases or runs, so that no address is in a URL, or an e-mail address or phone. */
export type CustomerReference = {
  readonly orderId?: string | undefined;
  readonly checkoutId?: string | undefined;
  readonly runId?: string | undefined;
  readonly contact?: string | undefined;
};

type Identity = { name: string | null; email: string | null; phone: string | null };

const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;
const identityIn = (person: { name?: unknown; email?: unknown; phone?: unknown } | null | undefined): Identity => ({
  name: nonEmptyText(person?.name),
  email: nonEmptyText(person?.email),
  phone: nonEmptyText(person?.phone),
});

/** The keys of the customer that a reference names; undefined: there is no such row, or it has no address. */
export async function customerKeys(
  db: Queryable,
  storeId: string,
  reference: CustomerReference,
): Promise<PersonKeys | undefined> {
  const named = await identityOf(db, storeId, reference);
  const keys = named && contactKeysIn(named);
  if (!keys || (keys.email === null && keys.phone === null)) return undefined;
  return keys.email === null || keys.phone === null ? completeKeys(db, storeId, keys) : keys;
}

const contactKeysIn = ({ email, phone }: Identity): PersonKeys =>
  keysIn({ email: email ?? undefined, phone: phone ?? undefined });

/** Adds the missing key from the newest purchase with the other one, so that an e-mail address and its phone lead to one page. */
async function completeKeys(db: Queryable, storeId: string, keys: PersonKeys): Promise<PersonKeys> {
  const { email, phone } = keys;
  const { orders, checkouts } = await purchaseNamed(db, storeId, { number: null, email, phone }, 1);
  const newest = await identityOf(db, storeId, {
    orderId: orders[0],
    checkoutId: orders[0] ? undefined : checkouts[0],
  });
  const found = newest && contactKeysIn(newest);
  return found ? { ...keys, email: email ?? found.email, phone: phone ?? found.phone } : keys;
}

async function identityOf(
  db: Queryable,
  storeId: string,
  { orderId, checkoutId, runId, contact }: CustomerReference,
): Promise<Identity | undefined> {
  if (contact !== undefined) return identityIn(contact.includes('@') ? { email: contact } : { phone: contact });
  if (runId !== undefined) return runListingFind(db, storeId, runId);
  if (checkoutId !== undefined) return checkoutListingFind(db, storeId, checkoutId);
  const order = orderId === undefined ? undefined : await orderFind(db, storeId, orderId);
  if (!order) return undefined;
  const reported = identityIn(order.customer);
  if (reported.email !== null || reported.phone !== null || order.checkoutId === null) return reported;
  return checkoutListingFind(db, storeId, order.checkoutId);
}

/** A customer's rows; each list is sorted newest first. */
export type CustomerRecords = {
  orders: OrderRow[];
  checkouts: CheckoutListing[];
  events: CustomerEvent[];
  runs: RunListing[];
  /** COM41: of these orders. */
  sales: Sales;
};

/** Reads the purchases, events and runs of a customer. */
export async function readCustomerRecords(
  db: Queryable,
  storeId: string,
  { email, phone }: PersonKeys,
): Promise<CustomerRecords> {
  const found = await purchaseNamed(db, storeId, { number: null, email, phone }, maxPurchases);
  const limit = maxPurchases;
  const orders = await orderPage(db, storeId, {}, { limit, ids: found.orders });
  const ids = orders.map(({ orderId }) => orderId);
  return {
    orders,
    sales: salesOf(await saleList(db, storeId, ids, simulatedProviderNames)),
    checkouts: await checkoutListingPage(db, storeId, {}, { limit, ids: found.checkouts }),
    events: await customerEventList(db, storeId, found.events, limit),
    runs: await runListingOf(db, storeId, { runIds: [], eventIds: found.events }),
  };
}

/** The distinct names, e-mail addresses and phones in a customer's purchases and runs, the newest first. */
export function identitiesIn({ orders, checkouts, runs }: CustomerRecords): {
  names: string[];
  emails: string[];
  phones: string[];
} {
  const all = [...orders.map(({ customer }) => customer as object | null), ...checkouts, ...runs].map(identityIn);
  const distinct = (member: keyof Identity): string[] => [
    ...new Set(all.map((one) => one[member]).filter((one) => one !== null)),
  ];
  return { names: distinct('name'), emails: distinct('email'), phones: distinct('phone') };
}

/** A channel that reaches the customer. `optedOut`: since when, and the source. `isSuppressed`: the address takes no e-mail. */
export type CustomerChannel = {
  channel: Channel;
  optedOut: { at: Date; source: string } | null;
  isSuppressed: boolean;
};

/** The channels that reach a customer, and the choice for each. `now` in milliseconds. */
export async function readCustomerChannels(
  { db, contactSecret }: { readonly db: Queryable; readonly contactSecret: KeyObject },
  storeId: string,
  keys: PersonKeys,
  now: number,
): Promise<CustomerChannel[]> {
  return Promise.all(
    channelsOf(keys).map(async ({ channel, key }) => {
      const contactHash = hashContactKey(contactSecret, storeId, key);
      const optOut = (await optOutList(db, storeId, [contactHash])).find((one) => one.channel === channel);
      const suppressed = channel === 'email' && (await suppressionFindMany(db, [{ storeId, contactHash }], now));
      return {
        channel,
        optedOut: optOut ? { at: optOut.at, source: optOut.source } : null,
        isSuppressed: suppressed !== false && suppressed.length > 0,
      };
    }),
  );
}

/** An event and why it did or did not start each automation with its trigger. */
export type ExplainedEvent = {
  event: CustomerEvent;
  automations: (StartCause & Pick<StartableAutomation, 'automationId' | 'name'>)[];
};

/** Explains each event of a customer, the newest first. */
export async function explainEvents(
  db: Queryable,
  storeId: string,
  { events, runs, orders }: CustomerRecords,
): Promise<ExplainedEvent[]> {
  const automations = await startableAutomationList(db, storeId, [...new Set(events.map(({ type }) => type))]);
  const orderOf = new Map(
    orders.flatMap((order) => [order.orderId, order.checkoutId].flatMap((id) => (id === null ? [] : [[id, order]]))),
  );
  return events.map((event) => ({
    event,
    automations: automations
      .filter(({ trigger }) => trigger === event.type)
      .map((automation) => {
        const order = orderOf.get(event.orderId ?? event.checkoutId ?? '');
        const { automationId, name } = automation;
        return { automationId, name, ...explainStart({ event, automation, order, runs }) };
      }),
  }));
}

/** An entry of a customer's timeline. `id` is unique among the entries. */
export type CustomerEntry = { id: string; at: Date } & (
  | { kind: 'order'; order: OrderRow }
  | { kind: 'checkout'; checkout: CheckoutListing }
  | { kind: 'run'; run: RunListing }
  | { kind: 'message'; message: ListedMessage; run: RunListing }
  | { kind: 'reply'; reply: ListedReply; run: RunListing }
  | { kind: 'consent'; consent: ConsentRow }
);

/** Everything that happened between a store and a customer, the newest first. A checkout with an order is shown as its order. */
export async function readCustomerTimeline(
  { db, contactSecret }: { readonly db: Queryable; readonly contactSecret: KeyObject },
  storeId: string,
  keys: PersonKeys,
): Promise<CustomerEntry[]> {
  const { orders, checkouts, runs } = await readCustomerRecords(db, storeId, keys);
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const messages = await messageListOfRuns(db, [...byId.keys()]);
  const replies = await replyListOfRuns(db, [...byId.keys()]);
  const hashes = channelsOf(keys).map(({ key }) => hashContactKey(contactSecret, storeId, key));
  const consents = await consentList(db, storeId, hashes);
  const entries: CustomerEntry[] = [
    ...orders.map((order) => ({ kind: 'order' as const, id: order.orderId, at: new Date(order.createdAt), order })),
    ...checkouts
      .filter(({ orderId }) => orderId === null)
      .map((checkout) => ({ kind: 'checkout' as const, id: checkout.checkoutId, at: checkout.createdAt, checkout })),
    ...runs.map((run) => ({ kind: 'run' as const, id: run.runId, at: run.startedAt, run })),
    ...messages.map((message) => ({
      kind: 'message' as const,
      id: `${message.runId} ${message.messageKey}`,
      at: message.settledAt ?? message.dueAt,
      message,
      run: byId.get(message.runId)!,
    })),
    ...replies.map((reply) => ({
      kind: 'reply' as const,
      id: reply.inboundId,
      at: reply.receivedAt,
      reply,
      run: byId.get(reply.runId)!,
    })),
    ...consents.map((consent) => ({ kind: 'consent' as const, id: consent.consentId, at: consent.at, consent })),
  ];
  return entries.sort((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1));
}
