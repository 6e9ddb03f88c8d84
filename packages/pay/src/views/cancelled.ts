import { html } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { CancelledView } from '../view.ts';
import { icons } from './icons.ts';
import { backButton, contactList, type StateContext, type StatePart } from './page.ts';

/** The state of a cancelled or refunded order. The page still waits for updates: money may come late (COM7). */
export function cancelled({ orderNumber, refunded }: CancelledView, { view, locale }: StateContext): StatePart {
  const { cancelled: text, order } = texts[locale];
  const title = refunded > 0 ? text.refundedTitle : text.title;
  const lead = refunded > 0 ? text.refunded(price(refunded, locale)) : `${text.lead} ${text.paidAlready}`;
  return {
    title,
    waits: true,
    content: html`<div class="seal">${icons.cross}</div>
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${backButton(locale, view.store, view.backUrl)} ${contactList(locale, view.store)}
      ${orderNumber !== null && html`<p class="code">${order(orderNumber)}</p>`}`,
  };
}
