import type { PersonChecks } from './check-field.ts';
import { find, inputIn, locale } from './dom.ts';
import { clearError } from './field-error.ts';
import { quoteFreight } from './quote-freight.ts';

/** What the page says while an address is looked up, when it is filled in, and when no one answers. */
export type AddressTexts = { searching: string; found: string; noAnswer: string; quoting: string };

let lookedUp = '';

/** COM13: unfolds the address of a complete CEP, and fills it in. */
export async function findAddress(form: HTMLFormElement, texts: AddressTexts, checks: PersonChecks): Promise<void> {
  const field = inputIn(form, 'zipcode')!;
  const checked = checks.checkZipcode(field.value);
  const digits = checked.ok ? checked.value.replace('-', '') : '';
  if (!checked.ok || digits === lookedUp) return;
  lookedUp = digits;
  void quoteFreight(form, digits, texts.quoting);
  clearError(field);
  // At once: fields that appear with the answer would move the page while the shopper reads.
  delete find('[data-after-zipcode]', form)!.dataset['folded'];
  const status = find('[data-zipcode-status]', form)!;
  status.textContent = texts.searching;
  const address = await lookUp(digits);
  if (lookedUp !== digits) return;
  const isFound = typeof address === 'object';
  const unknown = checks.personIssueText({ code: 'zipcode_unknown' }, locale);
  status.textContent = isFound ? texts.found : address === 'unknown' ? unknown : texts.noAnswer;
  if (isFound)
    for (const name of ['street', 'neighborhood', 'city', 'state']) fill(inputIn(form, name)!, address[name]);
  // A CEP that does not exist may need a correction, and a shopper who went on to another field stays there.
  if (address === 'unknown' || document.activeElement !== field) return;
  inputIn(form, isFound && address['street'] ? 'number' : 'street')!.focus();
}

/** The address of a CEP; `unknown`: there is no such CEP; undefined: no answer, so nothing is known of the CEP. */
async function lookUp(digits: string): Promise<Record<string, string> | 'unknown' | undefined> {
  try {
    const answer = await fetch(`/pay/cep/${digits}`);
    if (answer.status === 404) return 'unknown';
    return answer.ok ? ((await answer.json()) as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** Fills a field unless the shopper has typed into it; replaces what an earlier CEP filled in. */
function fill(field: HTMLInputElement | HTMLSelectElement, value: string | undefined): void {
  const isOurs = field.value === '' || field.dataset['filled'] === field.value;
  if (!value || !isOurs) return;
  field.value = value;
  field.dataset['filled'] = value;
  clearError(field);
}
