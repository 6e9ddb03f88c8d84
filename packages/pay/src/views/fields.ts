import { html, type Html } from '../html.ts';
import { icons } from './icons.ts';

/** A form field: the label is above it, the hint and the error are between both. */
export type FieldView = {
  /** The field's name and id. */
  name: string;
  label: string;
  hint?: string | undefined;
  /** The error's text. Without it the element is rendered hidden, for the script. */
  error?: string | undefined;
  /** Read by screen readers before the error, not visible. */
  errorWord: string;
  /** Beside the label, such as a link to another kind of document. */
  aside?: Html | undefined;
  /** Whether the field takes the whole width of a grid. */
  all?: boolean;
};

/** The markup around a control; the control must include `described`: its id and ARIA attributes. */
export function field(view: FieldView, control: (described: Html) => Html, below?: Html): Html {
  const { name, label, hint, error, errorWord, aside, all } = view;
  const described = html`id="${name}" aria-describedby="${hint !== undefined && `${name}-hint `}${name}-error"
  ${error !== undefined && html`aria-invalid="true"`}`;
  return html`<div class="field ${error !== undefined && 'wrong'} ${all && 'all'}" data-field-of="${name}">
    <div class="label"><label for="${name}">${label}</label>${aside}</div>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <p class="error" id="${name}-error" ${error === undefined && html`hidden`}>
      ${icons.alert}<span><span class="hidden">${errorWord}</span><span data-error-text>${error}</span></span>
    </p>
    ${control(described)}${below}
  </div>`;
}

/** A one-line text field. `attributes` are our own HTML, never a shopper's input. */
export const textField = (view: FieldView, value: string | undefined, attributes: Html, below?: Html): Html =>
  field(view, (described) => html`<input ${described} name="${view.name}" value="${value}" ${attributes} />`, below);

/** A select field. `first` is the option for no choice. */
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
