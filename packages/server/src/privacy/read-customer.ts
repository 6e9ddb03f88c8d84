// All that a store has of one contact: purchases, runs, messages and consents. Every lookup uses an index, and each list is bounded.
import type { KeyObject } from 'node:crypto';
import type { Channel } from '@retoma/flow';
import { hashContactKey } from '../base/crypto/contact-hash.ts';
import type { Queryable } from '../base/postgres/pool.ts';
import {
  checkoutListingFind,
  checkoutListingPage,
  type CheckoutListing,
} from '../shop/checkouts/queries/checkout-listings.ts';
import { consentList, optOutBefore, type ConsentRow, type OptOutCause } from '../base/contacts/consents.ts';
import { optOutList } from '../base/contacts/opt-outs.ts';
import { suppressionFindMany } from '../base/contacts/suppressions.ts';
import {
  customerEventList,
  startableAutomationList,
  type CustomerEvent,
  type StartableAutomation,
} from '../shop/events/queries/customer-events.ts';
import { replyListOfRuns, type ListedReply } from '../automations/delivery/queries/inbound-messages.ts';
import { orderPage } from '../shop/orders/queries/order-listings.ts';
import { orderFind, type OrderRow } from '../shop/orders/queries/orders.ts';
import { saleList, salesOf, type Sales } from '../shop/orders/queries/sales.ts';
import { purchaseNamed } from '../shop/orders/queries/purchase-contacts.ts';
import { runListingFind, runListingOf, type RunListing } from '../automations/engine/queries/run-listings.ts';
import { messageListOfRuns, type ListedMessage } from '../automations/engine/queries/run-views.ts';
import { simulatedProviderNames } from '../providers/payments/index.ts';
import { channelsOf, keysIn } from '../base/contacts/contact-keys.ts';
import { optOutCauses } from '../automations/delivery/opt-out-causes.ts';
import { identityIn, identityKey, type Identity } from './identity.ts';
import { readPurchases, type NamedPurchase } from './named-purchases.ts';
import { explainStart, type StartCause } from '../automations/results/explain-start.ts';

/** The most purchases, and the most events, that are read; the newest. */
export const maxPurchases = 200;

/** What identifies a customer: one of their purchases or runs, so that no address is in a URL, or an e-mail address or phone. */
export type CustomerReference = {
  readonly orderId?: string | undefined;
  readonly checkoutId?: string | undefined;
  readonly runId?: string | undefined;
  readonly contact?: string | undefined;
};

/** A customer: the contact that was looked up, as it is written there. */
export type Customer = { readonly name: string | null; readonly email: string | null; readonly phone: string | null };

const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The contact in a row's members, which may be of any kind. */
export const customerOfRow = (
  person: { name?: unknown; email?: unknown; phone?: unknown } | null | undefined,
): Customer => ({
  name: nonEmptyText(person?.name),
  email: nonEmptyText(person?.email),
  phone: nonEmptyText(person?.phone),
});

/** The customer that a reference names; undefined: there is no such row, or it has no address. */
export async function findCustomer(
  db: Queryable,
  storeId: string,
  { orderId, checkoutId, runId, contact }: CustomerReference,
): Promise<Customer | undefined> {
  const customer = await customerOf(db, storeId, { orderId, checkoutId, runId, contact });
  if (!customer) return undefined;
  const { email, phone } = identityIn(customer);
  return email === null && phone === null ? undefined : customer;
}

async function customerOf(
  db: Queryable,
  storeId: string,
  { orderId, checkoutId, runId, contact }: CustomerReference,
): Promise<Customer | undefined> {
  const namedIn = (row: object | undefined): Customer | undefined => row && customerOfRow(row);
  if (contact !== undefined) return customerOfRow(contact.includes('@') ? { email: contact } : { phone: contact });
  if (runId !== undefined) return namedIn(await runListingFind(db, storeId, runId));
  if (checkoutId !== undefined) return namedIn(await checkoutListingFind(db, storeId, checkoutId));
  const order = orderId === undefined ? undefined : await orderFind(db, storeId, orderId);
  if (!order) return undefined;
  const reported = customerOfRow(order.customer);
  if (reported.email !== null || reported.phone !== null || order.checkoutId === null) return reported;
  return namedIn(await checkoutListingFind(db, storeId, order.checkoutId));
}

/** Someone else who shares the customer's phone, with one of their purchases. */
export type Sharer = Customer & { orderId: string | null; checkoutId: string | null };

