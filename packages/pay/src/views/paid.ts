import { html, type Html } from '../html.ts';
import { webAddress } from '../links.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { DeliveryView, PaidView } from '../view.ts';
import { clockTime, isToday, dateLabel } from '../when.ts';
import { icons } from './icons.ts';
import { backButton, contactList, type StateContext, type StatePart } from './page.ts';

/**
 * COM26: the state of a paid order, now and whenever the link is opened again. A button continues to the store; the script follows it if
 * the payment arrived while the page was open.
 */
export function paid(state: PaidView, context: StateContext): StatePart {
  const { view, locale } = context;
  const { paid: text, order } = texts[locale];
  const { method, orderNumber, late, delivery, email, refunded } = state;
  const stage = delivery?.stage ?? 'preparing';
  const isNew = stage === 'preparing';
  const confirmed = late ? text.lateTitle : method === 'free' ? text.freeTitle : text.title;
  return {
    title: isNew ? text.documentTitle : text.stages[stage],
    sheets: ['waiting'],
    content: html`<div class="seal good">${icons.check}</div>
      <h1>${isNew ? confirmed : text.stages[stage]}</h1>
      <p class="lead">${method !== 'free' && received(state, context)} ${late && text.lateText}</p>
      ${refunded > 0 && html`<p class="lead">${text.refunded(price(refunded, locale))}</p>`}
      ${email !== null && html`<p class="lead">${text.updates} ${email}</p>`} ${delivery && progress(delivery, context)}
      <div class="box">
        <div>
          ${orderNumber !== null && html`<b>${order(orderNumber)}</b>`}
          <dl>
            ${delivery?.option && fact(text.delivery, optionText(delivery.option, context))}
            ${delivery?.address != null && fact(text.address, delivery.address)} ${fact(text.soldBy, view.store.name)}
          </dl>
        </div>
      </div>
      ${nextLink(context)} ${contactList(locale, view.store)}
      <p class="code">${text.keep}</p>`,
  };
}

const fact = (name: string, value: string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`;

/** The amount, the method and when it came. */
function received({ amount, method, at: paidAt }: PaidView, { locale, at }: StateContext): Html {
  const { paid: text } = texts[locale];
  const when =
    paidAt === null
      ? ''
      : isToday(paidAt, at)
        ? text.at(clockTime(paidAt, at))
        : text.on(dateLabel(paidAt, at), clockTime(paidAt, at));
  const money = html`<b class="money">${price(amount, locale)}</b>`;
  return html`${text.received[0]}${money}${method && text.by[method]}${when}.`;
}

function optionText({ name, days }: NonNullable<DeliveryView['option']>, { locale }: StateContext): string {
  return [name, texts[locale].details.days(days.min, days.max)].filter(Boolean).join(', ');
}

/** What has happened and what comes next: paid, sent, delivered. */
function progress({ stage, tracking }: DeliveryView, { locale }: StateContext): Html {
  const { paid: text } = texts[locale];
  const isSent = stage !== 'preparing';
  const isOver = stage === 'delivered' || stage === 'returned';
  const url = webAddress(tracking?.url ?? undefined);
  const sending = html`${isSent ? text.stages.sent : text.preparing}${!isSent && !tracking && ` ${text.trackingLater}`}${
    tracking &&
    html`<br />${tracking.carrier !== null && `${tracking.carrier} · `}<b>${tracking.code}</b> ${
        url !== undefined && html`<br /><a href="${url}">${text.track}</a>`
      }`
  }`;
  const arrival = stage === 'preparing' || stage === 'sent' ? text.arrival : text.stages[stage];
  const step = (isDone: boolean, content: Html, index: number): Html =>
    html`<li class="${isDone && 'now'}">
      <span aria-hidden="true">${isDone ? icons.check : index}</span><span>${content}</span>
    </li>`;
  return html`<ol class="steps">
    ${step(true, html`${text.title}`, 1)} ${step(isSent, sending, 2)} ${step(isOver, html`${arrival}`, 3)}
  </ol>`;
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
