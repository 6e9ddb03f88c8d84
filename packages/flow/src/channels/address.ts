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

/** A text without tags, its character references read; undefined if nothing is left, one is not known, or it is far too long for an SMS. */
export function withoutHtml(value: string): string | undefined {
  if (value.length > 1_000) return undefined;
  let isKnown = true;
  const text = value.replace(new RegExp(htmlPattern, 'g'), (html) => {
    const read = html.startsWith('<') ? '' : characterOf(html.slice(1, -1));
    isKnown &&= read !== undefined;
    return read ?? '';
  });
  return isKnown && htmlIn(text) === undefined ? text.trim() || undefined : undefined;
}

/** The character of a reference without its `&` and `;`: `nbsp`, `eacute`, `#233`, `#xE9`. */
function characterOf(reference: string): string | undefined {
  if (Object.hasOwn(namedCharacters, reference)) return namedCharacters[reference];
  const [, letter, accent] = /^([a-zA-Z])([a-z]+)$/.exec(reference) ?? [];
  if (letter !== undefined)
    return Object.hasOwn(accents, accent!) ? `${letter}${accents[accent!]}`.normalize('NFC') : undefined;
  const code = Number(reference.replace(/^#[xX]/, '0x').replace(/^#/, ''));
  return code >= 32 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};

/** The combining characters of accents. */
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
};

/**
 * Matches HTML: tags, comments, declarations, and character references such as `&nbsp;` and `&#233;`. The names are those of HTML 4 that
 * text uses, so that `Casa&Cia;` is text. Written for the JSON Schema too, which has no flags.
 */
export const htmlPattern = [
  '</?[a-zA-Z][^<>]*>',
  '<!--(?:[^-]|-(?!->))*(?:-->)?',
  '<[!?][a-zA-Z\\[][^<>]*>',
  '&#(?:[0-9]+|[xX][0-9a-fA-F]+);',
  '&(?:[a-zA-Z](?:acute|grave|circ|uml|tilde|cedil|ring|slash)|(?:AE|ae|sz)lig|amp|lt|gt|quot|apos|nbsp|shy|ensp|emsp|thinsp|zwn?j);',
  '&(?:copy|reg|trade|hellip|[mn]dash|[lrs][bds]?quo|[lr]aquo|iexcl|iquest|bull|middot|euro|cent|pound|yen|sect|deg|ord[fm]|sup[123]);',
  '&(?:frac(?:12|14|34)|plusmn|times|divide|[lrud]arr|hearts|check|infin);',
].join('|');

/** The first piece of HTML in a text; undefined if there is none. `a < b`, `<3` and `P&D` are text. */
export function htmlIn(value: string): string | undefined {
  return /[<&]/.test(value) ? new RegExp(htmlPattern).exec(value)?.[0] : undefined;
}
