import { metatagNamed } from '../metatags/catalogue/index.ts';
import { readerOf, type MetatagSource } from '../metatags/render/read.ts';

/**
 * The metatags whose addresses short links may lead to: pages of the store and its carriers. Addresses of products and browsers are
 * excluded, since any caller can send them, and a link on the store's domain must not lead to a third party's choice.
 */
const trusted = [
  'store.url',
  'store.domain',
  'store.unsubscribe_url',
  'order.domain',
  'order.url_checkout',
  'order.url_pix_gerado',
  'order.tracking_url',
  'order.boleto_url',
  'checkout.url',
  'cart.url_checkout',
  'lead.url_checkout',
  'tracking.url',
] as const;

/** An address in a text, without trailing punctuation. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/gi;
/** The beginning of an address that the author wrote, if it is complete up to the end of its host. */
const written = /https?:\/\/[^\s{}/?#<>"]+(?=[\s/?#<>"]|$)/gi;

/** Replaces addresses in a text by `shorten`. Only addresses that the author of `template` wrote, or the store's own, are shortened. */
export function withShortLinks(
  text: string,
  template: string,
  source: MetatagSource,
  shorten: (address: string) => string,
): string {
  if (!/https?:\/\//i.test(text)) return text;
  const values = trusted.flatMap((name) => {
    const metatag = metatagNamed(name);
    const value = metatag && readerOf(metatag)(source);
    return typeof value === 'string' ? [value] : [];
  });
  const origins = new Set([...(template.match(written) ?? []), ...values].map(originOf));
  return text.replace(address, (found) => {
    const origin = originOf(found);
    return origin !== '' && origins.has(origin) ? shorten(found) : found;
  });
}

/**
 * The origin of an address, such as `https://loja.example`; '' if the text is not a web address. The pattern is strict: an address in which
 * a browser might find another host (credentials, a backslash, an escape) has no origin.
 */
function originOf(text: string): string {
  const [, origin = ''] = /^(https?:\/\/[a-z0-9\u00a1-\uffff.-]+(?::\d{1,5})?)(?:[/?#]|$)/i.exec(text) ?? [];
  return origin.toLowerCase();
}
