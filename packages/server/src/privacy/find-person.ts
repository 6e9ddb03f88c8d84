import { lowestId } from '../platform/ids.ts';
import type { Queryable } from '../db/pool.ts';
import type { MessageKey } from '../db/queries/messages/messages.ts';
import {
  namingTables,
  personSearch,
  personSearchInbox,
  personSearchLeased,
  personSearchMessages,
  purchaseLinked,
  type NamingTable,
  type PurchaseIds,
  type SentRow,
} from '../db/queries/privacy/contact-search.ts';
import { isNamed, isReachedAt, type PersonKeys } from './contact-keys.ts';

/** The ids of the rows that contain a person's keys: purchases, and messages to the person. */
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

/** All rows of a store that contain a person's keys, without rows that only depend on them (`completePurchases`). */
export async function findPerson(db: Queryable, storeId: string, person: PersonKeys): Promise<PersonTraces> {
  const found = { checkouts: new Set<string>(), orders: new Set<string>(), events: new Set<string>() };
  for (const table of namingTables) {
    for (let after: string | null = lowestId; after !== null;) {
      const { cursor, rows } = await personSearch(db, table, { storeId, after, limit: batchSize });
      for (const row of rows) if (isNamed(person, row)) found[idsOf[table]].add(row.id);
      after = cursor;
    }
  }
  return {
    checkouts: [...found.checkouts],
    orders: [...found.orders],
    events: [...found.events],
    messages: await findMessages(db, storeId, person),
    inbox: await findInbox(db, storeId, person),
  };
}

async function findMessages(db: Queryable, storeId: string, person: PersonKeys): Promise<MessageKey[]> {
  const found: MessageKey[] = [];
  const keep = (rows: readonly SentRow[]): void => {
    for (const { runId, messageKey: message, channel, recipient } of rows) {
      if (isReachedAt(person, channel, recipient)) found.push({ runId, messageKey: message });
    }
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

async function findInbox(db: Queryable, storeId: string, person: PersonKeys): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await personSearchInbox(db, storeId, after, batchSize);
    for (const { key, channel, recipient } of rows) if (isReachedAt(person, channel, recipient)) found.push(key);
    after = rows.at(-1)?.key;
  }
  return found;
}

/** Completes purchases: a checkout, its order and the events of both belong to one person, whichever row contains the person's keys. */
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
