import { html, type Html } from '@retoma/pay/html';

/** A table of codes below a heading with the anchor `id`. `rows`: the cells of each row; the first cell is the code. */
export const codeTable = (
  id: string,
  title: string,
  heads: readonly string[],
  rows: readonly (readonly [code: string, ...more: string[]])[],
): Html =>
  html`<h2 id="${id}">${title}</h2>
    <div class="wide" tabindex="0">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([code, ...more]) =>
              html`<tr>
                <td><code>${code}</code></td>
                ${more.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
