/** The origin of a store's pages for shoppers: its active domain, else the service's base URL. Without a trailing slash. */
export function payOrigin(store: { readonly domain: string | null }, baseUrl: string): string {
  return store.domain === null ? baseUrl : `https://${store.domain}`;
}

/** The URL of a checkout's payment page. */
export function payUrl(store: { domain: string | null }, baseUrl: string, checkoutId: string): string {
  return `${payOrigin(store, baseUrl)}/pay/${checkoutId}`;
}
