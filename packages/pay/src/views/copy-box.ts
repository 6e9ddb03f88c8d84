import { html, type Html } from '../html.ts';
import { icons } from './icons.ts';

/** What the button says before and after, and where there is no script. */
export type CopyTexts = { label: string | Html; done: string; doneStatus: string; hold: string };

/**
 * The button that copies a code: the script shows it in place of the instructions for copying by hand, so that nothing
 * moves. `field` is the id of what holds the code and is selected where copying is refused.
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

/** Numbered steps; the second gains emphasis once the code is copied. */
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

/** Words, then emphasised ones, then the rest. */
export const emphasised = ([before, strong, after]: readonly string[]): Html => html`${before}<b>${strong}</b>${after}`;
