import { tagsIn } from '../../html/tags.ts';
import { closest } from '../../members/closest.ts';

/** Why a text is not compiled. */
export type MjmlProblem = 'MJML_TOO_LONG' | 'MJML_TOO_DEEP' | 'MJML_INCLUDE' | 'MJML_INVALID';

/** The longest text, in characters; mail programs clip e-mails at a tenth of it. */
const longest = 200_000;
/** The deepest nesting: the compiler recurses, and a thousand levels overflow its stack. */
const deepest = 50;

const contents = [
  'mj-accordion',
  'mj-button',
  'mj-carousel',
  'mj-divider',
  'mj-image',
  'mj-navbar',
  'mj-raw',
  'mj-social',
  'mj-spacer',
  'mj-table',
  'mj-text',
] as const;

/** The allowed children of each element. The content of any other element is HTML. */
const children: Readonly<Record<string, readonly string[]>> = {
  '': ['mjml'],
  mjml: ['mj-head', 'mj-body'],
  'mj-head': ['mj-attributes', 'mj-breakpoint', 'mj-font', 'mj-preview', 'mj-raw', 'mj-style', 'mj-title'],
  'mj-body': ['mj-hero', 'mj-raw', 'mj-section', 'mj-wrapper'],
  'mj-wrapper': ['mj-hero', 'mj-raw', 'mj-section'],
  'mj-section': ['mj-column', 'mj-group', 'mj-raw'],
  'mj-group': ['mj-column', 'mj-raw'],
  'mj-column': contents,
  'mj-hero': contents,
  'mj-accordion': ['mj-accordion-element'],
  'mj-accordion-element': ['mj-accordion-title', 'mj-accordion-text'],
  'mj-carousel': ['mj-carousel-image'],
  'mj-navbar': ['mj-navbar-link'],
  'mj-social': ['mj-social-element'],
};

/** Whether the content of an element is other elements of MJML. */
export const isStructure = (element: string): boolean =>
  element === 'mj-attributes' || Object.hasOwn(children, element);

const known: ReadonlySet<string> = new Set([...Object.keys(children), ...Object.values(children).flat()]);
/** Elements whose own text and HTML the compiler passes on; in the other ones there is only MJML. */
const withText = new Set(['mj-body', 'mj-column', 'mj-group', 'mj-hero', 'mj-section', 'mj-wrapper']);

/** Whether the text right inside an element is part of the e-mail. */
export const showsText = (element: string): boolean => withText.has(element);

/** HTML elements without an end tag. */
export const voids = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** HTML elements whose end tag may be left out, each with those that its start tag ends (HTML Living Standard, 13.1.2.4). */
const impliedEnds: ReadonlyMap<string, readonly string[]> = new Map([
  ['p', ['p']],
  ['li', ['p', 'li']],
  ['dt', ['p', 'dt', 'dd']],
  ['dd', ['p', 'dt', 'dd']],
  ['option', ['option']],
  ['td', ['p', 'td', 'th']],
  ['th', ['p', 'td', 'th']],
  ['tr', ['p', 'td', 'th', 'tr']],
  ['thead', ['p', 'td', 'th', 'tr', 'tbody', 'colgroup']],
  ['tbody', ['p', 'td', 'th', 'tr', 'thead', 'tbody', 'colgroup']],
  ['tfoot', ['p', 'td', 'th', 'tr', 'thead', 'tbody']],
  ['colgroup', []],
]);
/** Elements of MJML that have no content: what follows one of them shows that its end is missing. */
const empties = /^mj-(?:all|breakpoint|carousel-image|class|divider|font|image|spacer)$/;

/** An error in a text, with its position. */
export type MjmlIssue = {
  readonly problem: MjmlProblem;
  /** The number of UTF-16 units before the error. */
  readonly offset: number;
  /** The unknown, misplaced or unclosed element; absent if no element is wrong. */
  readonly element?: string;
  /** A known element with a similar name. */
  readonly suggestion?: string;
  /** The known elements that it may be placed in. */
  readonly within?: readonly string[];
};

type OpenElement = { readonly element: string; readonly offset: number };

/**
 * Checks what the compiler does not: the size of a text, that it includes no file, and that each element is placed where it
 * may be. The compiler drops a misplaced element silently, so the e-mail would miss a part. An end tag that HTML lets an author leave out
 * may be missing, and the HTML of an mj-raw may be a part of an element. null: the text may be compiled.
 */
export function findMjmlIssue(text: string): MjmlIssue | null {
  if (text.length > longest) return { problem: 'MJML_TOO_LONG', offset: longest };
  const open: OpenElement[] = [];
  for (const { name: element, start: offset, isClosing, isSelfClosing } of tagsIn(text, 'skip')) {
    const inside = open.at(-1)?.element ?? '';
    if (inside === 'mj-raw' && !element.startsWith('mj')) continue;
    if (voids.test(element)) {
      if (isClosing || showsText(inside) || !isStructure(inside)) continue;
      return misplaced(element, inside, offset);
    }
    if (element === 'mj-include') return { problem: 'MJML_INCLUDE', offset, element };
    if (isClosing) {
      endImplied(open, (top) => top !== element && impliedEnds.has(top));
      const closed = open.pop();
      if (closed?.element === element) continue;
      return { problem: 'MJML_INVALID', ...(closed ?? { offset, element }) };
    }
    endImplied(open, (top) => impliedEnds.get(element)?.includes(top) ?? false);
    const parents = open.map(({ element }) => element);
    const parent = open.at(-1);
    if (!mayStand(element, parents)) {
      if (parent && empties.test(parent.element)) return { problem: 'MJML_INVALID', ...parent };
      return misplaced(element, parent?.element ?? '', offset);
    }
    if (isSelfClosing) continue;
    if (open.push({ element, offset }) > deepest) return { problem: 'MJML_TOO_DEEP', offset, element };
  }
  const left = open.at(-1);
  return left ? { problem: 'MJML_INVALID', ...left } : null;
}

/** Ends the innermost elements whose end tags are left out. */
function endImplied(open: OpenElement[], isEnded: (element: string) => boolean): void {
  while (open.length > 0 && isEnded(open.at(-1)!.element)) open.pop();
}

/** An unknown element is a typing error, but for those that the compiler lacks; a known one is misplaced. */
function misplaced(element: string, parent: string, offset: number): MjmlIssue {
  const issue = { problem: 'MJML_INVALID', offset, element } as const;
  if (known.has(element)) {
    return { ...issue, within: Object.keys(children).filter((name) => name && children[name]!.includes(element)) };
  }
  if (element.startsWith('mj-html-')) return issue;
  const suggestion = closest(element, children[parent] ?? []) ?? closest(element, [...known]);
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

function mayStand(element: string, open: readonly string[]): boolean {
  const parent = open.at(-1) ?? '';
  if (open.includes('mj-attributes')) return true;
  if (Object.hasOwn(children, parent)) return children[parent]!.includes(element);
  if (parent === 'mj-attributes') return true;
  // Inside a content element only HTML is allowed, and mj-raw, which fragments may contain.
  return element === 'mj-raw' || !known.has(element);
}
