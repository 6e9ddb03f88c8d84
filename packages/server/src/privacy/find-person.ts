import type { PurchaseIds } from '../shop/orders/queries/purchase-contacts.ts';
import { isId, lowestId } from '../base/ids.ts';
import type { Queryable } from '../base/postgres/pool.ts';
import type { MessageKey } from '../automations/delivery/queries/messages.ts';
import {
  namingTables,
  personSearch,
  personSearchInbox,
  personSearchLeased,
  personSearchMessages,
  purchaseLinked,
  runEvents,
  type InboxRow,
  type NamingTable,
  type SentRow,
} from './queries/contact-search.ts';
import { contactAt, isNamed, type PersonKeys } from '../base/contacts/contact-keys.ts';
import { identityIn, type Identity } from './identity.ts';
import { readPurchases, type NamedPurchase } from './named-purchases.ts';

/** What a search found: whole purchases, and messages that belong to none of them, each with the people whom it names. */
export type FoundRecords = {
  readonly purchases: readonly NamedPurchase[];
  readonly messages: readonly (MessageKey & { readonly identity: Identity })[];
  /** Messages in the sandbox's inbox. */
  readonly inbox: readonly { readonly key: string; readonly identity: Identity }[];
};

/** The ids of the rows that belong to chosen people: purchases, and messages to them. */
export type PersonTraces = PurchaseIds & {
  readonly messages: readonly MessageKey[];
  /** The keys of messages in the sandbox's inbox. */
  readonly inbox: readonly string[];
};

/** The number of ids that one statement reads. */
const batchSize = 5_000;

const idsOf: Record<NamingTable, keyof PurchaseIds> = {
  checkouts: 'checkouts',
  shoppers: 'checkouts',
  orders: 'orders',
  events: 'events',
};

/** Everything of a store that contains a key of some people. A key may be other people's too: `tracesOf` chooses. */
export async function findRecords(
  db: Queryable,
  storeId: string,
  people: readonly PersonKeys[],
): Promise<FoundRecords> {
  const found = { checkouts: new Set<string>(), orders: new Set<string>(), events: new Set<string>() };
  for (const table of namingTables) {
    for (let after: string | null = lowestId; after !== null;) {
      const { cursor, rows } = await personSearch(db, table, { storeId, after, limit: batchSize });
      for (const row of rows) if (isNamed(people, row)) found[idsOf[table]].add(row.id);
      after = cursor;
    }
  }
  const named = { checkouts: [...found.checkouts], orders: [...found.orders], events: [...found.events] };
  const purchases = await readPurchases(db, storeId, await completePurchases(db, storeId, named));
  const sent = await findMessages(db, storeId, people);
  const inbox = await findInbox(db, storeId, people);
  const isOfPurchase = await messagesOfPurchases(db, purchases, [...sent, ...inbox.map(runOfInbox)]);
  return {
    purchases,
    messages: sent.filter((one) => !isOfPurchase(one)).map((one) => ({ ...one, identity: recipientOf(one) })),
    inbox: inbox
      .filter((one) => !isOfPurchase(runOfInbox(one)))
      .map((one) => ({ key: one.key, identity: recipientOf(one) })),
  };
}

/** The rows that belong to chosen people. A purchase that names one of them belongs to them as a whole. */
export function tracesOf(
  { purchases, messages, inbox }: FoundRecords,
  isChosen: (identity: Identity) => boolean,
): PersonTraces {
  const chosen = purchases.filter(({ identities }) => identities.some(isChosen));
  return {
    checkouts: chosen.flatMap(({ checkouts }) => checkouts),
    orders: chosen.flatMap(({ orders }) => orders),
    events: chosen.flatMap(({ events }) => events),
    messages: messages.filter(({ identity }) => isChosen(identity)),
    inbox: inbox.filter(({ identity }) => isChosen(identity)).map(({ key }) => key),
  };
}

/** The people whom the found records name, and who were not chosen: they may share an address with the chosen ones. */
export const othersIn = (
  { purchases, messages, inbox }: FoundRecords,
  isChosen: (identity: Identity) => boolean,
): Identity[] =>
  [
    ...purchases.flatMap(({ identities }) => (identities.some(isChosen) ? [] : identities)),
    ...[...messages, ...inbox].map(({ identity }) => identity),
  ].filter((identity) => !isChosen(identity));

type SentTo = Pick<SentRow, 'channel' | 'recipient'>;

const recipientOf = ({ channel, recipient }: SentTo): Identity => identityIn(contactAt(channel, recipient));

/** Messages of runs have the keys of the ledger in the inbox. */
const runOfInbox = ({ key, ...sent }: InboxRow): SentTo & { runId: string } => ({ ...sent, runId: key.split(':')[0]! });

/** Whether a message is one about a purchase, to someone whom the purchase names: it then belongs to the purchase. */
async function messagesOfPurchases(
  db: Queryable,
  purchases: readonly NamedPurchase[],
  sent: readonly { runId: string }[],
): Promise<(message: SentTo & { runId: string }) => boolean> {
  const ofEvent = new Map(purchases.flatMap((purchase) => purchase.events.map((id) => [id, purchase] as const)));
  const eventOf = new Map<string, string>();
  const runIds = [...new Set(sent.map(({ runId }) => runId))].filter(isId);
  for (let from = 0; from < runIds.length; from += batchSize) {
    const rows = await runEvents(db, runIds.slice(from, from + batchSize));
    for (const { runId, eventId } of rows) eventOf.set(runId, eventId);
  }
  return (message) => {
    const purchase = ofEvent.get(eventOf.get(message.runId) ?? '');
    const { email, phone } = recipientOf(message);
    return purchase?.identities.some((one) => (email === null ? one.phone === phone : one.email === email)) ?? false;
  };
}

async function findMessages(db: Queryable, storeId: string, people: readonly PersonKeys[]): Promise<SentRow[]> {
  const found: SentRow[] = [];
  const keep = (rows: readonly SentRow[]): void => {
    for (const row of rows) if (isNamed(people, contactAt(row.channel, row.recipient))) found.push(row);
  };
  // Leased messages are searched first, since they may move to the ledger meanwhile.
  keep(await personSearchLeased(db, storeId));
  for (let after: MessageKey | null = { runId: lowestId, messageKey: '' }; after !== null;) {
    const { cursor, rows } = await personSearchMessages(db, storeId, after, batchSize);
    keep(rows);
    after = cursor;
  }
  return found;
}

async function findInbox(db: Queryable, storeId: string, people: readonly PersonKeys[]): Promise<InboxRow[]> {
  const found: InboxRow[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await personSearchInbox(db, storeId, after, batchSize);
    found.push(...rows.filter(({ channel, recipient }) => isNamed(people, contactAt(channel, recipient))));
    after = rows.at(-1)?.key;
  }
  return found;
}

/** Completes purchases: a checkout, its order and the events of both are one purchase. */
export async function completePurchases(db: Queryable, storeId: string, known: PurchaseIds): Promise<PurchaseIds> {
  for (let before = known; ;) {
    const now = await purchaseLinked(db, storeId, before);
    if (sizeOf(now) === sizeOf(before)) return now;
    before = now;
  }
}

const sizeOf = ({ checkouts, orders, events }: PurchaseIds): number => checkouts.length + orders.length + events.length;

/** Whether nothing was found. */
export const isNowhere = (traces: PersonTraces): boolean =>
  sizeOf(traces) === 0 && traces.messages.length === 0 && traces.inbox.length === 0;
