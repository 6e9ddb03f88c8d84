import type { FocusEvent, MouseEvent } from 'react';

/** Handlers of a field whose text is selected when it takes the focus, so that what is typed replaces it. */
export const selectOnFocus = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>): void => currentTarget.select(),
  // The press that brings the focus would put the caret into the text again.
  onMouseDown(event: MouseEvent<HTMLInputElement>): void {
    if (document.activeElement === event.currentTarget) return;
    event.preventDefault();
    event.currentTarget.focus();
  },
};
