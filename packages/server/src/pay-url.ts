/** The payment link: on the store's active domain if it has one, else on the service's own address. */
export function payUrl(store: { domain: string | null }, baseUrl: string, checkoutId: string): string {
  return `${store.domain === null ? baseUrl : `https://${store.domain}`}/pay/${checkoutId}`;
}
