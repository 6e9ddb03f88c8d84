import { useEffect, useLayoutEffect, type RefObject } from 'react';

const fields = 'input:not([type=hidden]):not([disabled]), textarea, select, [contenteditable=true]';

/** The field where writing begins: not one that only chooses the kind of message; in a form without fields its first button. */
const firstFieldIn = (panel: HTMLElement): HTMLElement | null =>
  panel.querySelector<HTMLElement>(`[data-fields] :is(${fields}):not([data-chooses-kind])`) ??
  panel.querySelector<HTMLElement>(`[data-fields] :is(${fields}, button)`);

/**
 * Focuses a panel that was opened from the keyboard or for a new step, then its first field once it is rendered. Each increase of `opening`
 * repeats it. A focus that has moved out of the panel element stays where it is.
 */
export function useFirstField(panel: RefObject<HTMLElement | null>, opening: number): void {
  useLayoutEffect(() => {
    if (opening > 0) panel.current?.focus({ preventScroll: true });
  }, [panel, opening]);
  useEffect(() => {
    const element = panel.current;
    if (opening === 0 || !element) return;
    const take = (): boolean => {
      const first = firstFieldIn(element);
      if (first && document.activeElement === element) first.focus();
      return first !== null;
    };
    if (take()) return;
    const coming = new MutationObserver(() => take() && coming.disconnect());
    coming.observe(element, { subtree: true, childList: true });
    return () => coming.disconnect();
  }, [panel, opening]);
}
