/** An address in a text, without the punctuation of the sentence behind it; in a group, so that `split` keeps it. */
export const addresses = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/i;

/** The first address of a text, of which WhatsApp makes a card; undefined where there is none, or not yet. */
export function firstAddress(text: string): { address: string; domain: string } | undefined {
  const [address] = addresses.exec(text) ?? [];
  const domain = address && !address.includes('{{') && URL.parse(address)?.hostname;
  return address && domain ? { address, domain } : undefined;
}
