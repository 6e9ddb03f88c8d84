import { couponRefusalText } from '@retoma/commerce';
import { html, type Html } from '../html.ts';
import { texts } from '../texts/texts.ts';
import type { MethodView } from '../view.ts';
import { field } from './fields.ts';
import { icons } from './icons.ts';
import type { StateContext } from './page.ts';

/** COM28: the field of a coupon, folded until it is needed; or the applied coupon, with the button that removes it. */
export function couponField({ coupon }: MethodView, { view, locale }: StateContext): Html | undefined {
  if (!coupon) return undefined;
  const { coupon: text, details } = { ...texts[locale], coupon: texts[locale].couponField };
  const action = `/pay/${view.checkoutId}/coupon`;
  const { entered, refused } = coupon;
  if (entered !== null) {
    return html`<form method="post" action="${action}" class="coupon applied">
      <p>
        ${icons.check} <span>${text.applied} <b>${entered}</b></span>
      </p>
      <button class="link" name="coupon" value="">${text.remove}<span class="hidden"> ${text.what}</span></button>
    </form>`;
  }
  const frame = {
    name: 'coupon',
    label: text.label,
    errorWord: details.errorWord,
    error: refused ? couponRefusalText(refused, locale) : undefined,
  };
  return html`<details class="coupon" ${refused && html`open`}>
    <summary>${text.ask}${icons.chevron}</summary>
    <form method="post" action="${action}" novalidate>
      ${field(
        frame,
        (described) =>
          html`<span class="with-button"
            ><input
              ${described}
              name="coupon"
              value="${refused?.couponCode}"
              maxlength="40"
              autocapitalize="characters"
              autocomplete="off"
              spellcheck="false"
            /><button class="button quiet" data-working="${texts[locale].method.working}">${text.apply}</button></span
          >`,
      )}
    </form>
  </details>`;
}
