import { metatagNamed } from '../metatags/catalogue/index.ts';
import { readerOf, type MetatagSource } from '../metatags/render/read.ts';

/**
 * The metatags whose addresses a store's short links may lead to: pages of the store's and of its carriers. Not those of goods or of
 * browsers, which anyone can send us: a link on the store's domain must not lead to an address of a stranger's choice.
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

/** An address in a text, without the punctuation of the sentence behind it. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/gi;
/** The beginning of an address that the author wrote, whole up to the end of its host. */
const written = /https?:\/\/[^\s{}/?#<>"]+(?=[\s/?#<>"]|$)/gi;

/** A text whose addresses are replaced by `shorten`. Only addresses of the author of `template` or of the store itself are shortened. */
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
 * `https://loja.example`; '' for what is no address of the web. Read strictly: where a browser might find another host than we do
 * (a user before it, a backslash, an escape), there is none.
 */
function originOf(text: string): string {
  const [, origin = ''] = /^(https?:\/\/[a-z0-9\u00a1-\uffff.-]+(?::\d{1,5})?)(?:[/?#]|$)/i.exec(text) ?? [];
  return origin.toLowerCase();
}