/** A customer's rows; each list is sorted newest first. */
export type CustomerRecords = {
  customer: Customer;
  orders: OrderRow[];
  checkouts: CheckoutListing[];
  events: CustomerEvent[];
  runs: RunListing[];
  /** COM41: of these orders. */
  sales: Sales;
  /** Runs of everyone who may count as the same customer where an automation admits one only once (RUN18). */
  runsOfSharers: RunListing[];
  sharers: Sharer[];
};

/**
 * Reads the purchases, events and runs of a customer: those with the e-mail address, else those with exactly the phone. Others who share
 * the phone are named apart.
 */
export async function readCustomerRecords(
  db: Queryable,
  storeId: string,
  customer: Customer,
): Promise<CustomerRecords> {
  const { email, phone } = keysIn(customer);
  const limit = maxPurchases;
  const named = async (contact: { email: string | null; phone: string | null }): Promise<NamedPurchase[]> =>
    readPurchases(db, storeId, await purchaseNamed(db, storeId, { number: null, ...contact }, limit));
  const all = [
    ...(email === null ? [] : await named({ email, phone: null })),
    ...(phone === null ? [] : await named({ email: null, phone })),
  ];
  const isCustomer = isOfCustomer(identityIn(customer));
  const [own, shared] = [true, false].map((isOwn) =>
    all.filter(({ identities }) => identities.some(isCustomer) === isOwn),
  ) as [NamedPurchase[], NamedPurchase[]];
  const idsOf = (kind: 'orders' | 'checkouts' | 'events', purchases: readonly NamedPurchase[]): string[] => [
    ...new Set(purchases.flatMap((purchase) => purchase[kind])),
  ];
  const runs = await runListingOf(db, storeId, { runIds: [], eventIds: idsOf('events', own) });
  const orders = await orderPage(db, storeId, {}, { limit, ids: idsOf('orders', own) });
  const orderIds = orders.map(({ orderId }) => orderId);
  return {
    customer,
    orders,
    sales: salesOf(await saleList(db, storeId, orderIds, simulatedProviderNames)),
    checkouts: await checkoutListingPage(db, storeId, {}, { limit, ids: idsOf('checkouts', own) }),
    events: await customerEventList(db, storeId, idsOf('events', own), limit),
    runs,
    runsOfSharers: await runListingOf(db, storeId, { runIds: [], eventIds: idsOf('events', shared) }),
    sharers: sharersIn(shared),
  };
}

/** The e-mail address alone decides; without one, on either side, exactly the phone. */
const isOfCustomer =
  ({ email, phone }: Identity) =>
  (row: Identity): boolean =>
    email === null || row.email === null ? phone !== null && row.phone === phone : row.email === email;

function sharersIn(purchases: readonly NamedPurchase[]): Sharer[] {
  const sharers = purchases.flatMap(({ identities, names, orders, checkouts }) =>
    identities.map(
      (one) =>
        [
          identityKey(one),
          {
            name: names[0] ?? null,
            email: one.email,
            phone: one.phone,
            orderId: orders[0] ?? null,
            checkoutId: checkouts[0] ?? null,
          },
        ] as const,
    ),
  );
  return [...new Map(sharers).values()].filter(({ orderId, checkoutId }) => orderId !== null || checkoutId !== null);
}

/** The distinct names, e-mail addresses and phones in a customer's purchases and runs, the newest first. */
export function namesIn({ orders, checkouts, runs }: CustomerRecords): {
  names: string[];
  emails: string[];
  phones: string[];
} {
  const all = [...orders.map(({ customer }) => customer as object | null), ...checkouts, ...runs].map(customerOfRow);
  const distinct = (member: keyof Customer): string[] => [
    ...new Set(all.map((one) => one[member]).filter((one) => one !== null)),
  ];
  return { names: distinct('name'), emails: distinct('email'), phones: distinct('phone') };
}

/**
 * Who the page is about: the contact that was looked up, with what is missing in it from the customer's rows: the newest phone and name, and
 * the e-mail address if all rows have the same.
 */
export function describeCustomer(records: CustomerRecords): Customer {
  const { names, emails, phones } = namesIn(records);
  const { name, email, phone } = records.customer;
  const same = new Set(emails.map((one) => identityIn({ email: one }).email));
  const isOnePerson = same.size <= 1;
  return {
    name: name ?? (isOnePerson || email !== null ? (names[0] ?? null) : null),
    email: email ?? (isOnePerson ? (emails[0] ?? null) : null),
    phone: phone ?? phones[0] ?? null,
  };
}

/** A channel that reaches the customer. `optedOut`: since when, and the source. `isSuppressed`: the address takes no e-mail. */
export type CustomerChannel = {
  channel: Channel;
  optedOut: OptOutCause | null;
  isSuppressed: boolean;
};

