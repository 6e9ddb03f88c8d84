import { trusted, type Html } from '../html.ts';

const icon = (shapes: string): Html => trusted(`<svg viewBox="0 0 16 16" aria-hidden="true">${shapes}</svg>`);

/** Drawn in the colour of the text; not read aloud, since words beside each say the same. */
export const icons = {
  lock: icon('<rect x="3.2" y="7" width="9.6" height="6.8" rx="1.6"/><path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2"/>'),
  chevron: icon('<path d="m4 6 4 4 4-4"/>'),
  alert: icon('<path d="M8 2.2 14.4 13H1.6z"/><path d="M8 6.4v3M8 11.2v.1"/>'),
  clock: icon('<circle cx="8" cy="8" r="6"/><path d="M8 4.6V8l2.3 1.6"/>'),
  link: icon('<path d="M6.6 9.4 9.4 6.6M7 4.6l1.6-1.6a3 3 0 0 1 4.4 4.4L11.4 9M9 11.4 7.4 13A3 3 0 0 1 3 8.6L4.6 7"/>'),
  pause: icon('<circle cx="8" cy="8" r="6"/><path d="M6.6 6v4M9.4 6v4"/>'),
  mail: icon('<rect x="2" y="3.4" width="12" height="9.2" rx="1.6"/><path d="m2.6 4.6 5.4 4 5.4-4"/>'),
  phone: icon(
    '<path d="M5.6 2.4 6.8 5.4 5.3 6.7a7.4 7.4 0 0 0 4 4l1.3-1.5 3 1.2v2.2a1.2 1.2 0 0 1-1.3 1.2A10.6 10.6 0 0 1 2.2 3.7a1.2 1.2 0 0 1 1.2-1.3z"/>',
  ),
  shop: icon('<path d="M2.6 6.4h10.8M3.4 6.6v6.2h9.2V6.6M2.4 6.2l1-3.2h9.2l1 3.2M6.4 12.6V9.4h3.2v3.2"/>'),
};
