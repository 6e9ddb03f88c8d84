import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/html';
import { findMetatags, isMjml } from '@retoma/flow';
import { decodeText, toRichText } from './rich-text.ts';

/** A part of a text, in UTF-16 units. */
export type Range = { readonly from: number; readonly to: number };

/** What the owner sees of a block: `data` is a metatag that becomes a picture or a table, `code` can be changed as code only. */
export const emailBlockKinds = ['text', 'button', 'image', 'divider', 'spacer', 'data', 'code'] as const;

/** A kind of block. */
export type EmailBlockKind = (typeof emailBlockKinds)[number];

/** An attribute, with its place in the text. */
export type Attribute = Range & { readonly value: string };

/** The section or hero that contains a block. `parent`: the offset of the element around it. */
export type EmailSection = Range & { readonly parent: number };

/** A piece of an e-mail that can be moved and removed, with its place in the text. */
export type EmailBlock = Range & {
  readonly kind: EmailBlockKind;
  /** By lower-case name. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The values that the head of the e-mail gives to attributes which the block lacks. */
  readonly inherited: ReadonlyMap<string, string>;
  /** Where a new attribute is written; undefined for a bare metatag. */
  readonly attributesAt: number | undefined;
  /** The text that the block shows, as rich text; of `data` its metatag. */
  readonly text: string;
  /** The place of `text`, without the spaces around it. */
  readonly content: Range;
  readonly section: EmailSection;
  /** Whether its section contains no other block. */
  readonly isAlone: boolean;
};

const tolerant = parser.configure({ dialect: 'selfClosing' });

const kinds: Readonly<Record<string, EmailBlockKind>> = {
  'mj-text': 'text',
  'mj-button': 'button',
  'mj-image': 'image',
  'mj-divider': 'divider',
  'mj-spacer': 'spacer',
  'mj-raw': 'data',
};

type ParsedBlock = Omit<EmailBlock, 'isAlone'>;

/** The blocks of an e-mail in MJML, in order; of any other text, none. A text with errors gives the blocks that are found. */
export function parseEmail(text: string): EmailBlock[] {
  if (!isMjml(text)) return [];
  const found: ParsedBlock[] = [];
  const defaults: Defaults = new Map();
  tolerant.parse(text).iterate({
    enter({ name, node }) {
      if (name !== 'Element') return true;
      const element = elementName(text, node);
      if (element === 'mj-attributes') {
        for (const child of childrenOf(node)) addDefaults(defaults, text, child);
        return false;
      }
      if (element !== 'mj-column' && element !== 'mj-hero') return true;
      const section = sectionOf(text, node);
      for (const child of childrenOf(node)) {
        if (child.name === 'Element') found.push(blockOf(text, child, section, defaults));
        else if (child.name === 'Text') found.push(...metatagBlocks(text, child, section));
      }
      return false;
    },
  });
  return found.map((block) => ({
    ...block,
    isAlone: found.filter(({ section }) => section.from === block.section.from).length === 1,
  }));
}

/** Attributes by element, as the head of the e-mail sets them for all elements of a name. */
type Defaults = Map<string, Map<string, string>>;

function addDefaults(defaults: Defaults, text: string, node: SyntaxNode): void {
  if (node.name !== 'Element') return;
  const entries = [...attributesOf(text, node.firstChild!)].map(([name, { value }]) => [name, value] as const);
  defaults.set(elementName(text, node), new Map(entries));
}

function blockOf(text: string, node: SyntaxNode, section: EmailSection, defaults: Defaults): ParsedBlock {
  const { from, to } = node;
  const open = node.firstChild!;
  const content = trimmed(text, open.name === 'OpenTag' ? contentOf(node) : { from: to, to });
  const source = text.slice(content.from, content.to);
  const element = elementName(text, node);
  const kind = kinds[element] ?? 'code';
  const rich = toRichText(source);
  const isEditable =
    kind === 'data' ? isMetatag(source) : kind === 'text' || kind === 'button' ? isRich(open, rich) : true;
  return {
    from,
    to,
    kind: isEditable ? kind : 'code',
    attributes: attributesOf(text, open),
    inherited: new Map([...(defaults.get('mj-all') ?? []), ...(defaults.get(element) ?? [])]),
    attributesAt: open.getChild('TagName')?.to,
    text: isEditable ? (rich ?? '') : '',
    content,
    section,
  };
}

const isRich = (open: SyntaxNode, rich: string | undefined): boolean => open.name === 'OpenTag' && rich !== undefined;

/** Metatags that stand between the elements of a column, each a block. */
function metatagBlocks(text: string, { from, to }: SyntaxNode, section: EmailSection): ParsedBlock[] {
  return findMetatags(text.slice(from, to)).map(({ start, end }) => {
    const range = { from: from + start, to: from + end };
    const source = text.slice(range.from, range.to);
    return {
      ...range,
      kind: 'data',
      attributes: new Map(),
      inherited: new Map(),
      attributesAt: undefined,
      text: source,
      content: range,
      section,
    };
  });
}

function isMetatag(text: string): boolean {
  const [tag, ...others] = findMetatags(text);
  return tag !== undefined && others.length === 0 && tag.start === 0 && tag.end === text.length;
}

function attributesOf(text: string, open: SyntaxNode): Map<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  for (const node of open.getChildren('Attribute')) {
    const name = node.getChild('AttributeName');
    const value = node.getChild('AttributeValue') ?? node.getChild('UnquotedAttributeValue');
    if (!name) continue;
    const source = value ? text.slice(value.from, value.to).replace(/^(["'])([\s\S]*)\1$/, '$2') : '';
    attributes.set(text.slice(name.from, name.to).toLowerCase(), {
      from: node.from,
      to: node.to,
      value: decodeText(source),
    });
  }
  return attributes;
}

function sectionOf(text: string, column: SyntaxNode): EmailSection {
  let node = column;
  while (node.parent?.name === 'Element' && !isSection(elementName(text, node))) node = node.parent;
  return { from: node.from, to: node.to, parent: node.parent?.from ?? 0 };
}

const isSection = (element: string): boolean => element === 'mj-section' || element === 'mj-hero';

function elementName(text: string, node: SyntaxNode): string {
  const name = node.firstChild?.getChild('TagName');
  return name ? text.slice(name.from, name.to).toLowerCase() : '';
}

function* childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}

/** The part between the tags of an element. */
const contentOf = ({ firstChild, lastChild, to }: SyntaxNode): Range => ({
  from: firstChild!.to,
  to: lastChild!.name === 'CloseTag' ? lastChild!.from : to,
});

function trimmed(text: string, { from, to }: Range): Range {
  const source = text.slice(from, to);
  const start = from + source.length - source.trimStart().length;
  return { from: Math.min(start, to), to: Math.max(Math.min(start, to), from + source.trimEnd().length) };
}
