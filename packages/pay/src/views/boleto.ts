import { html, type Html } from '../html.ts';
import { webAddress } from '../links.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { BoletoView } from '../view.ts';
import { dayText } from '../when.ts';
import { copyButton, steps } from './copy-box.ts';
import { icons } from './icons.ts';
import { contactRow, linkRows, type StateContext, type StatePart } from './page.ts';

/** The state of an unpaid boleto: its number in readable groups, copied without spaces; the printable boleto; PIX as the faster method. */
export function boleto(state: BoletoView, { view, locale, at }: StateContext): StatePart {
  const { boleto: text, otherWay } = texts[locale];
  const { amount, line, dueAt, pix, otherMethods } = state;
  const money = price(amount, locale);
  const address = `/pay/${view.checkoutId}`;
  const pdf = webAddress(state.pdf ?? undefined);
  return {
    title: text.documentTitle(money),
    waits: true,
    sheets: ['waiting'],
    content: html`<h1>${text.title(money)}</h1>
      <p class="status">
        ${icons.clock}<span>${dueAt !== null && html`${text.due}<b>${dayText(dueAt, at)}</b>. `}${text.lead}</span>
      </p>
      <div class="waiting copy">
        ${copyButton('boleto-line', line, {
          label: text.copy,
          done: text.copied,
          doneStatus: text.copiedStatus,
          hold: text.hold,
        })}
        <p class="line" id="boleto-line" translate="no" aria-label="${text.line}">${lineGroups(line)}</p>
      </div>
      ${steps('', [text.steps.copy, text.steps.app, text.steps.pay])}
      ${linkRows([
        pix && { icon: icons.pix, text: text.faster, address: `${address}?method=pix` },
        pdf !== undefined && { icon: icons.paper, text: text.pdf, address: pdf },
        state.barcode !== null && { icon: icons.boleto, text: text.print, address: `${address}/boleto` },
        otherMethods && !pix && { icon: icons.card, text: otherWay, address: `${address}?choose` },
        contactRow(locale, view.store),
      ])}`,
  };
}

/** The 47 digits in the printed groups of a boleto: `34191.79001 01043.510047 … 5 97850000018980`. */
export function lineGroups(line: string): Html {
  const groups = /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/.exec(line)?.slice(1);
  if (!groups) return html`<span>${line}</span>`;
  const [a, b, c, d, e, f, digit, rest] = groups;
  return html`${[`${a}.${b}`, `${c}.${d}`, `${e}.${f}`, digit, rest].map((group) => html`<span>${group}</span> `)}`;
}
