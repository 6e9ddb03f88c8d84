import type { Metatag, MetatagType } from './catalogue/row.ts';
import { escapeFor, safeUrl, storable, type TextKind } from './escape.ts';
import { formatDate, formatInteger, formatMoney, formatText } from './format.ts';
import { listLines } from './items.ts';
import type { Placement } from './mjml.ts';
import { pixQrImage } from './pix-qr-image.ts';

/** Turns a value into what stands in the text: formatted, made safe for the kind of text, '' if there is nothing to show. */
export type Show = (value: unknown, options: { readonly baseUrl: string; readonly timeZone?: string }) => string;

/** How a metatag is shown in a kind of text. `place` says how HTML goes in, and is given in HTML only. */
export function showerFor(metatag: Metatag, kind: TextKind, place: Placement | undefined): Show {
  return showers[metatag.type](kind, metatag, place);
}

const nothing: Show = () => '';

const showers: Record<MetatagType, (kind: TextKind, metatag: Metatag, place: Placement | undefined) => Show> = {
  text: (kind) => {
    const escape = escapeFor[kind];
    return (value) => escape(typeof value === 'string' ? value : formatText(value));
  },
  money: (kind) => {
    const escape = escapeFor[kind];
    return (value) => escape(formatMoney(value));
  },
  integer: (kind) => {
    const escape = escapeFor[kind];
    return (value) => escape(formatInteger(value));
  },
  date: (kind) => {
    const escape = escapeFor[kind];
    return (value, { timeZone }) => escape(formatDate(value, timeZone));
  },
  url: (kind) => {
    // An address inside an address keeps its slashes: it usually is the whole of it.
    const escape = kind === 'url' ? storable : escapeFor[kind];
    return (value) => (typeof value === 'string' ? escape(safeUrl(value)) : '');
  },
  list: (kind) => {
    const escape = escapeFor[kind];
    if (kind === 'html') return (value) => listLines(value).map(escape).join('<br>');
    return (value) => escape(listLines(value).join(', '));
  },
  html: (_kind, metatag, place) => {
    if (!place) return nothing;
    if (metatag.name === 'order.pix_qr_code') {
      return (value, { baseUrl }) => place(pixQrImage(formatText(value), baseUrl));
    }
    return (value) => place(formatText(value));
  },
};
