import type { PaymentMethod } from '@retoma/commerce';
import { personIssueText } from '@retoma/commerce/person';
import { html, type Html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { texts } from '../texts/texts.ts';
import type { DetailField, DetailsView, FieldIssue } from '../view.ts';
import { addressFields, type DetailContext } from './address.ts';
import { consentBoxes } from './consents.ts';
import { textField } from './fields.ts';
import { icons } from './icons.ts';
import type { StateContext, StatePart } from './page.ts';
import { shippingPart } from './shipping.ts';

/** The first step: contact data and address. All typed values are kept, with errors beside them. */
export function details(state: DetailsView, { view, locale }: StateContext): StatePart {
  const { details: text } = texts[locale];
  const more: DetailContext = { state, locale, frame: frameOf(state, locale) };
  const { issues } = state;
  return {
    title: issues.length > 0 ? `${text.errorTitle}${text.title}` : text.title,
    sheets: ['form'],
    content: html`<h1>${text.title}</h1>
      <p class="lead">${state.masked ? text.maskedLead : text.lead}</p>
      ${offeredMethods(state, locale)} ${issues.length > 0 && problemSummary(more)}
      <form
        method="post"
        action="/pay/${view.checkoutId}/data"
        novalidate
        data-details
        data-say="${JSON.stringify(scriptTexts(locale))}"
      >
        ${contactFields(more)} ${state.offersCode && codeLink(more, view.checkoutId)}
        ${personFields(more, view.checkoutId)} ${state.address !== null && addressFields(more)}
        ${shippingPart(more, view.checkoutId)} ${state.consents.length > 0 && consentBoxes(more, view.store.name)}
        <button class="button" data-working="${texts[locale].method.working}">${text.next}</button>
        <p class="safe">${icons.lock}<span>${text.safe}</span></p>
      </form>`,
  };
}

const labelOf = (name: DetailField, { documentKind }: DetailsView): string =>
  name === 'document' ? documentKind : name;

const frameOf =
  (state: DetailsView, locale: Locale): DetailContext['frame'] =>
  (name, more) => {
    const { details: text } = texts[locale];
    const issue = state.issues.find(({ field }) => field === name);
    return {
      name,
      label: text.labels[labelOf(name, state) as keyof typeof text.labels],
      errorWord: text.errorWord,
      error: issue && issueText(issue, locale),
      ...more,
    };
  };

/** The text of a field's error. */
function issueText(issue: FieldIssue, locale: Locale): string {
  const { details: text } = texts[locale];
  if (issue.code === 'name_one_word') return text.nameOneWord;
  if (issue.field === 'shipping')
    return issue.code === 'shipping_gone' ? text.shippingUnavailable : text.shippingMissing;
  return personIssueText(issue, locale);
}

/** Texts for the script, besides those that it shares with the server. */
const scriptTexts = (locale: Locale): Record<string, string> => {
  const { searching, found, noAnswer, quoting, labels, withCnpj, withCpf } = texts[locale].details;
  return { searching, found, noAnswer, quoting, cpf: labels.cpf, cnpj: labels.cnpj, withCnpj, withCpf };
};

/** The payment methods of the second step, in one line; undefined if there is nothing to pay. */
function offeredMethods({ offered: { methods, installments } }: DetailsView, locale: Locale): Html | undefined {
  const { details: text, method } = texts[locale];
  if (methods.length === 0) return undefined;
  const say = (name: PaymentMethod): string =>
    name === 'card' && installments ? `${text.cardShort} ${method.upTo(installments)}` : method.names[name];
  return html`<ul class="offered" aria-label="${text.offered}">
    ${methods.map((name) => html`<li>${icons[name]}<span>${say(name)}</span></li>`)}
  </ul>`;
}

/** The summary of errors: takes the focus, and names each wrong field, which shows its own error. It is short: the form follows on a phone. */
function problemSummary({ state, locale, frame }: DetailContext): Html {
  const { details: text } = texts[locale];
  return html`<div class="problem" role="alert" tabindex="-1" autofocus id="problem">
    <h2>${text.problems(state.issues.length)}</h2>
    <ul>
      ${state.issues.map(({ field }) => html`<li><a href="#${field}">${frame(field).label}</a></li>`)}
    </ul>
  </div>`;
}

/** COM34: how to reach the shopper comes first, and is stored while it is typed. */
function contactFields({ state: { typed }, locale, frame }: DetailContext): Html {
  const { details: text } = texts[locale];
  return html`${textField(
      frame('email'),
      typed.email,
      html`type="email" autocomplete="email" inputmode="email" maxlength="254" spellcheck="false"`,
    )}
    ${textField(frame('phone'), typed.phone, html`type="tel" autocomplete="tel-national" inputmode="tel" maxlength="30"`)}
    <p class="hint below">${text.contactHint}</p>
    <label class="check scripted"><input type="checkbox" data-store-later />${text.storeLater}</label>`;
}

/** COM35: the same for every contact, so that it does not say who bought before. */
const codeLink = ({ locale }: DetailContext, checkoutId: string): Html =>
  html`<p class="after"><a href="/pay/${checkoutId}/code">${texts[locale].returning.offer}</a></p>`;

function personFields({ state, locale, frame }: DetailContext, checkoutId: string): Html {
  const { details: text } = texts[locale];
  const { typed, documentKind, confirmedName } = state;
  const isCpf = documentKind === 'cpf';
  const other = `/pay/${checkoutId}?document=${isCpf ? 'cnpj' : 'cpf'}`;
  const swap = html`<a href="${other}" data-swap-document>${isCpf ? text.withCnpj : text.withCpf}</a>`;
  return html`${textField(frame('name'), typed.name, html`autocomplete="name" maxlength="200" autocapitalize="words"`)}
    ${confirmedName !== undefined && html`<input type="hidden" name="confirmed_name" value="${confirmedName}" />`}
    ${textField(
      frame('document', { aside: swap }),
      typed.document,
      html`autocomplete="off" maxlength="30" spellcheck="false" autocapitalize="characters"
      inputmode="${isCpf ? 'numeric' : 'text'}"`,
    )} <input type="hidden" name="document_kind" value="${documentKind}" />`;
}
