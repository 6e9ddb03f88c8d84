import { html, type Html } from '../html.ts';
import { webAddress } from '../links.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { MethodView } from '../view.ts';
import type { StateContext } from './page.ts';

/** COM30: what the store offers besides the cart. One press adds it, another removes it. */
export function orderBump({ bump }: MethodView, { view, locale }: StateContext): Html | undefined {
  if (!bump) return undefined;
  const { bump: text, method } = texts[locale];
  const { bumpId, title, description, originalPrice, isAccepted } = bump;
  const image = webAddress(bump.image ?? undefined);
  const amount = price(bump.price, locale);
  return html`<form method="post" action="/pay/${view.checkoutId}/bump" class="bump ${isAccepted && 'added'}">
    ${image && html`<img src="${image}" alt="" width="64" height="64" loading="lazy" decoding="async" referrerpolicy="no-referrer" />`}
    <div>
      <p class="hint">${isAccepted ? text.added : text.title}</p>
      <p dir="auto"><b>${title}</b></p>
      ${description !== null && html`<p class="hint" dir="auto">${description}</p>`}
      <p>
        ${originalPrice !== null && html`<s class="money">${price(originalPrice, locale)}</s> `}<b class="money"
          >${amount}</b
        >
      </p>
    </div>
    <button class="button quiet" name="bump" value="${isAccepted ? '' : bumpId}" data-working="${method.working}">
      ${isAccepted ? text.remove : text.add(amount)}<span class="hidden"> ${title}</span>
    </button>
  </form>`;
}
