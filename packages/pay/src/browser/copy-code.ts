import { all, find } from './dom.ts';

/** Shows the buttons that copy a code, and selects a code that is pressed. */
export function copyButtons(main: HTMLElement): void {
  for (const button of all<HTMLButtonElement>('[data-copy]', main)) {
    button.hidden = false;
    const hint = find('[data-no-script]', button.parentElement!)!;
    hint.hidden = true;
    button.addEventListener('click', () => void copy(button, hint));
  }
  for (const field of all<HTMLInputElement>('.code-field', main)) field.addEventListener('click', () => field.select());
}

/**
 * Copies the code: by the clipboard API; if a browser has none, as over plain http, or refuses it, by the selection; else selects it for
 * manual copying.
 */
async function copy(button: HTMLButtonElement, hint: HTMLElement): Promise<void> {
  const { copy: code = '', field = '', done = '', status = '', failed = '' } = button.dataset;
  const live = find('[data-copy-status]', button.parentElement!)!;
  const copied = await write(code).catch(() => copySelection(field));
  if (!copied) {
    select(field);
    button.hidden = true;
    hint.hidden = false;
    live.textContent = failed;
    return;
  }
  const label = find('span', button)!;
  const before = [...label.childNodes];
  label.textContent = done;
  live.textContent = status;
  for (const list of all('.steps')) all('li', list)[1]?.classList.add('now');
  window.setTimeout(() => {
    label.replaceChildren(...before);
    live.textContent = '';
  }, 3_000);
}

/** Rejects if there is no clipboard API, or if it refuses. */
async function write(code: string): Promise<true> {
  await navigator.clipboard.writeText(code);
  return true;
}

function select(id: string): void {
  const field = document.getElementById(id);
  if (field instanceof HTMLInputElement) field.select();
  else if (field) getSelection()?.selectAllChildren(field);
}

function copySelection(id: string): boolean {
  select(id);
  // Deprecated, but the only way to copy in browsers that refuse the clipboard API.
  return document.execCommand('copy');
}
