import { html, type Html } from '../html.ts';
import { texts } from '../texts/texts.ts';
import type { ReturningView } from '../view.ts';
import { textField } from './fields.ts';
import type { StateContext, StatePart } from './page.ts';

/** COM35: a shopper who bought before asks for a code with a contact, then types the code. */
export function returning(state: ReturningView, { view, locale }: StateContext): StatePart {
  const { returning: text, details, method } = texts[locale];
  const { step, contact, by, problem } = state;
  const error = problem === null ? undefined : text.problems[problem];
  const frame = { errorWord: details.errorWord, error };
  const field: Html =
    step === 'code'
      ? textField(
          { ...frame, name: 'code', label: text.code },
          '',
          html`inputmode="numeric" autocomplete="one-time-code" maxlength="6" autofocus`,
        )
      : textField(
          { ...frame, name: 'contact', label: text.contact[by] },
          contact,
          html`autocomplete="${by === 'phone' ? 'tel-national' : 'email'}" maxlength="254" spellcheck="false"
          inputmode="${by === 'phone' ? 'tel' : 'email'}" autofocus`,
        );
  const address = `/pay/${view.checkoutId}`;
  return {
    title: error === undefined ? text.title : `${details.errorTitle}${text.title}`,
    sheets: ['form'],
    content: html`<h1>${text.title}</h1>
      <p class="lead">${step === 'code' ? text.sent : text.lead}</p>
      <form method="post" action="${address}/code" novalidate>
        ${field}
        <button class="button" data-working="${method.working}">${step === 'code' ? text.prove : text.request}</button>
      </form>
      ${step === 'code' && html`<p class="after"><a href="${address}/code?again">${text.again}</a></p>`}
      <p class="after"><a href="${address}">${text.without}</a></p>`,
  };
}
