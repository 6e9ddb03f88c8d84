/** Copies by a selected field in a browser without a clipboard, as over plain http, so that every copy button works there too. */
export function copyWithoutClipboard(): void {
  // Absent outside of a secure context, although its type says otherwise.
  if ((navigator as { clipboard?: Clipboard }).clipboard) return;
  const unsupported = (): Promise<never> => Promise.reject(new Error('This browser does not offer its clipboard.'));
  const writeText = (text: string): Promise<void> => (copySelected(text) ? Promise.resolve() : unsupported());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText, readText: unsupported } });
}

/** Whether the text was copied. The field is beside the focused element, since a dialog keeps the focus within. */
function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  // Deprecated, but the only way to copy in such a browser.
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return isCopied;
}
