import { paymentRefusals } from '@retoma/commerce';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { CardForm, MethodView, TestCard } from '../view.ts';
import { dividedField } from './divided.ts';
import { field, selectField } from './fields.ts';
import { icons } from './icons.ts';
import type { StateContext } from './page.ts';

type TestForm = Extract<CardForm, { kind: 'test-numbers' }>;

/** The number of test numbers that are visible at once; the others are folded. */
const visible = 6;

/**
 * COM25: the fields of a card, and the test numbers that they take. The browser refuses to send any other number. Only the number has a
 * name, so nothing else of a card is sent. `divided`: the instalments of the store's own rule (COM29).
 */
export function testFields(card: TestForm, divided: MethodView['divided'], more: StateContext): Html {
  const { locale } = more;
  const { card: text, details } = texts[locale];
  const { chosen, cards, asksDocument } = card;
  const numbers = cards.map(({ number }) => groups(number));
  const input = (name: string, label: string, attributes: Html, example: string, hint?: string): Html =>
    field(
      { name, label, hint, errorWord: details.errorWord },
      (described) =>
        html`<input
          ${described}
          ${attributes}
          value="${chosen !== null && example}"
          data-example="${example}"
          autocomplete="off"
          spellcheck="false"
          required
        />`,
    );
  return html`<div class="card">
    ${testNumbers(card, more)}
    ${field(
      { name: 'card-number', label: text.number, errorWord: details.errorWord },
      (described) =>
        html`<input
          ${described}
          name="token"
          value="${chosen !== null && groups(chosen)}"
          inputmode="numeric"
          maxlength="19"
          pattern="${numbers.join('|').replaceAll(' ', ' ?')}"
          title="${text.onlyTestNumbers(numbers.slice(0, visible).join(', '))}"
          autocomplete="off"
          required
        />`,
    )}
    ${input('card-expiry', text.expiry, html`inputmode="numeric" maxlength="5" pattern="(0[1-9]|1[0-2])/?[0-9]{2}" title="${text.expiryHint}"`, '12/34', text.expiryHint)}
    ${input('holder', text.holder, html`maxlength="100" autocapitalize="characters" title="${text.holder}"`, 'MARIA TESTE')}
    ${asksDocument && input('holder-document', text.holderDocument, html`inputmode="numeric" maxlength="20" title="${text.holderDocument}"`, '111.444.777-35')}
    ${input('card-code', text.securityCode, html`inputmode="numeric" maxlength="4" pattern="[0-9]{3,4}" title="${text.securityCodeHint}"`, '123', text.securityCodeHint)}
    ${divided ? dividedField(divided, locale) : installments(card, more)}
    <p class="safe">${icons.lock}<span>${text.testRecipient}</span></p>
  </div>`;
}

const groups = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

function installments({ installments }: TestForm, { view, locale }: StateContext): Html {
  const { card: text, details } = texts[locale];
  const money = (cents: number): string => price(cents, locale);
  const counts = installments.map((count) => ({
    value: String(count),
    text:
      count === 1
        ? text.once(money(view.total))
        : text.times(count, money(Math.ceil(view.total / count)), money(view.total)),
  }));
  const frame = { name: 'installments', label: text.installments, errorWord: details.errorWord };
  return selectField(frame, '1', undefined, counts);
}

/** The test numbers. Each is a link to the form with that number; the script fills it in without loading a page. */
function testNumbers({ cards }: TestForm, { view, locale }: StateContext): Html {
  const { card: text } = texts[locale];
  const row = ({ number, outcome }: TestCard): Html =>
    html`<a href="${`/pay/${view.checkoutId}?method=card&test=${number}#card-number`}" data-number="${groups(number)}"
      ><span><b class="money">${groups(number)}</b><br /><small>${outcomeText(outcome, locale)}</small></span></a
    >`;
  return html`<div class="links">
    <h2>${text.testNumbers}</h2>
    <p class="hint">${text.testHint}</p>
    ${cards.slice(0, visible).map(row)}
    <details>
      <summary class="check">${text.moreRefusals}${icons.chevron}</summary>
      ${cards.slice(visible).map(row)}
    </details>
  </div>`;
}

/** The outcome in a few words; of a refusal the first sentence that the shopper will read. */
function outcomeText(outcome: TestCard['outcome'], locale: Locale): string {
  const { card: text } = texts[locale];
  if (outcome === 'accepted' || outcome === 'slow' || outcome === 'review') return text[outcome];
  return paymentRefusals[outcome][locale].split('.', 1)[0]!;
}
