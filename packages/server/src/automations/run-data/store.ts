import { formatDocument } from '@retoma/commerce';
import type { CategoryFields } from './fields.ts';
import type { RunDataContext } from './sources.ts';

/** `{{store.…}}`: the seller, from the store's settings. `baseUrl`: without a trailing slash. */
export function storeFields(store: RunDataContext['store'], baseUrl: string): CategoryFields<'store'> {
  const { phone } = store;
  return {
    id: store.storeId,
    name: store.name,
    domain: store.domain ?? baseUrl.replace(/^https?:\/\//, ''),
    url: store.url,
    email: store.email,
    phone,
    // WhatsApp's links need digits only, including the country code.
    whatsapp_url: phone && /^\+\d{8,15}$/.test(phone) ? `https://wa.me/${phone.slice(1)}` : undefined,
    logo: store.logoUrl,
    document: store.document && formatDocument(store.document),
    legal_name: store.legalName,
    address: store.address,
    privacy_url: store.privacyUrl,
    // The link of each recipient: it is inserted when the message is sent.
    unsubscribe_url: undefined,
  };
}