/** The channels that reach a customer, and the choice for each. `now` in milliseconds. */
export async function readCustomerChannels(
  { db, contactSecret }: { readonly db: Queryable; readonly contactSecret: KeyObject },
  storeId: string,
  customer: Customer,
  now: number,
): Promise<CustomerChannel[]> {
  return Promise.all(
    channelsOf(keysIn(customer)).map(async ({ channel, key }) => {
      const contactHash = hashContactKey(contactSecret, storeId, key);
      const optOut = (await optOutList(db, storeId, [contactHash])).find((one) => one.channel === channel);
      const cause = optOut && optOutBefore(await consentList(db, storeId, [contactHash]), channel, new Date(now));
      const suppressed = channel === 'email' && (await suppressionFindMany(db, [{ storeId, contactHash }], now));
      return {
        channel,
        optedOut: cause ?? (optOut ? { at: optOut.at, source: optOut.source, author: null } : null),
        isSuppressed: suppressed !== false && suppressed.length > 0,
      };
    }),
  );
}

/** An event and why it did or did not start each automation with its trigger. */
export type ExplainedEvent = {
  event: CustomerEvent;
  automations: (StartCause & Pick<StartableAutomation, 'automationId' | 'name'> & { messages: ExplainedMessage[] })[];
};

/** A message of a run that an event started. `optOut`: who stopped messages to the contact, if that is why it was not sent. */
export type ExplainedMessage = ListedMessage & { optOut: OptOutCause | undefined };

/** Explains each event of a customer, the newest first. */
export async function explainEvents(
  deps: { readonly db: Queryable; readonly contactSecret: KeyObject },
  storeId: string,
  { events, runs, runsOfSharers, orders }: CustomerRecords,
): Promise<ExplainedEvent[]> {
  const { db } = deps;
  const entered = [...runs, ...runsOfSharers];
  const automations = await startableAutomationList(db, storeId, [...new Set(events.map(({ type }) => type))]);
  const orderOf = new Map(
    orders.flatMap((order) => [order.orderId, order.checkoutId].flatMap((id) => (id === null ? [] : [[id, order]]))),
  );
  const messagesOf = await messagesByRun(deps, storeId, runs);
  return events.map((event) => ({
    event,
    automations: automations
      .filter(({ trigger }) => trigger === event.type)
      .map((automation) => {
        const order = orderOf.get(event.orderId ?? event.checkoutId ?? '');
        const { automationId, name } = automation;
        const cause = explainStart({ event, automation, order, runs: entered });
        const messages = cause.cause === 'started' ? (messagesOf.get(cause.runId ?? '') ?? []) : [];
        return { automationId, name, ...cause, messages };
      }),
  }));
}

async function messagesByRun(
  deps: { readonly db: Queryable; readonly contactSecret: KeyObject },
  storeId: string,
  runs: readonly RunListing[],
): Promise<ReadonlyMap<string, ExplainedMessage[]>> {
  const messages = await messageListOfRuns(
    deps.db,
    runs.map(({ runId }) => runId),
  );
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const optOutOf = await optOutCauses(deps, storeId, messages, ({ runId }) => byId.get(runId));
  const explained = messages.map((message) => ({ ...message, optOut: optOutOf(message) }));
  return Map.groupBy(explained, ({ runId }) => runId);
}

/** An entry of a customer's timeline. `id` is unique among the entries. */
export type CustomerEntry = { id: string; at: Date } & (
  | { kind: 'order'; order: OrderRow }
  | { kind: 'checkout'; checkout: CheckoutListing }
  | { kind: 'run'; run: RunListing }
  | { kind: 'message'; message: ListedMessage; run: RunListing; optOut: OptOutCause | undefined }
  | { kind: 'reply'; reply: ListedReply; run: RunListing }
  | { kind: 'consent'; consent: ConsentRow }
);

const isOptedOut = ({ reason }: ListedMessage): boolean => reason === 'OPTED_OUT';

/** Everything that happened between a store and a customer, the newest first. A checkout with an order is shown as its order. */
export async function readCustomerTimeline(
  { db, contactSecret }: { readonly db: Queryable; readonly contactSecret: KeyObject },
  storeId: string,
  customer: Customer,
): Promise<CustomerEntry[]> {
  const records = await readCustomerRecords(db, storeId, customer);
  const { orders, checkouts, runs } = records;
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const messages = await messageListOfRuns(db, [...byId.keys()]);
  const replies = await replyListOfRuns(db, [...byId.keys()]);
  const hashes = channelsOf(keysIn(describeCustomer(records))).map(({ key }) =>
    hashContactKey(contactSecret, storeId, key),
  );
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
      optOut: isOptedOut(message)
        ? optOutBefore(consents, message.channel, message.settledAt ?? message.dueAt)
        : undefined,
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
