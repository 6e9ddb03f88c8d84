import type { StoreView } from '@retoma/pay';
import type { Store } from '../../../stores/store-directory.ts';

/** The store's data, as the pages show it. */
export function presentStore(store: Store): StoreView {
  const { name, legalName, document, address, email, phone, url, logoUrl, accent, corners } = store;
  const { returnsUrl, returnsText, privacyUrl, privacyText } = store;
  const known = { legalName, document, address, email, phone, url, logo: logoUrl, accent, corners };
  const links = { returnsUrl, returnsText, privacyUrl, privacyText };
  return { name, ...Object.fromEntries(Object.entries({ ...known, ...links }).filter(([, value]) => value !== null)) };
}
