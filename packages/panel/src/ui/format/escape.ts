const menus = '[role="menu"], .mantine-Popover-dropdown';
const opener = '[aria-haspopup][aria-expanded="true"]';
/** If the focused element has this attribute, Mantine's dialogs ignore Escape. */
const attribute = 'data-mantine-stop-propagation';

/**
 * Makes Escape close only the focused menu, list or popover, not the dialog around it. Dialogs handle the key on `window` before their
 * content does, so call this before any dialog is mounted. Own Escape handlers check `defaultPrevented`.
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
    // After a click, the button of a menu keeps the focus, so the menu itself gets no key events.
    if (isOpener && target instanceof HTMLButtonElement) target.click();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
}
