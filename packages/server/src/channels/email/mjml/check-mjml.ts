import { closest } from '@retoma/flow';

/** Why a text is not made into HTML. */
export type MjmlProblem = 'MJML_TOO_LONG' | 'MJML_TOO_DEEP' | 'MJML_INCLUDE' | 'MJML_INVALID';

/** Characters of a text; what mail programs show whole is a tenth of it. */
const longest = 200_000;
/** The compiler calls itself for each level, and a thousand levels end it. */
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

/** Which elements may stand in which. Of those that are not here the content is HTML. */
const children: Readonly<Record<string, readonly string[]>> = {
  '': ['mjml'],
  mjml: ['mj-head', 'mj-body'],
  'mj-head': [
    'mj-attributes',
    'mj-breakpoint',
    'mj-font',
    'mj-html-attributes',
    'mj-preview',
    'mj-raw',
    'mj-style',
    'mj-title',
  ],
  'mj-html-attributes': ['mj-selector'],
  'mj-selector': ['mj-html-attribute'],
  'mj-body': ['mj-hero', 'mj-raw', 'mj-section', 'mj-wrapper'],
  'mj-wrapper': ['mj-hero', 'mj-raw', 'mj-section'],
  'mj-section': ['mj-column', 'mj-group', 'mj-raw'],
  'mj-group': ['mj-column', 'mj-raw'],
  'mj-column': contents,
  'mj-hero': contents,
  'mj-accordion': ['mj-accordion-element', 'mj-raw'],
  'mj-accordion-element': ['mj-accordion-title', 'mj-accordion-text', 'mj-raw'],
  'mj-carousel': ['mj-carousel-image'],
  'mj-navbar': ['mj-navbar-link', 'mj-raw'],
  'mj-social': ['mj-social-element', 'mj-raw'],
};

const known: ReadonlySet<string> = new Set([...Object.keys(children), ...Object.values(children).flat()]);
/** Elements of HTML that are not closed. */
const voids = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Comments, and tags; what is quoted in a tag may hold anything, and no tag holds the beginning of another. */
const tags = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;

/** What is wrong with a text, and where. */
export type MjmlIssue = {
  readonly problem: MjmlProblem;
  /** UTF-16 units before it. */
  readonly offset: number;
  /** The element that is not known, stands where it may not, or is not closed; absent where none is to blame. */
  readonly element?: string;
  /** The element that was probably meant. */
  readonly suggestion?: string;
  /** The elements that it may stand in, of those that we know. */
  readonly within?: readonly string[];
};

/**
 * Checks what the compiler does not: that a text is not too much for it, includes nothing, and that each element stands where it
 * may. The compiler drops one that does not without a word, and the e-mail would arrive without a part. null: it may be compiled.
 */
export function findMjmlIssue(text: string): MjmlIssue | null {
  if (text.length > longest) return { problem: 'MJML_TOO_LONG', offset: longest };
  const open: { element: string; offset: number }[] = [];
  for (const { 1: slash, 2: name = '', 3: rest = '', index: offset } of text.matchAll(tags)) {
    const element = name.toLowerCase();
    if (element === '' || voids.test(element)) continue;
    if (element === 'mj-include') return { problem: 'MJML_INCLUDE', offset, element };
    if (slash) {
      const closed = open.pop();
      if (closed?.element === element) continue;
      return { problem: 'MJML_INVALID', ...(closed ?? { offset, element }) };
    }
    const parents = open.map(({ element }) => element);
    if (!mayStand(element, parents)) return misplaced(element, parents.at(-1) ?? '', offset);
    if (rest.endsWith('/')) continue;
    if (open.push({ element, offset }) > deepest) return { problem: 'MJML_TOO_DEEP', offset, element };
  }
  const left = open.at(-1);
  return left ? { problem: 'MJML_INVALID', ...left } : null;
}

/** Why a text may not be compiled; null: it may. */
export const checkMjml = (text: string): MjmlProblem | null => findMjmlIssue(text)?.problem ?? null;

/** An element that is not known is a slip of the pen; one that is known stands in the wrong place. */
function misplaced(element: string, parent: string, offset: number): MjmlIssue {
  const issue = { problem: 'MJML_INVALID', offset, element } as const;
  if (known.has(element)) {
    return { ...issue, within: Object.keys(children).filter((name) => name && children[name]!.includes(element)) };
  }
  const suggestion = closest(element, children[parent] ?? []) ?? closest(element, [...known]);
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

function mayStand(element: string, open: readonly string[]): boolean {
  const parent = open.at(-1) ?? '';
  if (open.includes('mj-attributes')) return true;
  if (parent in children) return children[parent]!.includes(element);
  if (parent === 'mj-attributes') return true;
  // Inside content: HTML, and the mj-raw that a fragment brings with it.
  return element === 'mj-raw' || !known.has(element);
}
