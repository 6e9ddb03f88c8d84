/** The longest address of a shop: it is a part of the ids of its events. */
const longest = 120;

/** Pages of WordPress whose address an owner may paste. */
const pages =
  /\/(?:wp-admin|wp-login\.php|wp-json|index\.php|minha-conta|my-account|carrinho|cart|finalizar-compra|checkout)(?:\/.*)?$/i;

/**
 * The shop's address without a slash at its end, from what an owner typed: `loja.example`, `https://www.loja.example/wp-admin/`. Undefined: it
 * is no address of a site with https, which keys need.
 */
export function shopAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text.length > 2_000 || /[\s\\@]/.test(text)) return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url?.protocol !== 'https:' || !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(url.hostname)) return undefined;
  if (/^[\d.]+$/.test(url.hostname)) return undefined;
  const address = `https://${url.host}${withoutSlashes(url.pathname.replace(pages, ''))}`;
  return address.length <= longest ? address : undefined;
}

/** Whether two addresses are of one shop, whatever their scheme; a site answers at `www.` or not. */
export const isSameShop = (one: string, other: string): boolean => isOfShop(one, other) && isOfShop(other, one);

/** Whether an address is the shop's or below it: plugins add the language. */
export function isOfShop(address: string, shop: string): boolean {
  const [found, whole] = [URL.parse(address), URL.parse(shop)];
  if (!found || !whole || hostWithoutWww(found) !== hostWithoutWww(whole)) return false;
  return `${withoutSlashes(found.pathname)}/`.startsWith(`${withoutSlashes(whole.pathname)}/`);
}

const hostWithoutWww = ({ host }: URL): string => host.replace(/^www\./, '');

/** A path without empty parts: `/a//b/` is `/a/b`. */
const withoutSlashes = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => `/${part}`)
    .join('');
