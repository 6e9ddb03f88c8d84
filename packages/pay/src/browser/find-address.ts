import type { PersonChecks } from './check-field.ts';
import { find, inputIn, locale } from './dom.ts';
import { clearError } from './field-error.ts';

let lookedUp = '';

/** Fills in the address of a complete CEP. `found` is announced then. */
export async function findAddress(form: HTMLFormElement, found: string, checks: PersonChecks): Promise<void> {
  const field = inputIn(form, 'zipcode')!;
  const checked = checks.checkZipcode(field.value);
  const digits = checked.ok ? checked.value.replace('-', '') : '';
  if (!checked.ok || digits === lookedUp) return;
  lookedUp = digits;
  clearError(field);
  const status = find('[data-zipcode-status]', form)!;
  const address = await fetch(`/pay/cep/${digits}`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<Record<string, string>>) : undefined))
    .catch(() => undefined);
  if (lookedUp !== digits) return;
  status.textContent = address ? found : checks.personIssueText({ code: 'zipcode_unknown' }, locale);
  if (!address) return;
  for (const name of ['street', 'neighborhood', 'city', 'state']) fill(inputIn(form, name)!, address[name]);
  inputIn(form, address['street'] ? 'number' : 'street')!.focus();
}

/** Fills a field unless the shopper has typed into it; replaces what an earlier CEP filled in. */
function fill(field: HTMLInputElement | HTMLSelectElement, value: string | undefined): void {
  const isOurs = field.value === '' || field.dataset['filled'] === field.value;
  if (!value || !isOurs) return;
  field.value = value;
  field.dataset['filled'] = value;
  clearError(field);
}
