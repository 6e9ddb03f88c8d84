import { states } from '@retoma/commerce/person';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts/texts.ts';
import type { DetailField, DetailsView } from '../view.ts';
import { selectField, textField, type FieldView } from './fields.ts';

/** What a field of the first step is made from. */
export type DetailContext = {
  state: DetailsView;
  locale: Locale;
  /** The frame of a field, with its label and what is wrong with it. */
  frame: (name: DetailField, more?: Partial<FieldView>) => FieldView;
};

/**
 * Where the goods go. The CEP comes first: the script fills in what belongs to it. All fields are there from the start, so that
 * an address can be written whether or not the CEP is found, with a script or without.
 */
export function addressFields({ state, locale, frame }: DetailContext): Html {
  const { details: text } = texts[locale];
  const { typed } = state;
  const noNumber = html`<label class="check"
    ><input
      type="checkbox"
      name="no_number"
      ${typed.number === text.noNumberValue && html`checked`}
    />${text.noNumber}</label
  >`;
  return html`<h2 class="part">${state.address === 'boleto' ? text.boletoAddress : text.delivery}</h2>
    <input type="hidden" name="address_for" value="${state.address}" />
    <div class="grid">
      ${textField(frame('zipcode'), typed.zipcode, html`inputmode="numeric" autocomplete="postal-code" maxlength="10"`)}
      ${selectField(
        frame('state'),
        typed.state,
        text.stateChoice,
        states.map((value) => ({ value, text: value })),
        html`autocomplete="address-level1"`,
      )}
      <p class="hint all" role="status" data-zipcode-status></p>
      ${textField(frame('street', { all: true }), typed.street, html`autocomplete="address-line1" maxlength="200"`)}
      ${textField(frame('number'), typed.number === text.noNumberValue ? '' : typed.number, html`autocomplete="off" maxlength="20"`)}
      ${textField(
        frame('complement', { note: text.optional }),
        typed.complement,
        html`autocomplete="address-line2" maxlength="100"`,
      )}
      <div class="all">${noNumber}</div>
      ${textField(frame('neighborhood'), typed.neighborhood, html`autocomplete="address-level3" maxlength="100"`)}
      ${textField(frame('city'), typed.city, html`autocomplete="address-level2" maxlength="100"`)}
    </div>`;
}
