import { metatagNamed, type MetatagName } from '../catalogue/index.ts';
import { escapeFor, escapeHtml, withoutLineBreaks } from './escape.ts';
import { limits } from '../../members/limits.ts';
import type { TextKind } from '../../members/member.ts';
import { findMetatags } from '../validate/find.ts';
import { addressesIn } from './addresses.ts';
import { placementsIn, type Placement } from './mjml.ts';
import { isSimple, readerOf, type MetatagSource, type Read } from './read.ts';
import { showerFor, showInAddress, type Show } from './show.ts';

/** The store data that a message needs. */
export type RenderOptions = {
  /** The service's address without a trailing slash, for PIX images. */
  readonly baseUrl: string;
  /** The IANA zone in which dates are shown; by default America/Sao_Paulo (TAG1). */
  readonly timeZone?: string;
  /** The longest list in a text that is not HTML, in UTF-16 units (TAG5); absent: lists are whole. */
  readonly listLimit?: number;
};

/** A compiled text: its beginning, then its metatags, each with the text that follows it. */
export type Template = {
  readonly kind: TextKind;
  readonly start: string;
  readonly slots: readonly Slot[];
  /** The categories of the data that the slots read, so that each is looked up once for each rendering. */
  readonly categories: readonly string[];
  /** How many of the slots are lists. */
  readonly lists: number;
};

type Slot = {
  readonly name: MetatagName;
  /** The position of the value in the data: an index into `categories`, and a member of that category. */
  readonly category: number;
  readonly field: string;
  /** Reads a derived value; null for a simple one. */
  readonly read: Read | null;
  /** Whether a string only needs escaping. */
  readonly isText: boolean;
  readonly show: Show;
  /** Wraps an HTML fragment; null if the value is not HTML. */
  readonly place: Placement | null;
  readonly after: string;
};

/**
 * Compiles a text. Malformed metatags stay in the text unchanged; well-formed ones that are unknown or only planned render as nothing
 * (DEF9, TAG1).
 */
export function compileTemplate(text: string, kind: TextKind): Template {
  const literals: string[] = [];
  const slots: Omit<Slot, 'after'>[] = [];
  const categories: string[] = [];
  const placementAt = kind === 'html' ? placementsIn(text) : undefined;
  const isInAddress = kind === 'html' ? addressesIn(text) : undefined;
  let literal = '';
  let lists = 0;
  let end = 0;
  for (const tag of findMetatags(text)) {
    if (!tag.wellFormed) continue;
    literal += text.slice(end, tag.start);
    end = tag.end;
    const metatag = metatagNamed(tag.name);
    if (!metatag || metatag.status === 'planned') continue;
    literals.push(literal);
    literal = '';
    const { name, field, type } = metatag;
    const category = metatag.category ?? '';
    if (!categories.includes(category)) categories.push(category);
    if (type === 'list') lists++;
    const inAddress = isInAddress?.(tag.start) ?? false;
    slots.push({
      name,
      category: categories.indexOf(category),
      field,
      read: isSimple(metatag) ? null : readerOf(metatag),
      isText: type === 'text' && !metatag.shopperText && !inAddress,
      show: inAddress ? showInAddress(metatag) : showerFor(metatag, kind),
      place: type === 'html' ? (placementAt?.(tag.start) ?? null) : null,
    });
  }
  literals.push(literal + text.slice(end));
  const [start = '', ...after] = kind === 'subject' || kind === 'sender' ? literals.map(withoutLineBreaks) : literals;
  return { kind, start, slots: slots.map((slot, index) => ({ ...slot, after: after[index]! })), categories, lists };
}

/**
 * Renders a text with its values. Never throws and never shows `undefined`, `null` or `NaN`: an absent value is '' (TAG1). Metatags inside
 * values are not expanded (TAG2). Stops as soon as the text is longer than `limit`, in UTF-16 units (TAG5): such a text is not sent.
 */
export function render(
  template: Template,
  source: MetatagSource,
  options: RenderOptions,
  limit: number = limits.rendered.email,
): string {
  const { kind, slots } = template;
  const escape = escapeFor[kind];
  const valueOf = lookIn(template, source);
  let text = template.start;
  for (let index = 0; index < slots.length && text.length <= limit; index++) {
    const slot = slots[index]!;
    const value = valueOf(slot);
    if (typeof value !== 'string' || !slot.isText) {
      const formatted = slot.show(value, options);
      text += slot.place ? slot.place(formatted) : formatted;
    } else text += kind === 'html' ? escapeHtml(value) : escape(value);
    text += slot.after;
  }
  return text;
}

/** The values of a template's slots, escaped as `render` does, for a text from `withSlots`. */
export function renderSlots(template: Template, source: MetatagSource, options: RenderOptions): string[] {
  const valueOf = lookIn(template, source);
  return template.slots.map((slot) => slot.show(valueOf(slot), options));
}

/** Returns a function that reads the values of slots. */
function lookIn(template: Template, source: MetatagSource): (slot: Slot) => unknown {
  if (typeof source === 'function') return (slot) => (slot.read ? slot.read(source) : source(slot.name));
  const fields = categoriesOf(source, template.categories);
  return (slot) => (slot.read ? slot.read(source) : fields[slot.category]![slot.field]);
}

/** The categories of the data, each looked up once in a rendering. */
function categoriesOf(source: MetatagSource, categories: readonly string[]): Record<string, unknown>[] {
  const polluted = isPolluted();
  const data = withOwnMembers(source, polluted);
  const found: Record<string, unknown>[] = [];
  for (let index = 0; index < categories.length; index++) {
    found.push(withOwnMembers(data[categories[index]!], polluted));
  }
  return found;
}

/**
 * An object that inherits no member that a metatag could name: almost always the object itself. One check of the prototype is cheaper than
 * a check of every member.
 */
function withOwnMembers(value: unknown, polluted: boolean): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return nothing;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || (prototype === Object.prototype && !polluted)) return value as Record<string, unknown>;
  return { __proto__: null, ...value };
}

const nothing: Record<string, unknown> = Object.create(null);

/** Whether a script has extended Object.prototype. Its standard members are not fields of the catalogue. */
function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}
