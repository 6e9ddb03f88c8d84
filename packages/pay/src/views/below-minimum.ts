import { html } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { BelowMinimumView } from '../view.ts';
import { icons } from './icons.ts';
import { backButton, contactList, type StateContext, type StatePart } from './page.ts';

/** COM27: the state of goods that cost less than the store's minimum order. */
export function belowMinimum({ minimum, missing }: BelowMinimumView, { view, locale }: StateContext): StatePart {
  const { payment, belowMinimum: text } = texts[locale];
  return {
    title: payment,
    content: html`<h1>${text.title(price(minimum, locale))}</h1>
      <div class="box amber">
        ${icons.alert}
        <p><b>${text.missing(price(missing, locale))}</b> ${text.next}</p>
      </div>
      ${backButton(locale, view.store, view.backUrl)} ${contactList(locale, view.store)}`,
  };
}
