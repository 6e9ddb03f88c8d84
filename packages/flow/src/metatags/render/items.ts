import type { MetatagName } from '../catalogue/index.ts';
import { ownMember, type MetatagItem } from './data.ts';
import { escapeHtml, safeUrl } from './escape.ts';
import { formatInteger, formatMoney, formatText } from './format.ts';

/** A value derived from the items of an order or cart if the data lacks it. */
type FromItems = {
  readonly list: 'order.items' | 'cart.items';
  readonly value: (items: readonly MetatagItem[]) => unknown;
};

const fromOrder = (value: FromItems['value']): FromItems => ({ list: 'order.items', value });
const fromCart = (value: FromItems['value']): FromItems => ({ list: 'cart.items', value });
const ofFirst = (member: keyof MetatagItem) => (items: readonly MetatagItem[]) => items[0]?.[member];

const derived = {
  'order.items_count': fromOrder((items) => items.length),
  'order.items_quantity': fromOrder((items) => items.reduce((sum, item) => sum + (item.quantity ?? 1), 0)),
  'order.items_names': fromOrder((items) => items.map((item) => item.name ?? '')),
  'order.items_with_price': fromOrder((items) => items.map((item) => `${countedName(item)}${priceNote(item)}`)),
  'order.items_html': fromOrder(itemsTable),
  'order.items.first.name': fromOrder(ofFirst('name')),
  'order.items.first.quantity': fromOrder(ofFirst('quantity')),
  'order.items.first.price': fromOrder(ofFirst('price')),
  'order.items.first.total': fromOrder(ofFirst('total')),
  'order.items.first.image': fromOrder(ofFirst('image')),
  'order.items.first.url': fromOrder(ofFirst('url')),
  'order.items.first.sku': fromOrder(ofFirst('sku')),
  'order.items.first.variant': fromOrder(ofFirst('variant')),
  'order.items.first.vendor': fromOrder(ofFirst('vendor')),
  'order.items.first.product_id': fromOrder(ofFirst('product_id')),
  'cart.items_html': fromCart(itemsTable),
  'cart.itemsCount': fromCart((items) => items.length),
  'cart.items.first.name': fromCart(ofFirst('name')),
  'cart.items.first.image': fromCart(ofFirst('image')),
} as const satisfies Partial<Record<MetatagName, FromItems>>;

/** The metatags that can be derived from items. */
export type DerivedFromItems = keyof typeof derived;

/** How a metatag is derived from items, if it is. */
export const derivedFromItems: Partial<Record<MetatagName, FromItems>> = derived;

/** The items in an unchecked value: entries that are objects, each completed with name, quantity and total. */
export function itemsIn(value: unknown): MetatagItem[] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry) => typeof entry === 'object' && entry !== null).map(itemIn);
}

function itemIn(entry: object): MetatagItem {
  const text = (member: keyof MetatagItem): string => formatText(ownMember(entry, member));
  const cents = (member: keyof MetatagItem): number | null => {
    const amount = ownMember(entry, member);
    return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null;
  };
  const quantity = cents('quantity') ?? 1;
  const price = cents('price');
  return {
    name: text('name') || text('title'),
    quantity,
    price,
    total: cents('total') ?? (price === null ? null : price * quantity),
    image: text('image'),
    url: text('url'),
    sku: text('sku'),
    variant: text('variant'),
    vendor: text('vendor'),
    product_id: text('product_id'),
  };
}

/** A list as texts, one for each entry: `2x Camiseta` for an item; texts are kept. A single text counts as a finished list. */
export function listLines(value: unknown): string[] {
  if (!Array.isArray(value)) return [formatText(value)].filter((line) => line !== '');
  return value
    .map((entry) => (typeof entry === 'object' && entry !== null ? countedName(itemIn(entry)) : formatText(entry)))
    .filter((line) => line !== '');
}

/**
 * A list in one line of at most `limit` UTF-16 units (TAG5): the entries that do not fit are counted, `2x Camiseta e mais 3 itens`. If none
 * fits, only their number is left, which may be longer than `limit`. A finished list is divided at its commas.
 */
export function joinWithin(value: unknown, limit: number): string {
  const lines = listLines(value);
  const full = lines.join(', ');
  if (full.length <= limit) return full;
  const entries = lines.length === 1 ? full.split(', ') : lines;
  const rest = (count: number): string => {
    const left = entries.length - count;
    return `${count === 0 ? '' : ' e mais '}${left} ${left === 1 ? 'item' : 'itens'}`;
  };
  // Every text that says how many are left has at most the length of the one after no entry, and ` e mais `.
  const available = limit - rest(0).length - ' e mais '.length;
  let count = 0;
  let length = 0;
  while (count < entries.length && length + entries[count]!.length <= available) length += entries[count++]!.length + 2;
  return entries.slice(0, count).join(', ') + rest(count);
}

const countedName = (item: MetatagItem): string => (item.name ? `${formatInteger(item.quantity)}x ${item.name}` : '');

const priceNote = (item: MetatagItem): string =>
  item.name && item.price != null ? ` (${formatMoney(item.price)})` : '';

/**
 * The font of table cells. An MJML column has font size 0, and some mail programs do not let cells inherit a font, so every cell has it.
 * Long words break, so that a table is never wider than a phone.
 */
const cellFont = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#1f2933';

/** Gmail clips an e-mail at 102,400 bytes, and with it what comes last: a table takes up to about a third of them. */
const longestTable = 36_000;

/**
 * The items as a table for e-mail: image, name and quantity, price of the line. It is escaped here, since it is inserted as HTML. Items that
 * do not fit are counted in a last row.
 */
function itemsTable(items: readonly MetatagItem[]): string {
  if (items.length === 0) return '';
  const images = items.map(({ image }) => escapeHtml(safeUrl(image ?? '')));
  const hasImages = images.some((image) => image !== '');
  let rows = '';
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    const name = escapeHtml(countedName(item));
    const row =
      `<tr>${hasImages ? imageCell(images[index]!) : ''}` +
      `<td align="left" valign="middle" style="padding:8px 0;${cellFont};word-break:break-word">${name}</td>` +
      `<td align="right" valign="middle" style="padding:8px 0 8px 12px;${cellFont};white-space:nowrap">${formatMoney(item.total)}</td></tr>`;
    bytes += utf8.encode(row).length;
    if (index > 0 && bytes > longestTable) {
      rows += restRow(items.length - index, hasImages);
      break;
    }
    rows += row;
  }
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows}</table>`;
}

const utf8 = new TextEncoder();

const restRow = (count: number, hasImages: boolean): string =>
  `<tr><td colspan="${hasImages ? 3 : 2}" align="left" style="padding:8px 0;${cellFont}">e mais ${count} ${count === 1 ? 'item' : 'itens'}</td></tr>`;

/** A cell with an item's image. Screen readers skip the image: the name beside it says the same. */
function imageCell(image: string): string {
  const picture =
    image &&
    `<img src="${image}" width="64" alt="" style="display:block;width:64px;max-width:64px;height:auto;border:0;border-radius:6px">`;
  return `<td width="64" align="left" valign="middle" style="width:64px;padding:8px 12px 8px 0;${cellFont}">${picture}</td>`;
}
