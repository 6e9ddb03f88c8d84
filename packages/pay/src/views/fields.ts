import { html, type Html } from '../html.ts';
import { icons } from './icons.ts';

/** A field of a form: its label above, a hint and what is wrong between the two. */
export type FieldView = {
  /** Its name and its id. */
  name: string;
  label: string;
  hint?: string | undefined;
  /** Behind the label, such as "(optional)". */
  note?: string | undefined;
  /** The error; a field without one has an empty element for it, for the script. */
  error?: string | undefined;
  /** Read aloud before an error, not shown. */
  errorWord: string;
  /** Beside the label, such as another kind of document. */
  aside?: Html | undefined;
  /** The whole width of a grid. */
  all?: boolean;
};

/** The frame of a field around its control, which must take `describedBy` and `id`. */
export function field(view: FieldView, control: (described: Html) => Html, below?: Html): Html {
  const { name, label, hint, note, error, errorWord, aside, all } = view;
  const described = html`id="${name}" aria-describedby="${hint !== undefined && `${name}-hint `}${name}-error"
  ${error !== undefined && html`aria-invalid="true"`}`;
  return html`<div class="field ${error !== undefined && 'wrong'} ${all && 'all'}" data-field-of="${name}">
    <div class="label">
      <label for="${name}">${label}${note !== undefined && html` <span>${note}</span>`}</label>${aside}
    </div>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <p class="error" id="${name}-error" ${error === undefined && html`hidden`}>
      ${icons.alert}<span><span class="hidden">${errorWord}</span><span data-error-text>${error}</span></span>
    </p>
    ${control(described)}${below}
  </div>`;
}

/** A field for a line of text. `attributes` are words of our own, never a shopper's. */
export const textField = (view: FieldView, value: string | undefined, attributes: Html, below?: Html): Html =>
  field(view, (described) => html`<input ${described} name="${view.name}" value="${value}" ${attributes} />`, below);

/** A field to choose from a list. `first` is the option for no choice. */
export function selectField(
  view: FieldView,
  value: string | undefined,
  first: string | undefined,
  options: readonly { value: string; text: string }[],
  attributes?: Html,
): Html {
  return field(
    view,
    (described) =>
      html`<select ${described} name="${view.name}" ${attributes}>
        ${first !== undefined && html`<option value="">${first}</option>`}
        ${options.map(
          (option) =>
            html`<option value="${option.value}" ${option.value === value && html`selected`}>${option.text}</option>`,
        )}
      </select>`,
  );
}
