import { find, inputIn, locale } from './dom.ts';
import { clearError, showError } from './field-error.ts';
import type * as personChecks from './person-checks.ts';

/** The checks of a person, loaded. */
export type PersonChecks = typeof personChecks;
type Checked = ReturnType<PersonChecks['checkEmail']>;

/** Whether a field has the unchanged masked value from the server. The server replaces it with the stored value. */
export const isMasked = ({ value, defaultValue }: HTMLInputElement): boolean =>
  value.includes('•') && value === defaultValue;

/** The server's check of a field; undefined for fields that have none. */
function validate(field: HTMLInputElement, checks: PersonChecks): Checked | undefined {
  if (isMasked(field)) return undefined;
  const isCnpj = inputIn(field.closest('form')!, 'document_kind')!.value === 'cnpj';
  const byName: Record<string, (text: string) => Checked> = {
    email: checks.checkEmail,
    name: checks.checkName,
    phone: checks.checkPhone,
    zipcode: checks.checkZipcode,
    document: isCnpj ? checks.checkCnpj : checks.checkDocument,
  };
  return byName[field.name]?.(field.value);
}

/** After the focus leaves a filled field: shows its error, or marks it as correct. */
export function checkField(field: HTMLInputElement, checks: PersonChecks): void {
  const checked = validate(field, checks);
  if (!checked) return;
  if (!checked.ok) return showError(field, checks.personIssueText(checked, locale));
  clearError(field);
  field.closest('.field')!.classList.add('good');
  if (field.name === 'document') field.value = checks.formatDocument(checked.value);
  if (field.name === 'phone') field.value = checks.formatPhone(checked.value);
  if (field.name === 'zipcode') field.value = checked.value;
  if (field.name === 'email') suggestEmail(field, checks);
}

/** While a wrong field is edited: removes its error as soon as the value is correct. */
export function recheckField(field: HTMLInputElement | HTMLSelectElement, checks: PersonChecks): void {
  const checked = field instanceof HTMLInputElement ? validate(field, checks) : undefined;
  if (checked ? checked.ok : field.value.trim() !== '') clearError(field);
}

/** Shows a button "Did you mean …@gmail.com?" that inserts the suggestion. */
function suggestEmail(field: HTMLInputElement, checks: PersonChecks): void {
  const frame = field.closest('.field')!;
  find('.suggest', frame)?.remove();
  const suggestion = checks.suggestEmail(field.value.trim());
  if (suggestion === undefined) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain suggest';
  button.textContent = checks.personHintText({ field: 'email', code: 'email_slip', suggestion }, locale);
  button.addEventListener('click', () => {
    field.value = suggestion;
    button.remove();
    field.focus();
  });
  frame.append(button);
}
