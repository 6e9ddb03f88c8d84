import { tagsIn } from '../html/tags.ts';
import { closest } from '../members/closest.ts';

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
/** HTML elements without an end tag. */
const voids = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

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

/**
 * Checks what the compiler does not: the size of a text, that it includes no file, and that each element is placed where it
 * may be. The compiler drops a misplaced element silently, so the e-mail would miss a part. null: the text may be compiled.
 */
export function findMjmlIssue(text: string): MjmlIssue | null {
  if (text.length > longest) return { problem: 'MJML_TOO_LONG', offset: longest };
  const open: { element: string; offset: number }[] = [];
  for (const { name: element, start: offset, isClosing, isSelfClosing } of tagsIn(text, 'skip')) {
    if (voids.test(element)) continue;
    if (element === 'mj-include') return { problem: 'MJML_INCLUDE', offset, element };
    if (isClosing) {
      const closed = open.pop();
      if (closed?.element === element) continue;
      return { problem: 'MJML_INVALID', ...(closed ?? { offset, element }) };
    }
    const parents = open.map(({ element }) => element);
    if (!mayStand(element, parents)) return misplaced(element, parents.at(-1) ?? '', offset);
    if (isSelfClosing) continue;
    if (open.push({ element, offset }) > deepest) return { problem: 'MJML_TOO_DEEP', offset, element };
  }
  const left = open.at(-1);
  return left ? { problem: 'MJML_INVALID', ...left } : null;
}

/** An unknown element is a typing error; a known one is misplaced. */
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
  // Inside a content element only HTML is allowed, and mj-raw, which fragments may contain.
  return element === 'mj-raw' || !known.has(element);
}
