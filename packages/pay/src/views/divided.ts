import type { InstallmentOption } from '@retoma/commerce';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import { selectField } from './fields.ts';

/** COM29: the choice of the number of instalments, each with its total. */
export function dividedField(divided: readonly InstallmentOption[], locale: Locale): Html {
  const { card: text, details } = texts[locale];
  const options = divided.map((option) => ({ value: String(option.count), text: dividedText(option, locale) }));
  return html`${selectField({ name: 'installments', label: text.installments, errorWord: details.errorWord }, '1', undefined, options)}`;
}

function dividedText({ count, each, total, interest }: InstallmentOption, locale: Locale): string {
  const { card: text } = texts[locale];
  const money = (cents: number): string => price(cents, locale);
  if (count === 1) return text.once(money(total));
  return interest > 0
    ? text.withInterest(count, money(each), money(total))
    : text.times(count, money(each), money(total));
}
