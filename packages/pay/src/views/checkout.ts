import { formatMoney } from '@retoma/commerce/money';
import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts.ts';
import type { CheckoutView } from '../view.ts';
import { icons } from './icons.ts';
import { backButton, contactList, page } from './page.ts';
import { summary } from './summary.ts';

/** The page of an open checkout: what is bought, what it comes to, and that the store takes no payment here yet. */
export function renderCheckout(view: CheckoutView, locale: Locale): string {
  const text = texts[locale];
  const { store, total, backUrl } = view;
  const content = html`<div class="page">
    ${summary(locale, view)}
    <main>
      <h1>${text.order(formatMoney(total, locale))}</h1>
      <div class="notice">
        ${icons.alert}
        <p><b>${text.noMethod}</b> ${text.noMethodNext}</p>
      </div>
      ${backButton(locale, store, backUrl)} ${contactList(locale, store)}
    </main>
  </div>`;
  return page(locale, `${text.payment} · ${store.name}`, store, content);
}
