import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts/texts.ts';
import type { CheckoutView, StateView } from '../view.ts';
import { belowMinimum } from './below-minimum.ts';
import { boleto } from './boleto.ts';
import { cancelled } from './cancelled.ts';
import { details } from './details.ts';
import { method } from './method.ts';
import { noMethod } from './no-method.ts';
import { page, type Rendered, type StateContext, type StatePart } from './page.ts';
import { paid } from './paid.ts';
import { pix } from './pix.ts';
import { pixExpired } from './pix-expired.ts';
import { processing } from './processing.ts';
import { returning } from './returning.ts';
import { summary } from './summary.ts';

type Views = {
  [Kind in StateView['kind']]: (state: Extract<StateView, { kind: Kind }>, more: StateContext) => StatePart;
};

const views: Views = {
  details,
  returning,
  method,
  pix,
  'pix-expired': pixExpired,
  boleto,
  processing,
  paid,
  cancelled,
  'no-method': noMethod,
  'below-minimum': belowMinimum,
};

/** Interval of reloads of a page without a script, in seconds. */
const refreshSeconds = 20;

/** The page of a known checkout in any state: the items, and the current step. */
export function renderCheckout(view: CheckoutView, locale: Locale): Rendered {
  const { store, state, checkoutId, now, stateKey, timeZone } = view;
  const show = views[state.kind] as (state: StateView, more: StateContext) => StatePart;
  const { title, content, sheets, waits, expiresAt, framed } = show(state, {
    view,
    locale,
    at: { locale, timeZone, now },
  });
  // What was bought follows what became of it.
  const isBought = state.kind === 'paid';
  const live =
    waits && html` data-live="/pay/${checkoutId}" ${waits === 'for payment' && html`data-awaits="paid processing"`}`;
  const expiry = expiresAt != null && html` data-expires="${expiresAt}"`;
  return page({
    locale,
    title: `${title} · ${store.name}`,
    store,
    sheets,
    script: true,
    card: state.kind === 'method' ? state.card : null,
    framed,
    refreshSeconds: waits === true && framed === undefined ? refreshSeconds : undefined,
    content: html`${view.pretended && pretendedBar(locale, state)}
      <div class="page">
        ${!isBought && summary(locale, view)}
        <main data-state="${stateKey}" data-now="${now}" ${live} ${expiry} data-offline="${offlineText(locale, state)}">
          ${content}
        </main>
        ${isBought && summary(locale, view, true)}
      </div>`,
  });
}

const offlineText = (locale: Locale, { kind }: StateView): string =>
  kind === 'pix' || kind === 'boleto' ? texts[locale].offline : texts[locale].offlinePlain;

function pretendedBar(locale: Locale, state: StateView): Html {
  const text = texts[locale];
  const simulator = 'simulator' in state ? state.simulator : undefined;
  return html`<p class="bar">
    ${text.pretended} ${simulator !== undefined && html`<a href="${simulator}">${text.simulate}</a>`}
  </p>`;
}
