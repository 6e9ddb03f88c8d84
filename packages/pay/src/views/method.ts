import { paymentRefusals, type PaymentMethod } from '@retoma/commerce';
import { html, type Html, type HtmlValue } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { MethodView } from '../view.ts';
import { cardFields } from './card.ts';
import { couponField } from './coupon.ts';
import { icons } from './icons.ts';
import { orderBump } from './order-bump.ts';
import { contactRow, linkRows, type StateContext, type StatePart } from './page.ts';
import { hasInterest } from './summary.ts';

/** The second step: the payment method. The button names the payment that follows. */
export function method(state: MethodView, more: StateContext): StatePart {
  const { view, locale } = more;
  const { method: text, details } = texts[locale];
  const { methods, refused, card } = state;
  const isFree = view.total === 0;
  const title = isFree ? text.freeTitle : methods.length === 1 ? text.only(text.names[methods[0]!]) : text.title;
  return {
    title: refused ? `${details.errorTitle}${title}` : title,
    sheets: ['form', 'method'],
    waits: state.awaitsEarlierCode && 'for payment',
    content: html`<h1>${title}</h1>
      ${isFree && html`<p class="lead">${text.freeLead}</p>`} ${refused && refusal(state, more)}
      ${state.hasNewPrice && newPrice(more)} ${changedData(state, more)} ${buyerDetails(state, more)}
      ${orderBump(state, more)} ${couponField(state, more)}
      <form method="post" action="/pay/${view.checkoutId}/pay" data-method>
        <input type="hidden" name="prices" value="${state.pricesKey}" />
        <input type="hidden" name="data" value="${state.dataKey}" />
        ${state.changed === 'data' && html`<input type="hidden" name="confirmed" value="${state.dataKey}" />`}
        ${isFree ? html`<input type="hidden" name="method" value="${methods.length > 0 ? state.chosen : 'free'}" />` : choice(state, more)}
        ${card && !isFree && html`<div class="with-card">${accountOf(state, more)}${cardFields(card, state.divided, more)}</div>`}
        ${buttons(state, more)}
        <p class="safe">
          ${icons.lock}<span>${details.safe}${methods.includes('card') && ` ${text.noCardNumber}`}</span>
        </p>
      </form>
      ${linkRows([contactRow(locale, view.store)])}`,
  };
}

/** COM40: the provider of the card fields, and why it is another one than before. */
const accountOf = ({ cardAccount }: MethodView, { locale }: StateContext): Html | undefined =>
  cardAccount &&
  html`<input type="hidden" name="provider" value="${cardAccount.provider}" />
    ${cardAccount.isFallback && html`<p class="box">${texts[locale].card.otherProvider}</p>`}`;

function choice({ methods, chosen, installments, prices }: MethodView, { view, locale }: StateContext): Html {
  const { method: text } = texts[locale];
  if (methods.length === 1) return html`<input type="hidden" name="method" value="${methods[0]}" />`;
  const benefit = (method: PaymentMethod): string => {
    const off = prices?.[method]?.discounts.find(({ kind }) => kind === 'method');
    if (off) return text.cheaper(price(prices![method]!.total, locale), price(off.amount, locale));
    return method === 'card' && installments ? text.upTo(installments) : text.benefits[method];
  };
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
  if (card?.kind !== 'test-numbers' || methods.length === 1 || more.view.total === 0)
    return button(buttonText(state, more));
  const others = methods.filter((method) => method !== 'card');
  // The first button is pressed by the Enter key, so it is the one that checks.
  return html`<span class="with-card">${button(label('card', state, more))}</span>
    ${others.map((method) => html`<span class="for-${method}">${button(label(method, state, more), true)}</span>`)}`;
}

/** The text of the button for a method, with its price. Without one where the number of instalments decides it (COM29). */
function label(method: PaymentMethod, state: MethodView, { view, locale }: StateContext): string {
  const { buttons } = texts[locale].method;
  if (method === 'card' && hasInterest(state)) return buttons.cardPlain;
  return buttons[method](price((state.prices?.[method] ?? view).total, locale));
}

/** With several methods the style sheet shows the text of the chosen one; a browser without `:has` shows a general text. */
function buttonText(state: MethodView, more: StateContext): Html {
  const { view, locale } = more;
  const { methods, card, prices } = state;
  const { buttons, freeButton } = texts[locale].method;
  if (view.total === 0) return html`${freeButton}`;
  const textOf = (method: PaymentMethod): string =>
    method === 'card' && card === null ? buttons.toCard : label(method, state, more);
  if (methods.length === 1) return html`${textOf(methods[0]!)}`;
  const any = prices || hasInterest(state) ? buttons.anyPlain : buttons.any(price(view.total, locale));
  return html`<span class="any-method">${any}</span>${methods.map(
      (method) => html`<span class="for-${method}">${textOf(method)}</span>`,
    )}`;
}

/** COM27: says that a price changed after the page was shown; nothing was charged. */
function newPrice({ locale }: StateContext): Html {
  const { method: text } = texts[locale];
  return html`<div class="problem" role="alert" tabindex="-1" autofocus id="problem">
    <h2>${text.newPriceTitle}</h2>
    <p>${text.newPrice}</p>
  </div>`;
}

/** COM24: that the data changed, or that an open payment has those of another shopper; nothing was charged. */
function changedData({ changed, anotherOrder }: MethodView, { view, locale }: StateContext): Html | undefined {
  const { method: text } = texts[locale];
  if (changed === 'data') {
    return html`<div class="problem" role="alert" tabindex="-1" autofocus id="problem">
      <h2>${text.newDataTitle}</h2>
      <p>${text.newData}</p>
    </div>`;
  }
  if (changed !== 'another' && !anotherOrder) return undefined;
  return html`<div class="problem" role="alert" ${changed === 'another' && html`tabindex="-1" autofocus`} id="problem">
    <h2>${text.anotherTitle}</h2>
    <p>${changed === 'another' ? text.anotherOpen : text.another}</p>
    <p><a href="/pay/${view.checkoutId}?placed">${text.anotherLink}</a></p>
  </div>`;
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
