import { html } from '../html.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { ProcessingView } from '../view.ts';
import { icons } from './icons.ts';
import { contactRow, linkRows, type StateContext, type StatePart } from './page.ts';

/** The state of waiting. A page without a script also has a link that reloads, in addition to the automatic reload. */
export function processing(state: ProcessingView, context: StateContext): StatePart {
  const { view, locale } = context;
  const { making, rest, challenge } = state;
  if (rest) return underpaid(rest, context);
  if (challenge) return confirmation(challenge, context);
  const { processing: text } = texts[locale];
  const title = making ? text.makingTitle : text.title;
  return {
    title,
    waits: true,
    sheets: ['waiting'],
    content: html`<div class="seal">${icons.clock}</div>
      <h1>${title}</h1>
      <p class="status" role="status"><span class="dot"></span><span>${making ? text.makingLead : text.lead}</span></p>
      <noscript><a class="button" href="/pay/${view.checkoutId}">${text.refresh}</a></noscript>
      ${linkRows([contactRow(locale, view.store)])}`,
  };
}

/** COM39: the bank asks the card holder to confirm. Without a script a link continues; with one the page continues by itself. */
function confirmation(
  { url, display }: NonNullable<ProcessingView['challenge']>,
  { view, locale }: StateContext,
): StatePart {
  const { challenge: text } = texts[locale];
  const isFramed = display === 'frame';
  const returned = `/pay/${view.checkoutId}/returned`;
  return {
    title: text.title,
    waits: true,
    ...(isFramed && { framed: url }),
    sheets: ['waiting'],
    content: html`<h1>${text.title}</h1>
      <p class="lead">${isFramed ? text.frameLead : text.linkLead}</p>
      ${
        isFramed
          ? html`<iframe
              class="challenge"
              src="${url}"
              title="${text.frameTitle}"
              data-returned="${returned}"
            ></iframe>`
          : html`<a class="button" href="${url}" rel="noreferrer">${text.open}</a>`
      }
      ${linkRows([{ icon: icons.clock, text: text.done, address: returned }, contactRow(locale, view.store)])}`,
  };
}

/** COM7a: a part was paid. A button pays the rest if the store accepts PIX. */
function underpaid(
  { received, missing, pix }: NonNullable<ProcessingView['rest']>,
  { view, locale }: StateContext,
): StatePart {
  const { underpaid: text } = texts[locale];
  const title = text.title(price(missing, locale));
  return {
    title,
    waits: true,
    sheets: ['waiting'],
    content: html`<div class="seal">${icons.clock}</div>
      <h1>${title}</h1>
      <p class="lead">${text.lead(price(received, locale))}</p>
      ${
        pix &&
        html`<form method="post" action="/pay/${view.checkoutId}/pay">
          <input type="hidden" name="method" value="pix" />
          <button class="button" data-working="${texts[locale].method.working}">
            ${text.rest(price(missing, locale))}
          </button>
        </form>`
      }
      ${linkRows([contactRow(locale, view.store)])}`,
  };
}
