import { html, type Html } from '../html.ts';
import { texts } from '../texts/texts.ts';
import type { DetailContext } from './address.ts';

/**
 * COM36: one box for each purpose, off until the shopper ticks it. The form names the purposes that it showed, since a browser sends no box
 * that is not ticked.
 */
export function consentBoxes({ state: { consents }, locale }: DetailContext, storeName: string): Html {
  const text = texts[locale].consents;
  return html`<div class="consents">
    ${consents.map(
      ({ purpose, granted }) =>
        html`<label class="check"
          ><input type="checkbox" name="${purpose}" ${granted && html`checked`} />${text[purpose](storeName)}</label
        >`,
    )}
    <input type="hidden" name="consents" value="${consents.map(({ purpose }) => purpose).join(' ')}" />
  </div>`;
}
