import { states } from '@retoma/commerce/person';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts/texts.ts';
import type { DetailField, DetailsView } from '../view.ts';
import { selectField, textField, type FieldView } from './fields.ts';

/** What the fields of the first step are built from. */
export type DetailContext = {
  state: DetailsView;
  locale: Locale;
  /** The data of a field: its label and its error. */
  frame: (name: DetailField, more?: Partial<FieldView>) => FieldView;
};

/** The fields of an address besides its CEP. */
const afterZipcode = ['street', 'number', 'complement', 'neighborhood', 'city', 'state'] as const;

/** Where Correios finds the CEP of an address. */
const cepSearch = 'https://buscacepinter.correios.com.br/app/endereco/index.php';

/**
 * COM13: the delivery address. The CEP comes first; with scripts the other fields unfold once it is complete, filled in if it is found.
 * Without scripts the style sheet shows all of them.
 */
export function addressFields({ state, locale, frame }: DetailContext): Html {
  const { details: text } = texts[locale];
  const { typed, issues } = state;
  const noNumber = html`<label class="check"
    ><input
      type="checkbox"
      name="no_number"
      ${typed.number === text.noNumberValue && html`checked`}
    />${text.noNumber}</label
  >`;
  const search = html`<a href="${cepSearch}" target="_blank" rel="noreferrer">${text.findZipcode}</a>`;
  const isWrong = (name: DetailField): boolean => issues.some(({ field }) => field === name);
  const isFolded =
    (!typed.zipcode || isWrong('zipcode')) && afterZipcode.every((name) => !typed[name] && !isWrong(name));
  return html`<h2 class="part">${state.address === 'boleto' ? text.boletoAddress : text.delivery}</h2>
    <input type="hidden" name="address_for" value="${state.address}" />
    <div class="grid">
      ${textField(frame('zipcode', { aside: search }), typed.zipcode, html`inputmode="numeric" autocomplete="postal-code" maxlength="10"`)}
      <p class="hint all" role="status" data-zipcode-status></p>
    </div>
    <div class="grid" data-after-zipcode ${isFolded && html`data-folded`}>
      ${textField(frame('street', { all: true }), typed.street, html`autocomplete="address-line1" maxlength="200"`)}
      ${textField(frame('number'), typed.number === text.noNumberValue ? '' : typed.number, html`autocomplete="off" maxlength="20"`)}
      ${noNumber}
      <details class="more all" ${(typed.complement || isWrong('complement')) && html`open`}>
        <summary>${text.addComplement}</summary>
        ${textField(frame('complement'), typed.complement, html`autocomplete="address-line2" maxlength="100"`)}
      </details>
      ${textField(frame('neighborhood', { all: true }), typed.neighborhood, html`autocomplete="address-level3" maxlength="100"`)}
      ${textField(frame('city'), typed.city, html`autocomplete="address-level2" maxlength="100"`)}
      ${selectField(
        frame('state'),
        typed.state,
        text.stateChoice,
        states.map((value) => ({ value, text: value })),
        html`autocomplete="address-level1"`,
      )}
    </div>`;
}
