import { withoutWebAddress } from '@retoma/commerce/web-address';
import type { Metatag, MetatagType } from '../catalogue/row.ts';
import { escapeFor, escapeHtml, safeUrl, storable } from './escape.ts';
import type { TextKind } from '../../members/member.ts';
import { formatDate, formatFreight, formatInteger, formatMoney, formatText } from './format.ts';
import { joinWithin, listLines } from './items.ts';
import { pixQrImage } from './pix-qr-image.ts';

/** How values are shown. `listLimit`: the longest list in a text that is not HTML, in UTF-16 units; absent: lists are whole. */
type ShowOptions = { readonly baseUrl: string; readonly timeZone?: string; readonly listLimit?: number };

/** Converts a value to text: formatted, made safe for the kind of text, '' if there is nothing to show. */
export type Show = (value: unknown, options: ShowOptions) => string;

/** Returns how a metatag is shown in a kind of text. */
export function showerFor(metatag: Metatag, kind: TextKind): Show {
  return showers[metatag.type](kind, metatag);
}

/** Returns how a metatag is shown in an address of HTML: percent-encoded as in any address, then escaped as in any attribute (TAG2). */
export function showInAddress(metatag: Metatag): Show {
  if (metatag.type === 'html') return nothing;
  const show = showers[metatag.type]('url', metatag);
  return (value, options) => escapeHtml(show(value, options));
}

const nothing: Show = () => '';

const showers: Record<MetatagType, (kind: TextKind, metatag: Metatag) => Show> = {
  text: (kind, { shopperText }) => {
    const escape = escapeFor[kind];
    if (shopperText) return (value) => escape(withoutWebAddress(formatText(value)));
    return (value) => escape(typeof value === 'string' ? value : formatText(value));
  },
  money: (kind, metatag) => {
    const escape = escapeFor[kind];
    if (metatag.name === 'shipping.price') return (value) => escape(formatFreight(value));
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
    // An address inside an address keeps its slashes: it usually is the whole address.
    const escape = kind === 'url' ? storable : escapeFor[kind];
    return (value) => (typeof value === 'string' ? escape(safeUrl(value)) : '');
  },
  list: (kind) => {
    const escape = escapeFor[kind];
    if (kind === 'html') return (value) => listLines(value).map(escape).join('<br>');
    return (value, { listLimit = Infinity }) => escape(joinWithin(value, listLimit));
  },
  html: (kind, metatag) => {
    if (kind !== 'html') return nothing;
    if (metatag.name === 'order.pix_qr_code') {
      return (value, { baseUrl }) => pixQrImage(formatText(value), baseUrl);
    }
    return (value) => formatText(value);
  },
};
