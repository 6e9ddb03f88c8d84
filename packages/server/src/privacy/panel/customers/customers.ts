import { auditAccess } from '../../../members/audit/audit-log.ts';
import type { Context } from '../../../context.ts';
import { changeConsent } from '../../change-consent.ts';
import {
  describeCustomer,
  explainEvents,
  findCustomer,
  maxPurchases,
  readCustomerChannels,
  readCustomerRecords,
  readCustomerTimeline,
  type Customer,
} from '../../read-customer.ts';
import { authorOf } from '../../../members/guards/session.ts';
import type { PanelHandlers, PanelQuery } from '../../../panel-contract.ts';
import { presentCustomer, presentEntry } from './present-customer.ts';

/** The entries of one page of the timeline. */
const pageSize = 50;

/** GET …/customer and …/customer/timeline: all about one contact. POST …/people/consent: opts a contact out, or in again (COM8). */
export const customersHandlers = (
  context: Context,
): PanelHandlers<'readCustomer' | 'listCustomerTimeline' | 'changeConsent'> => ({
  readCustomer: async ({ params: { storeId }, query, audit }) => {
    const { db } = context;
    const found = await lookUpCustomer(context, storeId, query);
    if (!found) return 'NOT_FOUND';
    const records = await readCustomerRecords(db, storeId, found);
    const customer = describeCustomer(records);
    const channels = await readCustomerChannels(context, storeId, customer, context.clock());
    const events = await explainEvents(context, storeId, records);
    await auditAccess(db, audit, { storeId, action: 'shopper_seen' });
    const isCut = records.orders.length === maxPurchases || records.checkouts.length === maxPurchases;
    return presentCustomer({ customer, records, channels, events, isCut });
  },
  listCustomerTimeline: async ({ params: { storeId }, query }) => {
    const customer = await lookUpCustomer(context, storeId, query);
    if (!customer) return 'NOT_FOUND';
    const entries = await readCustomerTimeline(context, storeId, customer);
    const { before } = query;
    const start = before === undefined ? 0 : entries.findIndex(({ id }) => id === before) + 1;
    const page = entries.slice(start, start + pageSize);
    const next = start + pageSize < entries.length ? page.at(-1)!.id : null;
    return { success: true, entries: page.map(presentEntry), next, reached: null };
  },
  changeConsent: async ({ params: { storeId }, body: { contact, channel, state }, request, audit }) => {
    const person = contact.includes('@') ? { email: contact } : { phone: contact };
    const change = { storeId, person, channel, state, source: 'panel', author: authorOf(request) };
    const changed = await changeConsent(context, change, audit);
    if (changed.ok) return { success: true };
    return changed.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: 'CONTACT_REQUIRED' };
  },
});

const lookUpCustomer = (
  { db }: Context,
  storeId: string,
  { search, ...reference }: PanelQuery<'readCustomer'>,
): Promise<Customer | undefined> => findCustomer(db, storeId, { ...reference, contact: search });
