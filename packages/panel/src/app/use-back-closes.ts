import { useBlocker } from '@tanstack/react-router';

/** What the Back of a phone closes before it leaves the page: dialogs, sheets, and elements marked so. */
const layers = '[aria-modal="true"], [data-back-closes]';

const isSmall = (): boolean => matchMedia('(max-width: 899px)').matches;

/** Closes the layer that was opened last, as Esc does; returns whether there was one. */
function closeLayer(): boolean {
  const layer = [...document.querySelectorAll(layers)].at(-1);
  layer?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  return layer !== undefined;
}

/** On a small screen, where a layer fills the page, Back closes it instead of leaving the page. For the frame of all pages. */
export function useBackCloses(): void {
  useBlocker({
    shouldBlockFn: ({ action }) => action === 'BACK' && isSmall() && closeLayer(),
    enableBeforeUnload: false,
  });
}
