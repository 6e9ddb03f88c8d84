import { html, type Html } from '../html.ts';
import { webAddress } from '../links.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { PaidView } from '../view.ts';
import { clockTime, isToday, dateLabel } from '../when.ts';
import { icons } from './icons.ts';
import { backButton, contactList, contactRow, linkRows, type StateContext, type StatePart } from './page.ts';

/** The state of a paid order. A button continues to the store; the script follows it if the payment arrived while the page was open. */
export function paid(state: PaidView, { view, locale, at }: StateContext): StatePart {
  const { paid: text, order, details } = texts[locale];
  const { days } = details;
  const { amount, method, orderNumber, late, delivery } = state;
  const money = html`<b class="money">${price(amount, locale)}</b>`;
  const when =
    state.at === null
      ? ''
      : isToday(state.at, at)
        ? text.at(clockTime(state.at, at))
        : text.on(dateLabel(state.at, at), clockTime(state.at, at));
  const sentence = html`${text.received[0]}${money}${method && text.by[method]}${when}.`;
  const title = late ? text.lateTitle : method === 'free' ? text.freeTitle : text.title;
  return {
    title: text.documentTitle,
    content: html`<div class="seal good">${icons.check}</div>
      <h1>${title}</h1>
      <p class="lead">${method !== 'free' && sentence} ${late && text.lateText}</p>
      <div class="box">
        <div>
          ${orderNumber !== null && html`<b>${order(orderNumber)}</b>`}
          <dl>
            ${
              delivery !== null &&
              html`<dt>${text.delivery}</dt>
                <dd>${[delivery.name, days(delivery.days.min, delivery.days.max)].filter(Boolean).join(', ')}</dd>`
            }
            <dt>${text.soldBy}</dt>
            <dd>${view.store.name}</dd>
          </dl>
        </div>
      </div>
      ${nextLink({ view, locale, at })}
      ${late ? contactList(locale, view.store) : linkRows([contactRow(locale, view.store)])}`,
  };
}

/** The button to the request's successUrl, else back to the store. The script follows only a successUrl. */
function nextLink({ view, locale }: StateContext): Html | undefined {
  const { paid: text } = texts[locale];
  const success = webAddress(view.successUrl);
  if (success === undefined) return backButton(locale, view.store, view.backUrl);
  return html`<a class="button" href="${success}" id="way-on" data-leaving="${text.leaving(8)}">${text.next}</a>
    <p class="leave" id="leaving" hidden>
      <span>${text.leaving(8)}</span> <button class="plain" type="button" id="stay">${text.stay}</button>
    </p>`;
}
