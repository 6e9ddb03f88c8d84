import { paymentMethods, type PaymentMethod } from '@retoma/commerce';
import { freightText, raisedAmount, type Freight } from '@retoma/commerce/freight';
import type { Cents } from '@retoma/commerce/money';
import { html, type Html, type HtmlValue } from '../html.ts';
import { webAddress } from '../links.ts';
import type { Locale } from '../locale.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { CheckoutView, DiscountView, ItemView, MethodView, PriceView } from '../view.ts';
import { icons } from './icons.ts';

/**
 * The summary: collapsed on a phone unless it `isOpen`, the right column on a wide screen. The lines follow the `details` element instead of being inside it:
 * so a style sheet can show them by `details[open]` or by width, in every browser and without a script.
 */
export function summary(locale: Locale, view: CheckoutView, isOpen = false): Html {
  const text = texts[locale];
  const count = view.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const heading = `${text.summary} · ${text.items(count, count.toLocaleString(locale))}`;
  const total = byMethod(
    view,
    (paid, className) => html`<b class="money ${className}">${price(paid.total, locale)}</b>`,
  );
  return html`<section class="summary" aria-label="${text.summary}">
    <details ${isOpen && html`open`}><summary>${heading} ${icons.chevron} ${total}</summary></details>
    <div class="lines">
      <h2>${heading} ${total}</h2>
      <ul>
        ${view.items.map((item) => line(locale, item))}
      </ul>
      ${byMethod(view, (paid, className, method) => totals(locale, view, { paid, className, method }))}
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

/**
 * COM27: a part of the summary that has a price. Where the methods cost different amounts it is rendered for each, and the style sheet
 * shows that of the chosen one by its class, `className`. A browser without `:has` shows that of the method that was chosen when the page was
 * made, whose `method` is null.
 */
function byMethod(
  view: CheckoutView,
  part: (paid: PriceView, className: string, method: PaymentMethod | null) => Html,
): HtmlValue {
  const { state } = view;
  const prices = state.kind === 'method' ? state.prices : null;
  if (!prices) return part(view, '', null);
  return [
    part(view, 'any-method', null),
    ...paymentMethods.map((method) => prices[method] && part(prices[method], `for-${method}`, method)),
  ];
}

function totals(
  locale: Locale,
  { subtotal, shipping, state }: CheckoutView,
  { paid, className, method }: { paid: PriceView; className: string; method: PaymentMethod | null },
): Html {
  const text = texts[locale];
  const { discount, interest, total } = paid;
  const raised = raisedAmount({ subtotal, discount, freight: shipping, interest, total });
  const isOnce = state.kind === 'method' && (method ?? state.chosen) === 'card' && hasInterest(state);
  return html`<dl class="totals ${className}">
    ${row('', text.subtotal, price(subtotal, locale))}
    ${namedDiscounts(locale, paid).map(([name, amount]) => row('off', name, `−${price(amount, locale)}`))}
    ${shipping && shippingRow(locale, shipping)} ${raised > 0 && row('', text.raised, price(raised, locale))}
    ${interest > 0 && row('', text.interest, price(interest, locale))}
    ${row('total', isOnce ? text.totalOnce : text.total, price(total, locale))}
  </dl>`;
}

/** COM29: whether the price of a card depends on the number of instalments. */
export const hasInterest = ({ divided, methods }: MethodView): boolean =>
  methods.includes('card') && divided !== null && divided.some(({ interest }) => interest > 0);

/** The discounts that are not 0, with their names. */
function namedDiscounts(locale: Locale, { discounts, discount }: PriceView): [name: string, amount: Cents][] {
  const text = texts[locale];
  const cart = discounts.filter(({ kind }) => kind === 'cart');
  const others = discounts.filter(({ kind }) => kind !== 'cart');
  const ofCart = discount - sum(others);
  // If the cart's discounts exceed the subtotal, the part of each is undefined, so only their sum is shown (CHK5).
  const cartRows = sum(cart) === ofCart ? cart : [{ kind: 'cart', title: '', amount: ofCart } as const];
  return [...cartRows, ...others]
    .filter(({ amount }) => amount > 0)
    .map((one) => [discountName(one, text), one.amount]);
}

function discountName(one: DiscountView, text: (typeof texts)[Locale]): string {
  if (one.kind === 'coupon') return text.coupon(one.couponCode);
  return one.kind === 'method' ? text.methodDiscount[one.method] : one.title.trim() || text.discount;
}

const sum = (discounts: readonly { amount: Cents }[]): Cents =>
  discounts.reduce((total, { amount }) => total + amount, 0);

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
