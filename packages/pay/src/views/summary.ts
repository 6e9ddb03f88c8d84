import { freightText, raisedAmount, type Freight } from '@retoma/commerce/freight';
import type { Cents } from '@retoma/commerce/money';
import { html, type Html } from '../html.ts';
import { webAddress } from '../links.ts';
import type { Locale } from '../locale.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { CheckoutView, ItemView } from '../view.ts';
import { icons } from './icons.ts';

/**
 * The summary: collapsed on a phone unless it `isOpen`, the right column on a wide screen. The lines follow the `details` element instead of being inside it:
 * so a style sheet can show them by `details[open]` or by width, in every browser and without a script.
 */
export function summary(locale: Locale, view: CheckoutView, isOpen = false): Html {
  const text = texts[locale];
  const count = view.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const heading = `${text.summary} · ${text.items(count, count.toLocaleString(locale))}`;
  const total = html`<b class="money">${price(view.total, locale)}</b>`;
  return html`<section class="summary" aria-label="${text.summary}">
    <details ${isOpen && html`open`}><summary>${heading} ${icons.chevron} ${total}</summary></details>
    <div class="lines">
      <h2>${heading} ${total}</h2>
      <ul>
        ${view.items.map((item) => line(locale, item))}
      </ul>
      ${totals(locale, view)}
    </div>
  </section>`;
}

/** One item. Screen readers skip the picture: the title beside it says the same. */
function line(locale: Locale, item: ItemView): Html {
  const text = texts[locale];
  const { title, quantity, unitPrice, lineTotal } = item;
  const image = webAddress(item.image);
  const original = item.originalLineTotal ?? (item.originalUnitPrice ?? unitPrice) * quantity;
  const details = [text.units(quantity), ...item.options.map(({ name, value }) => `${name}: ${value}`)];
  if (quantity > 1 && unitPrice * quantity === lineTotal) {
    details.splice(1, 0, text.each(price(unitPrice, locale)));
  }
  return html`<li>
    <div class="picture">
      ${
        image &&
        html`<img
          src="${image}"
          alt=""
          width="52"
          height="52"
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
        />`
      }
    </div>
    <div>
      <p class="title" dir="auto">${title}</p>
      <p class="options">${details.join(' · ')}</p>
    </div>
    <p class="price">
      ${original > lineTotal && struck(locale, original)}<span class="money">${price(lineTotal, locale)}</span>
    </p>
  </li>`;
}

/** The price before the discount. Screen readers do not announce the line through it, so hidden text says which price is which. */
const struck = (locale: Locale, original: Cents): Html => html`
  <span class="hidden">${texts[locale].originalPrice}</span> <s class="money">${price(original, locale)}</s>
  <span class="hidden">${texts[locale].price}</span>
`;

function totals(locale: Locale, { subtotal, discounts, discount, total, shipping }: CheckoutView): Html {
  const text = texts[locale];
  const sum = discounts.reduce((sum, { amount }) => sum + amount, 0);
  // If the discounts exceed the subtotal, the part of each is undefined, so only their sum is shown (CHK5).
  const named = sum === discount ? discounts : [{ title: text.discount, amount: discount }];
  const raised = raisedAmount({ subtotal, discount, freight: shipping, total });
  const nonZero = named.filter(({ amount }) => amount > 0);
  return html`<dl class="totals">
    ${row('', text.subtotal, price(subtotal, locale))}
    ${nonZero.map(({ title, amount }) => row('off', title.trim() || text.discount, `− ${price(amount, locale)}`))}
    ${shipping && shippingRow(locale, shipping)} ${raised > 0 && row('', text.raised, price(raised, locale))}
    ${row('total', text.total, price(total, locale))}
  </dl>`;
}

function shippingRow(locale: Locale, shipping: Freight): Html {
  const text = texts[locale];
  const freight = freightText(shipping, locale, price);
  if (shipping.kind === 'chosen') {
    return row('', shipping.name ? `${text.shipping} · ${shipping.name}` : text.shipping, freight);
  }
  return html`<div>
    <dt>${text.shipping}</dt>
    <dd class="later">${freight}</dd>
  </div>`;
}

const row = (kind: string, name: string, money: string): Html =>
  html`<div class="${kind}">
    <dt>${name}</dt>
    <dd class="money">${money}</dd>
  </div>`;
