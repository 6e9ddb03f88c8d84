import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { html, trusted, type Html } from '@retoma/pay/html';
import { wideTable } from './table.ts';

/** A heading of a page and its anchor. `depth` 1: the page's title. */
export type Heading = { readonly depth: number; readonly text: string; readonly anchor: string };

/** A rendered document: what the page shows beside its navigation. */
export type Drawn = { readonly title: string; readonly body: Html; readonly headings: readonly Heading[] };

/** The anchor of a heading, as GitHub makes it: `Who sets the price?` → `who-sets-the-price`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The target on the site of a document's link; null: the site has none, and the link is rendered as plain text. */
export type LinkOf = (target: string) => string | null;

/** Renders a Markdown document of ours. HTML in it is escaped and shown as text, so that a document cannot add scripts. */
export function drawMarkdown(text: string, linkOf: LinkOf): Drawn {
  const marked = new Marked({ renderer: rendererOf(linkOf) });
  const tokens = marked.lexer(text);
  const headings = tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ depth, tokens: inside }) => {
      const label = plainText(inside);
      return { depth, text: label, anchor: anchorOf(label) };
    });
  const title = headings.find(({ depth }) => depth === 1)?.text ?? '';
  return { title, body: trusted(marked.parser(tokens)), headings };
}

function rendererOf(linkOf: LinkOf): RendererObject {
  return {
    // HTML comments are for authors of the document and are left out.
    html: ({ text }) => (/^\s*<!--[^]*-->\s*$/.test(text) ? '' : String(html`${text}`)),
    heading({ tokens, depth }) {
      const inside = trusted(this.parser.parseInline(tokens));
      return String(
        html`${trusted(`<h${depth}`)} id="${anchorOf(plainText(tokens))}">${inside}${trusted(`</h${depth}>`)}`,
      );
    },
    link({ href, tokens }) {
      const inside = trusted(this.parser.parseInline(tokens));
      const target = linkOf(href);
      return String(target === null ? inside : html`<a href="${target}">${inside}</a>`);
    },
    image: ({ href, text }) => String(html`<img src="${linkOf(href) ?? ''}" alt="${text}" loading="lazy" />`),
    code: ({ text }) => String(html`<pre tabindex="0"><code>${text}</code></pre>`),
    table({ header, rows }) {
      const cell = ({ tokens }: Tokens.TableCell): Html => trusted(this.parser.parseInline(tokens));
      return String(
        wideTable(
          header.map(cell),
          rows.map((row) => row.map(cell)),
        ),
      );
    },
  };
}

/** The text of inline tokens, without Markdown syntax. */
const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? String(token.text) : token.raw,
    )
    .join('');
