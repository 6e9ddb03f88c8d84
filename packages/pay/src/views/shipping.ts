import { freightText } from '@retoma/commerce/freight';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { contentSecurityPolicy } from '../policy.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { ShippingOptionView } from '../view.ts';
import { shortDay } from '../when.ts';
import type { DetailContext } from './address.ts';
import { icons } from './icons.ts';
import type { Rendered } from './page.ts';

/** The shipping options in the first step. If they depend on the CEP, its script replaces them once a CEP is complete. */
export function shippingPart({ state, locale, frame }: DetailContext, checkoutId: string): Html | undefined {
  const { options, freightNeedsZipcode, typed } = state;
  const choice =
    options.length > 0
      ? shippingChoice(options, typed.shipping, { locale, error: frame('shipping').error })
      : undefined;
  if (!freightNeedsZipcode) return choice;
  return html`<p class="hint" role="status" data-freight-status></p>
    <div data-freight="/pay/${checkoutId}/freight">${choice}</div>`;
}

/** The shipping options for a CEP, for the script of the first step. `chosen`: the id of the shopper's choice. */
export function renderShipping(
  options: readonly ShippingOptionView[],
  chosen: string | null,
  locale: Locale,
): Rendered {
  const content =
    options.length > 0
      ? shippingChoice(options, chosen ?? undefined, { locale })
      : html`<p class="hint">${freightText({ kind: 'agreed' }, locale)}</p>`;
  return { html: content.toString(), policy: contentSecurityPolicy([]) };
}

/** The options, cheapest first; the first is chosen by default. */
function shippingChoice(
  options: readonly ShippingOptionView[],
  wanted: string | undefined,
  { locale, error }: { locale: Locale; error?: string | undefined },
): Html {
  const { details: text } = texts[locale];
  const chosen = options.some(({ id }) => id === wanted) ? wanted : options[0]!.id;
  const namesDay = options.some(({ arrivesBy }) => arrivesBy);
  return html`<fieldset id="shipping" tabindex="-1">
    <legend class="part">${text.shippingTitle}</legend>
    ${error !== undefined && html`<p class="error">${icons.alert}<span>${error}</span></p>`}
    <div class="choices">${options.map((option) => shippingOption(option, option.id === chosen, locale))}</div>
    ${namesDay && html`<p class="hint">${text.fromPayment}</p>`}
  </fieldset>`;
}

function shippingOption(option: ShippingOptionView, isChosen: boolean, locale: Locale): Html {
  const { details: text, originalPrice, price: priceWord } = texts[locale];
  const { id, name, price: cents, fullPrice = cents, days, arrivesBy, pickup } = option;
  const by = arrivesBy ? (pickup ? text.readyBy : text.arrivesBy)(shortDay(arrivesBy, locale)) : '';
  const when = [by, text.days(days.min, days.max)].filter((part) => part !== '').join(' · ');
  const struck = html`<span class="hidden">${originalPrice}</span> <s>${price(fullPrice, locale)}</s>
    <span class="hidden">${priceWord}</span>`;
  return html`<label class="choice">
    <input type="radio" name="shipping" value="${id}" ${isChosen && html`checked`} />
    <span
      ><b>${name}</b><small>${when}</small>${pickup && html`<small>${pickup.address} · ${pickup.hours}</small>`}</span
    >
    <span class="money"
      >${fullPrice > cents && struck} ${freightText({ kind: 'chosen', name, price: cents }, locale, price)}</span
    >
  </label>`;
}
