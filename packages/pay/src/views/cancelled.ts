import { html } from '../html.ts';
import { texts } from '../texts/texts.ts';
import type { StateView } from '../view.ts';
import { icons } from './icons.ts';
import { backButton, contactList, type StateContext, type StatePart } from './page.ts';

/** The state of a cancelled or refunded order. The page still waits for updates: money may come late (COM7). */
export function cancelled(
  { orderNumber }: Extract<StateView, { kind: 'cancelled' }>,
  { view, locale }: StateContext,
): StatePart {
  const { cancelled: text, order } = texts[locale];
  return {
    title: text.title,
    waits: true,
    content: html`<div class="seal">${icons.cross}</div>
      <h1>${text.title}</h1>
      <p class="lead">${text.lead} ${text.paidAlready}</p>
      ${backButton(locale, view.store, view.backUrl)} ${contactList(locale, view.store)}
      ${orderNumber !== null && html`<p class="code">${order(orderNumber)}</p>`}`,
  };
}
