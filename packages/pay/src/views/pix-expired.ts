import { html } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { PixExpiredView } from '../view.ts';
import { clockTime, isToday, dateLabel } from '../when.ts';
import { icons } from './icons.ts';
import { contactRow, linkRows, type StateContext, type StatePart } from './page.ts';

/** The state of an expired PIX code, with a button for a new one. The page still waits for updates: money may come late. */
export function pixExpired({ amount, expiredAt, otherMethods }: PixExpiredView, more: StateContext): StatePart {
  const { view, locale, at } = more;
  const { pixExpired: text, otherWay } = texts[locale];
  const title = isToday(expiredAt, at) ? text.title(clockTime(expiredAt, at)) : text.titleDay(dateLabel(expiredAt, at));
  const address = `/pay/${view.checkoutId}`;
  return {
    title,
    waits: true,
    sheets: ['waiting'],
    content: html`<div class="seal">${icons.clock}</div>
      <h1>${title}</h1>
      <p class="lead">${text.lead}</p>
      <form method="post" action="${address}/pay">
        <input type="hidden" name="method" value="pix" />
        <button class="button" data-working="${texts[locale].method.working}">
          ${text.renew(price(amount, locale))}
        </button>
      </form>
      <div class="box">
        ${icons.alert}
        <p><b>${text.alreadyPaid}</b> ${text.alreadyPaidText}</p>
      </div>
      ${linkRows([
        otherMethods && { icon: icons.card, text: otherWay, address: `${address}?choose` },
        contactRow(locale, view.store),
      ])}`,
  };
}
