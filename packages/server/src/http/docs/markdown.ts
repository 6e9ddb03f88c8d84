import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { html, trusted, type Html } from '@retoma/pay/html';

/** A heading of a page, with the anchor that leads to it. `depth`: 1 is the page's own title. */
export type Heading = { readonly depth: number; readonly text: string; readonly anchor: string };

/** A document drawn: what is in the page below its navigation. */
export type Drawn = { readonly title: string; readonly body: Html; readonly headings: readonly Heading[] };

/** `Who sets the price?` → `who-sets-the-price`, as GitHub makes anchors of headings. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Where a link of a document leads on the site; null: it leads nowhere there, and is drawn as plain text. */
export type LinkOf = (target: string) => string | null;

/** Draws Markdown of ours. HTML in it is shown as text, so that nothing in a document can become more than a document. */
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
    // A comment is for authors of the document.
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
        html`<div class="wide" tabindex="0">
          <table>
            <thead>
              <tr>
                ${header.map((one) => html`<th scope="col">${cell(one)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (row) =>
                  html`<tr>
                    ${row.map((one) => html`<td>${cell(one)}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
      );
    },
  };
}

/** The words of inline tokens, without their marks. */
const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? String(token.text) : token.raw,
    )
    .join('');
