const menus = '[role="menu"], .mantine-Popover-dropdown';
const opener = '[aria-haspopup][aria-expanded="true"]';
/** With this attribute on what has the focus, the dialogs of the kit leave Escape alone. */
const attribute = 'data-mantine-stop-propagation';

/**
 * Escape closes the menu, list or popover that has the focus, and nothing around it. Dialogs take the key at the window before anything
 * in them does, so this must be called before any of them is there. What closes itself on Escape looks at `defaultPrevented`.
 */
export function closeMenusFirst(): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.key !== 'Escape' || !(target instanceof HTMLElement)) return;
    const isOpener = target.matches(opener);
    if (!isOpener && target.closest(menus) === null) return;
    event.preventDefault();
    const before = target.getAttribute(attribute);
    target.setAttribute(attribute, 'true');
    setTimeout(() => (before === null ? target.removeAttribute(attribute) : target.setAttribute(attribute, before)));
    // A button whose menu was opened by the pointer keeps the focus, and the menu never gets the key.
    if (isOpener && target instanceof HTMLButtonElement) target.click();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
}
