/** Where shoppers meet a store: its active domain if it has one, else the service's own address. Without a trailing slash. */
export function payOrigin(store: { readonly domain: string | null }, baseUrl: string): string {
  return store.domain === null ? baseUrl : `https://${store.domain}`;
}

/** The payment link. */
export function payUrl(store: { domain: string | null }, baseUrl: string, checkoutId: string): string {
  return `${payOrigin(store, baseUrl)}/pay/${checkoutId}`;
}
