import { trusted, type Html } from '../html.ts';

const icon = (shapes: string, name = ''): Html =>
  trusted(`<svg viewBox="0 0 16 16" aria-hidden="true"${name && ` class="${name}"`}>${shapes}</svg>`);

/** Icons in the colour of the text. Screen readers skip them, since the text beside each says the same. */
export const icons = {
  lock: icon('<rect x="3.2" y="7" width="9.6" height="6.8" rx="1.6"/><path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2"/>'),
  chevron: icon('<path d="m4 6 4 4 4-4"/>', 'turn'),
  alert: icon('<path d="M8 2.2 14.4 13H1.6z"/><path d="M8 6.4v3M8 11.2v.1"/>'),
  clock: icon('<circle cx="8" cy="8" r="6"/><path d="M8 4.6V8l2.3 1.6"/>'),
  link: icon('<path d="M6.6 9.4 9.4 6.6M7 4.6l1.6-1.6a3 3 0 0 1 4.4 4.4L11.4 9M9 11.4 7.4 13A3 3 0 0 1 3 8.6L4.6 7"/>'),
  pause: icon('<circle cx="8" cy="8" r="6"/><path d="M6.6 6v4M9.4 6v4"/>'),
  mail: icon('<rect x="2" y="3.4" width="12" height="9.2" rx="1.6"/><path d="m2.6 4.6 5.4 4 5.4-4"/>'),
  phone: icon(
    '<path d="M5.6 2.4 6.8 5.4 5.3 6.7a7.4 7.4 0 0 0 4 4l1.3-1.5 3 1.2v2.2a1.2 1.2 0 0 1-1.3 1.2A10.6 10.6 0 0 1 2.2 3.7a1.2 1.2 0 0 1 1.2-1.3z"/>',
  ),
  shop: icon('<path d="M2.6 6.4h10.8M3.4 6.6v6.2h9.2V6.6M2.4 6.2l1-3.2h9.2l1 3.2M6.4 12.6V9.4h3.2v3.2"/>'),
  check: icon('<path d="m3 8.6 3.2 3.2L13 4.8"/>'),
  cross: icon('<path d="m4 4 8 8M12 4l-8 8"/>'),
  copy: icon(
    '<rect x="5.4" y="5.4" width="8" height="8" rx="1.6"/><path d="M10.6 5.2V4A1.4 1.4 0 0 0 9.2 2.6H4A1.4 1.4 0 0 0 2.6 4v5.2A1.4 1.4 0 0 0 4 10.6h1.2"/>',
  ),
  eye: icon('<path d="M1.6 8S4 3.8 8 3.8 14.4 8 14.4 8 12 12.2 8 12.2 1.6 8 1.6 8z"/><circle cx="8" cy="8" r="1.9"/>'),
  card: icon('<rect x="1.8" y="3.4" width="12.4" height="9.2" rx="1.6"/><path d="M1.8 6.4h12.4"/>'),
  boleto: icon('<path d="M2.4 3.4v9.2M5 3.4v9.2M7 3.4v9.2M10 3.4v9.2M11.6 3.4v9.2M13.6 3.4v9.2"/>'),
  pix: icon('<path d="m8 1.9 6.1 6.1L8 14.1 1.9 8z"/><path d="M4.6 5.3 8 8.6l3.4-3.3M4.6 10.7 8 7.4l3.4 3.3"/>'),
  paper: icon('<path d="M4 1.8h5.4L12.4 5v9.2H4z"/><path d="M9.2 2v3.2h3M6 8.4h4.4M6 11h4.4"/>'),
};
