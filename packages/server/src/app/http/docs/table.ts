import { html, type Html, type HtmlValue } from '@retoma/pay/html';

/** A table that scrolls sideways where it is wider than the page. */
export const wideTable = (heads: readonly HtmlValue[], rows: readonly (readonly HtmlValue[])[]): Html =>
  html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

/** A table of codes below a heading with the anchor `id`. `rows`: the cells of each row; the first cell is the code. */
export const codeTable = (
  id: string,
  title: string,
  heads: readonly string[],
  rows: readonly (readonly [code: string, ...more: string[]])[],
): Html =>
  html`<h2 id="${id}">${title}</h2>
    ${wideTable(
      heads,
      rows.map(([code, ...more]) => [html`<code>${code}</code>`, ...more]),
    )}`;
