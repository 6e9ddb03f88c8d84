/** Matches a URL in a text, without the punctuation after it. The group makes `split` keep the URL. */
export const addresses = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/i;

/** The first URL of a text, for WhatsApp's link preview; undefined if there is none, or if it is incomplete or contains a metatag. */
export function firstAddress(text: string): { address: string; domain: string } | undefined {
  const [address] = addresses.exec(text) ?? [];
  const domain = address && !address.includes('{{') && URL.parse(address)?.hostname;
  return address && domain ? { address, domain } : undefined;
}
