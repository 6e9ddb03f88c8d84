import { hash } from 'node:crypto';
import { formatDocument } from '@retoma/commerce';
import { addressFields } from './delivery.ts';
import { camelCased, fieldsIn, overlay, textIn, unlessEmpty, type CategoryFields, type Fields } from './fields.ts';
import type { RunDataSources } from './sources.ts';

/** `{{customer.…}}`: the buyer. Every member that the store sent can be a condition field (DEF5). */
export function customerOf(sources: RunDataSources): CategoryFields<'customer'> | null {
  const { address, ...customer } = sources.customer;
  const derived = {
    ...addressFields(address),
    name: customer['name'],
    email: customer['email'],
    phone: customer['phone'],
    document: customer['document'],
    first_name: firstNameIn(customer['name']),
    last_name: lastNameIn(customer['name']),
    document_type: documentType(customer['document']),
    id: customerId(sources, customer),
    created_at: sources.records.checkout?.capturedAt,
    // Without a known buyer the count is 0, which is left out.
    orders_count: sources.records.order?.ordersOfBuyer || undefined,
  };
  return unlessEmpty({ ...overlay(derived, customer), ...documentIn(customer) });
}

/** `{{lead.…}}`: the person as captured at the checkout; if no checkout captured one, the data of the customer. */
export function leadOf(sources: RunDataSources): CategoryFields<'lead'> {
  const { order, checkout } = sources.records;
  const { name, email, phone, document } = sources.customer;
  const { captured } = sources;
  const lead = overlay(overlay({ name, email, phone, document }, camelCased(sources.reportedFields('lead'))), captured);
  const capturedAt = textIn(captured['email']) || textIn(captured['phone']) ? checkout?.createdAt : undefined;
  const isCompleted = order !== null || checkout?.state === 'ordered' || checkout?.state === 'paid';
  const utms = fieldsIn(sources.browser['utms']);
  const derived = {
    name: lead['name'],
    email: lead['email'],
    phone: lead['phone'],
    document: lead['document'],
    id: checkout?.checkoutId,
    firstName: firstNameIn(lead['name']),
    url_checkout: sources.resumeLink,
    createdAt: checkout?.capturedAt ?? sources.instantOf('lead.created') ?? capturedAt,
    isCompleted: false,
    utmSource: utms['source'],
    utmMedium: utms['medium'],
    utmCampaign: utms['campaign'],
    deviceType: sources.browser['device'],
  };
  return { ...overlay(derived, isCompleted ? { ...lead, isCompleted } : lead), ...documentIn(lead) };
}

/** Documents are stored without punctuation, and shown with it. */
function documentIn({ document }: Fields): Fields {
  return typeof document === 'string' ? { document: formatDocument(document) } : {};
}

/** A customer id that is the same for all purchases of one person at a store, identified by e-mail, else by phone. */
function customerId({ context, records }: RunDataSources, { email, phone }: Fields): string | undefined {
  const name = textIn(email).toLowerCase() || textIn(phone);
  if (!records.checkout || name === '') return undefined;
  const digest = hash('sha256', `${context.store.storeId} ${name}`, 'hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/** The first word of a name. */
function firstNameIn(name: unknown): string {
  const text = textIn(name);
  const end = text.search(/\s/);
  return end === -1 ? text : text.slice(0, end);
}

/** The words after the first. */
const lastNameIn = (name: unknown): string => textIn(name).split(/\s+/).slice(1).join(' ');

/** CPF or CNPJ, by its length; a CNPJ may contain letters. */
function documentType(document: unknown): string | undefined {
  const { length } = textIn(document).replace(/[^0-9A-Za-z]/g, '');
  if (length === 11) return 'CPF';
  return length === 14 ? 'CNPJ' : undefined;
}
