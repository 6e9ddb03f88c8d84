// The compiler reads MJML more strictly than people write it, and reads the HTML inside of it too. Its input is rewritten: the elements
// of MJML with a mark in place of each content, which the compiler passes on unread, as MJML's own compiler does.
import { attributesOf, nameOf, tagsIn, type HtmlTag } from '../../html/tags.ts';
import { fillMarks } from '../../metatags/render/slots.ts';
import { isStructure, showsText, voids } from './find-mjml-issue.ts';

/** An MJML text for the compiler. `contents`: the HTML of its marks. */
export type StrictMjml = { readonly text: string; readonly contents: readonly string[] };

// Only letters and digits, as in a slot.
const word = 'retomaContent';
const mark = /retomaContent(\d{1,5})z/g;

/** Rewrites a text in which `findMjmlIssue` finds nothing. What surrounds the root element is left out: a declaration, a doctype. */
export function toStrictMjml(source: string): StrictMjml {
  const text = source.replaceAll(word, '').replace(/\r\n?/g, '\n');
  const contents: string[] = [];
  const open: string[] = [];
  let strict = '';
  let end = 0;
  let content: { readonly element: string; depth: number } | undefined;
  for (const tag of tagsIn(text, 'skip')) {
    const { name, start, isClosing, isSelfClosing } = tag;
    if (content) {
      if (name === content.element && !isSelfClosing) content.depth += isClosing ? -1 : 1;
      if (content.depth > 0) continue;
      const html = withoutComments(text.slice(end, start)).replace(/<!\[CDATA\[|\]\]>/g, '');
      if (html.trim() !== '') strict += `${word}${contents.push(html) - 1}z`;
      content = undefined;
    } else if (showsText(open.at(-1) ?? '')) strict += textOf(text.slice(end, start));
    end = tag.end;
    if (voids.test(name)) {
      if (!isClosing) strict += openTag(text, { ...tag, isSelfClosing: true });
      continue;
    }
    if (isClosing) {
      strict += `</${name}>`;
      open.pop();
      if (open.length === 0) break;
      continue;
    }
    strict += openTag(text, tag);
    if (isSelfClosing) continue;
    open.push(name);
    if (!isStructure(name) && !open.includes('mj-attributes')) content = { element: name, depth: 1 };
  }
  return { text: strict, contents };
}

/** The compiled HTML with its contents; null: it is longer than an e-mail may be. */
export const withContents = (html: string, { contents }: StrictMjml): string | null => fillMarks(html, mark, contents);

/** A start tag with each attribute once, in lower case and in double quotes. */
function openTag(text: string, tag: HtmlTag): string {
  const attributes = new Map<string, string>();
  for (const attribute of attributesOf(text, tag)) {
    const name = nameOf(text, attribute);
    if (!attributes.has(name) && /^[a-z][\w:.-]*$/.test(name))
      attributes.set(name, quotable(text.slice(attribute.from, attribute.to)));
  }
  // A class without a name, which applies to nothing, stops the compiler.
  if (tag.name === 'mj-class' && !attributes.has('name')) attributes.set('name', '');
  const list = [...attributes].map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag.name}${list.join('')}${tag.isSelfClosing ? ' /' : ''}>`;
}

/** A value for double quotes. The compiler writes some characters as Rust does, such as `\n` and `\u{301}`: they become references. */
const quotable = (value: string): string =>
  value.replace(/\s/g, ' ').replace(/["<\\\p{M}\p{C}]/gu, (character) => `&#${character.codePointAt(0)};`);

/** The text between elements: nothing where there are only comments and white space. */
function textOf(text: string): string {
  const visible = withoutComments(text).replace(/<[!?][^<>]*>/g, '');
  return visible.trim() === '' ? '' : visible.replaceAll('<', '&lt;');
}

/** Leaves out comments, but not those that Outlook reads. One without an end hides the rest, as in a browser. */
function withoutComments(text: string): string {
  let result = '';
  let end = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', end)) {
    const close = text.indexOf('-->', at + 4);
    const after = close < 0 ? text.length : close + 3;
    const isConditional = /^<!--(?:\[if|<!\[)/.test(text.slice(at, at + 7));
    result += text.slice(end, isConditional ? after : at);
    end = after;
  }
  return result + text.slice(end);
}
