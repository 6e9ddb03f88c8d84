import { barcodePath } from '../barcode.ts';
import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { BoletoView, CheckoutView } from '../view.ts';
import { dateText } from '../when.ts';
import { lineGroups } from './boleto.ts';
import { documentText, page, type Rendered } from './page.ts';

/** The printable boleto: number, barcode, payer, receiver, amount and due date. */
export function renderBoletoSlip(view: CheckoutView, boleto: BoletoView, payer: string, locale: Locale): Rendered {
  const { boleto: text, pix, order } = texts[locale];
  const { store, checkoutId, now, timeZone } = view;
  const bars = boleto.barcode === null ? null : barcodePath(boleto.barcode);
  const seller = [store.legalName ?? store.name, store.document && documentText(locale, store.document)];
  const content = html`<main class="slip">
    <h1>${text.printTitle}${boleto.orderNumber !== null && ` · ${order(boleto.orderNumber)}`}</h1>
    <p class="lead">${text.printHint}</p>
    <dl>
      <dt>${pix.receiver}</dt>
      <dd>${seller.filter(Boolean).join(' · ')}</dd>
      <dt>${text.payer}</dt>
      <dd>${payer}</dd>
      ${
        boleto.dueAt !== null &&
        html`<dt>${text.dueDate}</dt>
          <dd>${dateText(boleto.dueAt, { locale, timeZone, now })}</dd>`
      }
      <dt>${pix.amount}</dt>
      <dd class="money">${price(boleto.amount, locale)}</dd>
    </dl>
    <p class="line">${lineGroups(boleto.line)}</p>
    ${
      bars &&
      html`<svg
        class="bars"
        viewBox="0 0 ${bars.width} 1"
        preserveAspectRatio="none"
        role="img"
        aria-label="${text.barcode}"
        shape-rendering="crispEdges"
      >
        <path d="${bars.path}" />
      </svg>`
    }
    <button class="button" type="button" data-print hidden>${text.printNow}</button>
    <p class="code"><a href="/pay/${checkoutId}">${text.toPage}</a></p>
  </main>`;
  return page({
    locale,
    title: `${text.printTitle} · ${store.name}`,
    store,
    content,
    sheets: ['waiting'],
    script: true,
  });
}
