import { paymentRefusals } from '@retoma/commerce';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { price } from '../price.ts';
import { texts } from '../texts/texts.ts';
import type { CardForm, TestCard } from '../view.ts';
import { field, selectField, textField } from './fields.ts';
import { icons } from './icons.ts';
import type { StateContext } from './page.ts';

/** The card form: the provider's fields, or the test cards. */
export function cardFields(card: CardForm, more: StateContext): Html {
  return card.kind === 'test-cards' ? testCards(card, more) : hostedFields(card, more);
}

function testCards({ cards, installments }: Extract<CardForm, { kind: 'test-cards' }>, more: StateContext): Html {
  const { view, locale } = more;
  const { card: text, details } = texts[locale];
  const errorWord = details.errorWord;
  const money = (cents: number): string => price(cents, locale);
  const counts = installments.map((count) => ({
    value: String(count),
    text:
      count === 1
        ? text.once(money(view.total))
        : text.times(count, money(Math.ceil(view.total / count)), money(view.total)),
  }));
  return html`<div class="card">
    ${selectField(
      { name: 'token', label: text.testCard, hint: text.testHint, errorWord },
      undefined,
      undefined,
      cards.map(({ token, outcome }) => ({ value: token, text: outcomeText(outcome, locale) })),
    )}
    ${selectField({ name: 'installments', label: text.installments, errorWord }, '1', undefined, counts)}
  </div>`;
}

function outcomeText(outcome: TestCard['outcome'], locale: Locale): string {
  const { card: text } = texts[locale];
  if (outcome === 'accepted' || outcome === 'review') return text[outcome];
  return text.refused(paymentRefusals[outcome][locale]);
}

/** Number, expiry date, name and security code, in the order of a card. Number, date and code are frames of the provider. */
function hostedFields(
  { data, asksDocument, hasInstallments, recipientText }: Extract<CardForm, { kind: 'hosted-fields' }>,
  { view, locale }: StateContext,
): Html {
  const { card: text, details } = texts[locale];
  const errorWord = details.errorWord;
  const frame = (name: string, label: string, hint?: string): Html =>
    field({ name, label, hint, errorWord }, () => html`<div class="frame" id="${name}" data-frame></div>`);
  const { unreachable, check, number, expiry, securityCode: code, expiryHint } = text;
  const labels = { number, expiry, code, expiryHint };
  const form = { data, amount: (view.total / 100).toFixed(2), locale, unreachable, check, labels };
  return html`<div class="card" data-form="${JSON.stringify(form)}">
    <noscript><p class="box">${text.needsScript}</p></noscript>
    <p class="error" id="card-error" role="alert" hidden>${icons.alert}<span data-error-text></span></p>
    ${frame('card-number', text.number)} ${frame('card-expiry', text.expiry, text.expiryHint)}
    ${textField(
      { name: 'holder', label: text.holder, errorWord },
      undefined,
      html`autocomplete="cc-name" maxlength="100" autocapitalize="characters" spellcheck="false"`,
    )}
    ${asksDocument && holderDocument(locale)} ${frame('card-code', text.securityCode, text.securityCodeHint)}
    ${
      hasInstallments
        ? selectField(
            { name: 'installments', label: text.installments, errorWord },
            undefined,
            text.installmentsLater,
            [],
          )
        : html`<input type="hidden" name="installments" value="1" />`
    }
    <input type="hidden" name="token" /> <input type="hidden" name="brand" />
    <p class="safe">${icons.lock}<span>${recipientText[locale]}</span></p>
  </div>`;
}

/** The card holder's document, if another browser entered the shopper's. It has no name, so it is sent to the provider's script only. */
const holderDocument = (locale: Locale): Html => {
  const { card: text, details } = texts[locale];
  return field(
    { name: 'holder-document', label: text.holderDocument, errorWord: details.errorWord },
    () => html`<input id="holder-document" inputmode="numeric" autocomplete="off" maxlength="20" spellcheck="false" />`,
  );
};
