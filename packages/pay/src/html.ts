/** HTML that is safe to insert into a page. Only `html` and `trusted` create it. */
export class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** A value of a template: text is escaped, Html is not, lists are joined, and undefined, null and false are empty. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/** Builds HTML from a template and escapes every value. Attributes with a value must be quoted: html`<a title=${text}>` throws. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const parts = templates.get(strings) ?? readTemplate(strings);
  let text = parts[0]!;
  for (let index = 0; index < values.length; index++) text += render(values[index]) + parts[index + 1]!;
  return new Html(text);
}

/** The parts of templates that were read already. Each template literal has one object for the life of the process. */
const templates = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Checks a template, and removes the indentation of its lines, which every page would contain. */
function readTemplate(strings: TemplateStringsArray): readonly string[] {
  const wrong = strings.slice(0, -1).find((part) => /=\s*$/.test(part));
  if (wrong !== undefined) throw new Error(`An attribute without quotes: ${wrong}`);
  const parts = strings.map((part) => part.replace(/\n\s+/g, '\n'));
  templates.set(strings, parts);
  return parts;
}

/** Marks our own text, such as the style sheet, as HTML. Never use it for a value from outside. */
export const trusted = (text: string): Html => new Html(text);

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  return typeof value === 'object' ? value.map(render).join('') : escapeHtml(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Escapes text for HTML. Removes control characters, since parsers disagree on them, and characters that change the direction of writing,
 * which could make a price read backwards. Half a surrogate pair becomes the replacement character.
 */
export const escapeHtml = (text: string): string => (plain.test(text) ? text : escapeAll(text));

/** Matches text that needs no escaping, as most texts. */
const plain = /^[\t\n !#-%(-;=?-~\u00a0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\uffff]*$/;

const escapeAll = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character]!);
