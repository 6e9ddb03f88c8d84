import type { FocusEvent, MouseEvent } from 'react';

/** Handlers that select the text of a field on focus, so that typing replaces it. */
export const selectOnFocus = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>): void => currentTarget.select(),
  // Prevents that the click which focuses the field moves the caret and so clears the selection.
  onMouseDown(event: MouseEvent<HTMLInputElement>): void {
    if (document.activeElement === event.currentTarget) return;
    event.preventDefault();
    event.currentTarget.focus();
  },
};
