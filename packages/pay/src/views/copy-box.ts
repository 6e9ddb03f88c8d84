import { html, type Html } from '../html.ts';
import { icons } from './icons.ts';

/** The button's text before and after copying, the status for screen readers, and the instructions without a script. */
export type CopyTexts = { label: string | Html; done: string; doneStatus: string; hold: string };

/**
 * The button that copies a code. The script shows it in place of the instructions for copying by hand, so that the layout does not change.
 * `field` is the id of the element with the code, which is selected if copying is refused.
 */
export function copyButton(field: string, code: string, { label, done, doneStatus, hold }: CopyTexts): Html {
  return html`<div class="slot">
    <p data-no-script>${hold}</p>
    <button
      class="button"
      type="button"
      hidden
      data-copy="${code}"
      data-field="${field}"
      data-done="${done}"
      data-status="${doneStatus}"
      data-failed="${hold}"
    >
      ${icons.copy}<span>${label}</span>
    </button>
    <span class="hidden" role="status" data-copy-status></span>
  </div>`;
}

/** Numbered steps; the second one is emphasised once the code is copied. */
export function steps(kind: string, texts: readonly (string | readonly string[])[]): Html {
  return html`<ol class="steps ${kind}">
    ${texts.map(
      (text, index) =>
        html`<li>
          <span aria-hidden="true">${index + 1}</span><span>${typeof text === 'string' ? text : emphasised(text)}</span>
        </li>`,
    )}
  </ol>`;
}

/** Text, then emphasised text, then the rest. */
export const emphasised = ([before, strong, after]: readonly string[]): Html => html`${before}<b>${strong}</b>${after}`;
