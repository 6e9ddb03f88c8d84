import { html, type Html } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { PixView } from '../view.ts';
import { whenText } from '../when.ts';
import { copyButton, steps } from './copy-box.ts';
import { icons } from './icons.ts';
import { contactRow, documentText, linkRows, type StateContext, type StatePart } from './page.ts';

/**
 * The state of an unpaid PIX code: the copy button comes first on a phone, the QR symbol on a wide screen. The symbol is in the page once;
 * the style sheet positions it.
 */
export function pix(state: PixView, more: StateContext): StatePart {
  const { view, locale } = more;
  const { pix: text, otherWay } = texts[locale];
  const { amount, code, expiresAt, byHand, otherMethods } = state;
  const money = price(amount, locale);
  const { phoneSteps, wideSteps } = text;
  return {
    title: text.documentTitle(money),
    waits: true,
    expiresAt,
    sheets: ['waiting'],
    content: html`<h1>${text.title(money)}</h1>
      <p class="status" role="status">
        <span class="dot"></span><span>${byHand ? text.waitingByHand : text.waiting}</span>
      </p>
      <div class="pix waiting">
        <div class="copy">
          <p class="or">${text.orPaste}</p>
          ${copyButton('pix-code', code, {
            label: html`${text.copyShort}<span class="phone"> ${text.copyRest}</span>`,
            done: text.copied,
            doneStatus: text.copiedStatus,
            hold: text.hold,
          })}
          <input id="pix-code" class="code-field" readonly value="${code}" aria-label="${text.codeLabel}" />
        </div>
        ${steps('phone', [phoneSteps.copy, phoneSteps.app, phoneSteps.pay])}
        ${steps('wide', [wideSteps.app, wideSteps.scan, wideSteps.pay])} ${validity(state, more)}
        ${receiverBox(state, more)} ${symbol(state, more)}
      </div>
      ${linkRows([
        otherMethods && { icon: icons.card, text: otherWay, address: `/pay/${view.checkoutId}?choose` },
        contactRow(locale, view.store),
      ])}`,
  };
}

/** The code's validity: the instant, then the remaining time, which screen readers announce only near the end. */
function validity({ expiresAt }: PixView, { view, locale, at }: StateContext): Html | undefined {
  if (expiresAt === null) return undefined;
  const { pix: text } = texts[locale];
  const minutes = Math.ceil((expiresAt - view.now) / 60_000);
  return html`<div class="box">
    ${icons.clock}
    <p>
      ${text.goodUntil[0]}<b>${whenText(expiresAt, at)}</b
      ><span
        class="muted money"
        id="left"
        data-one=" ${text.left(1)}"
        data-many=" ${text.left(88)}"
        data-second=" ${text.leftSeconds(1)}"
        data-seconds=" ${text.leftSeconds(88)}"
        >${minutes <= 90 && ` ${text.left(Math.max(1, minutes))}`}</span
      >${text.goodUntil[1]}<br />${text.again}
      <span class="hidden" role="status" id="five-left" data-text="${text.fiveLeft}"></span>
    </p>
  </div>`;
}

/** The receiver and amount that the bank will show: a simple guard against a swapped code. */
function receiverBox({ receiver, amount }: PixView, { locale }: StateContext): Html | undefined {
  if (receiver === null) return undefined;
  const { pix: text } = texts[locale];
  const [kind, ...number] = receiver.document ? documentText(locale, receiver.document).split(' ') : [];
  return html`<div class="box warm">
    ${icons.eye}
    <div>
      <b>${text.check}</b>
      <dl>
        <dt>${text.receiver}</dt>
        <dd>${receiver.name}</dd>
        ${
          kind !== undefined &&
          html`<dt>${kind}</dt>
            <dd class="money">${number.join(' ')}</dd>`
        }
        <dt>${text.amount}</dt>
        <dd class="money">${price(amount, locale)}</dd>
      </dl>
    </div>
  </div>`;
}

function symbol({ qr, orderNumber }: PixView, { locale }: StateContext): Html {
  const { pix: text } = texts[locale];
  const side = qr.size + 8;
  return html`<details class="fold">
      <summary>${icons.pix}${text.withQr}${icons.chevron}</summary>
    </details>
    <div class="qr">
      <svg
        viewBox="-4 -4 ${side} ${side}"
        width="240"
        height="240"
        role="img"
        aria-label="${text.qr(orderNumber)}"
        shape-rendering="crispEdges"
      >
        <path d="${qr.path}" />
      </svg>
      <p>${text.point}</p>
    </div>`;
}
