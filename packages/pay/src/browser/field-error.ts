import { find } from './dom.ts';

/** Shows the error of a field. */
export function showError(field: Element, text: string): void {
  const frame = field.closest('.field')!;
  frame.classList.remove('good');
  frame.classList.add('wrong');
  field.setAttribute('aria-invalid', 'true');
  const error = find('.error', frame)!;
  find('[data-error-text]', error)!.textContent = text;
  error.hidden = false;
}

/** Removes the error of a field. */
export function clearError(field: Element): void {
  const frame = field.closest('.field')!;
  frame.classList.remove('wrong');
  field.removeAttribute('aria-invalid');
  find('.error', frame)!.hidden = true;
}
