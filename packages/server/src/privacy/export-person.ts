import type { Audit } from '../http/audit-actions.ts';
import { consentList } from '../base/contacts/consents.ts';
import { optOutList } from '../base/contacts/opt-outs.ts';
import { personReadInbox, personReadMessages, purchaseRead, type PurchaseRecords } from './queries/contact-records.ts';
import { personRequestAdvance } from './queries/privacy-requests.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { hashContactKey } from '../base/crypto/contact-hash.ts';
import { findRecords, othersIn, tracesOf } from './find-person.ts';
import type { PrivacyDeps } from './privacy-deps.ts';
import { webhookMessageRead } from '../shop/webhooks/queries/retention.ts';
import { cartsOf } from './reported-carts.ts';
import { beginRequest, type PersonRequest, type RefusedRequest } from './begin-request.ts';
import { keysIn } from '../base/contacts/contact-keys.ts';
import { chosenBy, identityIn, ownAddresses, type Identity, type PersonChoice } from './identity.ts';

type ExportRow = Record<string, unknown>;

/** All data that a store has of a person, in a readable form; members recorded as JSON are parsed. */
export type PersonExport = {
  storeId: string;
  exportedAt: string;
  requested: PersonChoice;
  /** Every e-mail address, phone and document in the found data, by which more data of the person can be searched. */
  identifiers: { emails: string[]; phones: string[]; documents: string[] };
  customers: ExportRow[];
  leads: readonly ExportRow[];
  carts: readonly ExportRow[];
  shopperConsents: readonly ExportRow[];
  attributions: readonly ExportRow[];
  conversions: readonly ExportRow[];
  checkouts: readonly ExportRow[];
  orders: readonly ExportRow[];
  payments: readonly ExportRow[];
  events: readonly ExportRow[];
  webhooks: readonly ExportRow[];
  messages: readonly ExportRow[];
  replies: readonly ExportRow[];
  sandboxMessages: readonly ExportRow[];
  consents: readonly ExportRow[];
  optOuts: readonly ExportRow[];
};

/** An export, or why it was refused. */
export type Exported = { ok: true; requestId: string; data: PersonExport } | RefusedRequest;

/**
 * COM8: collects all data that a store has of chosen people. The transaction that finishes the request audits it.
 */
export async function exportPerson(
  deps: PrivacyDeps,
  { storeId, person, by }: PersonRequest,
  audit: Audit<'person_exported'>,
): Promise<Exported> {
  const named = await beginRequest(deps, 'export', { storeId, person, by });
  if (!named.ok) return named;
  const { requestId } = named;
  const { db, clock } = deps;
  const isChosen = chosenBy(person);
  const found = await findRecords(db, storeId, named.keys);
  const traces = tracesOf(found, isChosen);
  const { shoppers: leads, ...records } = await purchaseRead(db, storeId, traces);
  const sent = await personReadMessages(db, storeId, traces.events, traces.messages);
  const customers = customersIn({ ...records, shoppers: leads });
  const identifiers = identifiersIn(customers);
  const hashes = hashesOf(deps, storeId, [person, { people: customers.map(identityOf) }], othersIn(found, isChosen));
  const data: PersonExport = {
    storeId,
    exportedAt: new Date(clock()).toISOString(),
    requested: person,
    identifiers,
    customers,
    leads,
    carts: await cartsOf(db, storeId, named.keys, isChosen),
    ...records,
    webhooks: await webhookMessageRead(db, storeId, [...traces.checkouts, ...traces.orders, ...traces.events]),
    ...sent,
    sandboxMessages: await personReadInbox(db, storeId, traces.inbox),
    consents: await consentList(db, storeId, hashes),
    optOuts: await optOutList(db, storeId, hashes),
  };
  await inTransaction(db, async (client) => {
    await personRequestAdvance(client, requestId, countsOf(data), clock());
    await audit(client, { storeId, action: 'person_exported' });
  });
  return { ok: true, requestId, data };
}

/** The distinct customer objects of the purchases. */
function customersIn({ checkouts, shoppers, orders, events }: PurchaseRecords): ExportRow[] {
  const reported = [
    ...checkouts.map(({ request }) => (request as ExportRow)['customer']),
    ...shoppers.map(({ customer }) => customer),
    ...orders.map(({ customer }) => customer),
    ...events.flatMap(({ data }) => [(data as ExportRow)['customer'], (data as ExportRow)['lead']]),
  ].filter((customer): customer is ExportRow => typeof customer === 'object' && customer !== null);
  return [...new Map(reported.map((customer) => [JSON.stringify(customer), customer])).values()];
}

function identifiersIn(customers: readonly ExportRow[]): PersonExport['identifiers'] {
  const valuesOf = (member: string): string[] => {
    const values = customers.map((customer) => customer[member]);
    return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))];
  };
  return { emails: valuesOf('email'), phones: valuesOf('phone'), documents: valuesOf('document') };
}

const identityOf = (customer: ExportRow): Identity => {
  const text = (member: string): string | null => {
    const value = customer[member];
    return typeof value === 'string' ? value : null;
  };
  return identityIn({ email: text('email'), phone: text('phone') });
};

/** The contact hashes by which consents of these people are stored; without addresses that others use. */
function hashesOf(
  { contactSecret }: PrivacyDeps,
  storeId: string,
  choices: readonly PersonChoice[],
  others: readonly Identity[],
): Buffer[] {
  const keys = choices
    .flatMap((choice) => ownAddresses(choice, others))
    .map(({ kind, value }) => keysIn({ [kind]: value }));
  const distinct = new Set(keys.map(({ email, phone }) => email ?? phone));
  return [...distinct].flatMap((key) => (key === null ? [] : [hashContactKey(contactSecret, storeId, key)]));
}

/** The number of rows in each list. */
const countsOf = (data: PersonExport): Record<string, number> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, rows]) => (Array.isArray(rows) ? [[name, rows.length] as const] : [])),
  );
