import { addressFields } from './delivery.ts';
import { camelCased, fieldsIn, overlay, textIn, unlessEmpty, type Fields } from './fields.ts';
import type { LiveSources } from './sources.ts';

/** `{{customer.…}}`: who bought. Every member that the store sent is a condition field (B5). */
export function customerOf(sources: LiveSources): Fields | null {
  const { address, ...customer } = sources.customer;
  const [first_name, last_name] = namesIn(customer['name']);
  const derived = {
    ...addressFields(address),
    first_name,
    last_name,
    document_type: documentType(customer['document']),
  };
  return unlessEmpty(overlay(derived, customer));
}

/** `{{lead.…}}`: the person as captured at checkout; of a shopper whom no checkout captured, what is known as the customer. */
export function leadOf(sources: LiveSources): Fields {
  const { order, checkout } = sources.records;
  const { name, email, phone, document } = sources.customer;
  const captured = fieldsIn(sources.request?.customer);
  const lead = overlay(overlay({ name, email, phone, document }, camelCased(sources.toldOf('lead'))), captured);
  const capturedAt = textIn(captured['email']) || textIn(captured['phone']) ? checkout?.createdAt : undefined;
  const isCompleted = order !== null || checkout?.state === 'ordered' || checkout?.state === 'paid';
  const derived = {
    firstName: namesIn(lead['name'])[0],
    url_checkout: sources.resumeLink,
    createdAt: sources.instantOf('lead.created') ?? capturedAt,
    isCompleted: false,
  };
  return overlay(derived, isCompleted ? { ...lead, isCompleted } : lead);
}

/** The first word of a name, and the rest. */
function namesIn(name: unknown): [first: string, rest: string] {
  const [first = '', ...rest] = textIn(name).split(/\s+/);
  return [first, rest.join(' ')];
}

/** CPF or CNPJ, by its length: a CNPJ may hold letters. */
function documentType(document: unknown): string | undefined {
  const { length } = textIn(document).replace(/[^0-9A-Za-z]/g, '');
  if (length === 11) return 'CPF';
  return length === 14 ? 'CNPJ' : undefined;
}
