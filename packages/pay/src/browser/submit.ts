import { find } from './dom.ts';

/** The second step. Choosing Card loads another page, so that no script of a card provider is loaded before. */
export function methodForm(form: HTMLFormElement | null): void {
  const choices = form && find('[data-card-page]', form);
  if (!choices || find('.card', form)) return;
  choices.addEventListener('change', ({ target }) => {
    if ((target as HTMLInputElement).value === 'card') location.assign(choices.dataset['cardPage']!);
  });
}

/** Prevents a second submission; the button shows that the first is in progress. */
export function showWorking(event: Event): void {
  if (event.defaultPrevented) return;
  const button = (event as SubmitEvent).submitter;
  if (!button?.dataset['working']) return;
  if (button.getAttribute('aria-disabled') === 'true') {
    event.preventDefault();
    return;
  }
  button.setAttribute('aria-disabled', 'true');
  button.style.minWidth = `${button.offsetWidth}px`;
  button.textContent = button.dataset['working']!;
}
