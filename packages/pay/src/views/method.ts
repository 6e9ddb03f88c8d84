import { paymentRefusals, type PaymentMethod } from '@retoma/commerce';
import { html, type Html, type HtmlValue } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { MethodView } from '../view.ts';
import { cardFields } from './card.ts';
import { icons } from './icons.ts';
import { contactRow, linkRows, type StateContext, type StatePart } from './page.ts';

/** The second step: the payment method. The button names the payment that follows. */
export function method(state: MethodView, more: StateContext): StatePart {
  const { view, locale } = more;
  const { method: text, details } = texts[locale];
  const { methods, refused, card } = state;
  const isFree = view.total === 0;
  const title = isFree ? text.freeTitle : methods.length === 1 ? text.only(text.names[methods[0]!]) : text.title;
  return {
    title: refused ? `${details.errorTitle}${title}` : title,
    content: html`<h1>${title}</h1>
      ${isFree && html`<p class="lead">${text.freeLead}</p>`} ${refused && refusal(state, more)}
      ${buyerDetails(state, more)}
      <form method="post" action="/pay/${view.checkoutId}/pay" data-method>
        ${isFree ? html`<input type="hidden" name="method" value="free" />` : choice(state, more)}
        ${card && !isFree && html`<div class="with-card">${cardFields(card, more)}</div>`} ${buttons(state, more)}
        <p class="safe">${icons.lock}<span>${text.safe}</span></p>
      </form>
      ${linkRows([contactRow(locale, view.store)])}`,
  };
}

function choice({ methods, chosen, installments }: MethodView, { view, locale }: StateContext): Html {
  const { method: text } = texts[locale];
  if (methods.length === 1) return html`<input type="hidden" name="method" value="${methods[0]}" />`;
  const benefit = (method: PaymentMethod): string =>
    method === 'card' && installments ? text.upTo(installments) : text.benefits[method];
  const option = (method: PaymentMethod): Html =>
    html`<label class="choice">
      <input type="radio" name="method" value="${method}" ${method === chosen && html`checked`} />
      <span><b>${text.names[method]}</b><small>${benefit(method)}</small></span>
      ${icons[method]}
    </label>`;
  return html`<fieldset class="choices" data-card-page="/pay/${view.checkoutId}?method=card">
    <legend class="hidden">${text.title}</legend>
    ${methods.map(option)}
  </fieldset>`;
}

/**
 * The button that pays. The browser checks the fields of a test card (COM25), so that form has a button for each method, and only the one
 * for the card checks them; the style sheet shows the one of the chosen method.
 */
function buttons(state: MethodView, more: StateContext): Html {
  const { method: text } = texts[more.locale];
  const { methods, card } = state;
  const button = (label: HtmlValue, isUnchecked = false): Html =>
    html`<button class="button" data-working="${text.working}" ${isUnchecked && html`formnovalidate`}>
      ${label}
    </button>`;
  const total = price(more.view.total, more.locale);
  if (card?.kind !== 'test-numbers' || methods.length === 1) return button(buttonText(state, more));
  const others = methods.filter((method) => method !== 'card');
  // The first button is pressed by the Enter key, so it is the one that checks.
  return html`<span class="with-card">${button(text.buttons.card(total))}</span>
    ${others.map((method) => html`<span class="say-${method}">${button(text.buttons[method](total), true)}</span>`)}`;
}

/** With several methods the style sheet shows the text of the chosen one; a browser without `:has` shows a general text. */
function buttonText({ methods, card }: MethodView, { view, locale }: StateContext): Html {
  const { buttons, freeButton } = texts[locale].method;
  const total = price(view.total, locale);
  if (view.total === 0) return html`${freeButton}`;
  const say = (method: PaymentMethod): string =>
    method === 'card' && card === null ? buttons.toCard : buttons[method](total);
  if (methods.length === 1) return html`${say(methods[0]!)}`;
  return html`<span class="say">${buttons.any(total)}</span>${methods.map(
      (method) => html`<span class="say-${method}">${say(method)}</span>`,
    )}`;
}

/** Why the previous attempt failed, and what to do. */
function refusal({ refused }: MethodView, { locale }: StateContext): Html {
  const { method: text } = texts[locale];
  return html`<div class="problem" role="alert" tabindex="-1" autofocus id="problem">
    <h2>${refused!.method === 'card' ? text.refusedCard : text.refusedOther}</h2>
    <p>${paymentRefusals[refused!.reason][locale]}</p>
  </div>`;
}

/** Buyer and address, for review before paying. */
function buyerDetails({ person, editable }: MethodView, { view, locale }: StateContext): Html | undefined {
  const { method: text } = texts[locale];
  const { name, email, address } = person;
  const buyer = [name, email].filter(Boolean).join(', ');
  if (buyer === '' && address === null) return undefined;
  const change =
    editable &&
    html`<dd>
      <a href="/pay/${view.checkoutId}?edit">${text.change}<span class="hidden"> ${text.changeWhat}</span></a>
    </dd>`;
  return html`<dl class="buyer">
    ${
      buyer !== '' &&
      html`<div>
        <dt>${text.to}</dt>
        <dd>${buyer}</dd>
        ${change}
      </div>`
    }
    ${
      address !== null &&
      html`<div>
        <dt>${text.deliverTo}</dt>
        <dd>${address}</dd>
        ${buyer === '' && change}
      </div>`
    }
  </dl>`;
}
