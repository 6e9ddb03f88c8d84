import { html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { SimulatorView } from '../view.ts';
import { icons } from './icons.ts';
import { page, type Rendered } from './page.ts';

/** The page on which a developer or owner chooses the bank's outcome of a sandbox payment. */
export function renderSimulator(
  { path, method, amount, state, unchanged, payPage }: SimulatorView,
  locale: Locale,
): Rendered {
  const { simulator: text, method: methods, pretended } = texts[locale];
  const acts = [
    { act: 'pay', text: text.pay, quiet: false },
    { act: 'refuse', text: text.refuse, quiet: true },
    { act: 'expire', text: text.expire, quiet: true },
  ].filter(({ act }) => act !== 'expire' || method !== 'card');
  const open = state === 'pending' || state === 'processing';
  const content = html`<p class="bar">${pretended}</p>
    <div class="page single">
      <main>
        <div class="seal">${icons.shop}</div>
        <h1>${text.title}</h1>
        <p class="lead">${text.lead}</p>
        ${unchanged && html`<div class="problem" role="alert"><p>${text.unchanged}</p></div>`}
        <div class="box">
          <div>
            <b>${methods.names[method]} · <span class="money">${price(amount, locale)}</span></b>
            <dl>
              <dt>${text.state}</dt>
              <dd>${text.states[state]}</dd>
            </dl>
          </div>
        </div>
        ${
          (open || state === 'expired') &&
          html`<form method="post" action="${path}" class="acts waiting">
            ${acts
              .filter(({ act }) => open || act === 'pay')
              .map(
                ({ act, text, quiet }) =>
                  html`<button class="button ${quiet && 'quiet'}" name="act" value="${act}">${text}</button>`,
              )}
          </form>`
        }
        <p class="code"><a href="${payPage}">${text.back}</a></p>
      </main>
    </div>`;
  return page({ locale, title: text.title, store: undefined, content, sheets: ['form', 'waiting'] });
}
