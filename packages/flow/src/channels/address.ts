import { metatagNamed } from '../metatags/catalogue/index.ts';

/** Whether a text is an absolute http or https address without characters that URL parsers silently drop. */
export function isHttpUrl(value: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused here
  return /^https?:\/\/[^\u0000-\u0020]/i.test(value) && !/[\u0000-\u001f\u007f]/.test(value) && URL.canParse(value);
}

const metatag = /\{\{([^{}]*)\}\}/g;

/**
 * Whether a template is valid as an address: an address, with or without metatags, or a metatag in place of one (`{{order.domain}}`,
 * `{{store.url}}/ofertas`). A leading metatag must have type url or text; the template check reports unknown ones.
 */
export function isUrlTemplate(value: string): boolean {
  if (!value.includes('{{')) return isHttpUrl(value);
  const leading = /^\{\{([^{}]*)\}\}/.exec(value);
  if (leading && !holdsAddress(leading[1]!)) return false;
  if (leading?.[0].length === value.length) return true;
  const filled = (leading ? `https://metatag.example${value.slice(leading[0].length)}` : value).replace(metatag, 'x');
  return isHttpUrl(filled);
}

/** Adds a missing scheme: `loja.example/oferta` → `https://loja.example/oferta`; undefined if that is not the problem. */
export function suggestUrl(value: string): string | undefined {
  const withoutSlashes = value.trim().replace(/^\/\//, '');
  const named =
    withoutSlashes.length <= 500 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#:]|$)/i.test(withoutSlashes);
  return named && isUrlTemplate(`https://${withoutSlashes}`) ? `https://${withoutSlashes}` : undefined;
}

function holdsAddress(name: string): boolean {
  const type = metatagNamed(name.trim())?.type ?? 'url';
  return type === 'url' || type === 'text';
}

/** Whether a text is one plain e-mail address, without a name or metatag. */
export function isEmail(value: string): boolean {
  return (
    value.length <= 254 &&
    /^[a-z0-9.!#$%&'*+/=?^_`|~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(value)
  );
}

/** A text without its HTML tags; undefined if nothing is left, or if it is far too long for an SMS. */
export function withoutHtml(value: string): string | undefined {
  if (value.length > 1_000) return undefined;
  return value.replace(/<\/?[a-z][^<>]*>/gi, '').trim() || undefined;
}

/** The first HTML tag of a text; undefined if there is none. `a < b` and `<3` are not tags. */
export function htmlTagIn(value: string): string | undefined {
  return value.includes('<') ? /<\/?[a-z][^<>]*>/i.exec(value)?.[0] : undefined;
}
