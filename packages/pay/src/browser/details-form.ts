import { checkField, isMasked, recheckField, type PersonChecks } from './check-field.ts';
import { find, inputIn } from './dom.ts';
import { clearError } from './field-error.ts';
import { findAddress, type AddressTexts } from './find-address.ts';

/** Texts that the form holds for the script. */
type Texts = AddressTexts & { cpf: string; cnpj: string; withCnpj: string; withCpf: string };

/** The first step: checks fields while they are filled in, and completes the address of a CEP. */
export function detailsForm(form: HTMLFormElement | null): void {
  if (!form) return;
  const texts = JSON.parse(form.dataset['say']!) as Texts;
  let checks: Promise<PersonChecks> | undefined;
  const load = (): Promise<PersonChecks> => (checks ??= import('./person-checks.ts'));
  const complete = (): void => void load().then((checks) => findAddress(form, texts, checks));
  form.addEventListener('focusin', () => void load().then((checks) => checks.storeContact(form)), {
    once: true,
  });
  form.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && isMasked(target)) target.select();
  });
  form.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement && target.value.trim() !== '')
      void load().then((checks) => checkField(target, checks));
  });
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const field = target.closest('.field');
    field?.classList.remove('good');
    if (field?.classList.contains('wrong')) void load().then((checks) => recheckField(target, checks));
    if (target instanceof HTMLInputElement && !isMasked(target)) void load().then(({ maskField }) => maskField(target));
    if (target.name === 'zipcode') complete();
  });
  // A browser may have kept a CEP from before.
  if (find('[data-folded]', form) && inputIn(form, 'zipcode')!.value) complete();
  swapDocument(form, texts);
  const noNumber = inputIn(form, 'no_number');
  noNumber?.addEventListener('change', () => {
    if (noNumber.checked) clearError(inputIn(form, 'number')!);
  });
}

/** Switches between CPF and CNPJ without loading a page, which would lose the entered data. */
function swapDocument(form: HTMLFormElement, texts: Texts): void {
  const link = find('[data-swap-document]', form);
  link?.addEventListener('click', (event) => {
    event.preventDefault();
    const kind = inputIn(form, 'document_kind')!;
    kind.value = kind.value === 'cpf' ? 'cnpj' : 'cpf';
    const isCpf = kind.value === 'cpf';
    const field = inputIn(form, 'document')!;
    find('label', field.closest('.field')!)!.textContent = isCpf ? texts.cpf : texts.cnpj;
    link.textContent = isCpf ? texts.withCnpj : texts.withCpf;
    field.inputMode = isCpf ? 'numeric' : 'text';
    clearError(field);
    field.focus();
  });
}
