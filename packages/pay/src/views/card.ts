import { decimalMoney } from '@retoma/commerce/money';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts/texts.ts';
import type { CardForm, MethodView } from '../view.ts';
import { dividedField } from './divided.ts';
import { field, selectField, textField } from './fields.ts';
import { icons } from './icons.ts';
import type { StateContext } from './page.ts';
import { testFields } from './test-card.ts';

/** The card form: the provider's fields, or those that take test numbers. `divided`: the instalments of the store's own rule (COM29). */
export function cardFields(card: CardForm, divided: MethodView['divided'], more: StateContext): Html {
  return card.kind === 'test-numbers' ? testFields(card, divided, more) : hostedFields(card, divided, more);
}

/** Number, expiry date, name and security code, in the order of a card. Number, date and code are frames of the provider. */
function hostedFields(
  { data, asksDocument, hasInstallments, recipientText }: Extract<CardForm, { kind: 'hosted-fields' }>,
  divided: MethodView['divided'],
  { view, locale }: StateContext,
): Html {
  const { card: text, details } = texts[locale];
  const errorWord = details.errorWord;
  const frame = (name: string, label: string, hint?: string): Html =>
    field({ name, label, hint, errorWord }, () => html`<div class="frame" id="${name}" data-frame></div>`);
  const { unreachable, check, number, expiry, securityCode: code, expiryHint } = text;
  const labels = { number, expiry, code, expiryHint };
  const isDivided = divided !== null;
  const form = { data, amount: decimalMoney(view.total), locale, unreachable, check, labels, isDivided };
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
      hasInstallments && divided
        ? dividedField(divided, locale)
        : hasInstallments
          ? selectField(
              { name: 'installments', label: text.installments, errorWord },
              undefined,
              text.installmentsLater,
              [],
            )
          : html`<input type="hidden" name="installments" value="1" />`
    }
    ${hiddenFields.map((name) => html`<input type="hidden" name="${name}" />`)}
    <p class="safe">${icons.lock}<span>${recipientText[locale]}</span></p>
  </div>`;
}

/** What the provider's script makes of the card, and the id under which it knows the device. */
const hiddenFields = ['token', 'brand', 'last_digits', 'device'] as const;

/** The card holder's document, if another browser entered the shopper's. It has no name, so it is sent to the provider's script only. */
const holderDocument = (locale: Locale): Html => {
  const { card: text, details } = texts[locale];
  return field(
    { name: 'holder-document', label: text.holderDocument, errorWord: details.errorWord },
    () => html`<input id="holder-document" inputmode="numeric" autocomplete="off" maxlength="20" spellcheck="false" />`,
  );
};
