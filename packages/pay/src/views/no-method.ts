import { html } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import { icons } from './icons.ts';
import { backButton, contactList, type StateContext, type StatePart } from './page.ts';

/** The state of a store that has no payment method. */
export function noMethod(_state: unknown, { view, locale }: StateContext): StatePart {
  const { payment, noMethod: text } = texts[locale];
  return {
    title: payment,
    content: html`<h1>${text.title(price(view.total, locale))}</h1>
      <div class="box amber">
        ${icons.alert}
        <p><b>${text.text}</b> ${text.next}</p>
      </div>
      ${backButton(locale, view.store, view.backUrl)} ${contactList(locale, view.store)}`,
  };
}
