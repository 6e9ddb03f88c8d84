import { eventLimits, type Cents, type EventData } from '@retoma/commerce';
import { cutText, listAt, textAt } from '../read-json.ts';
import { readCents, sumCents } from '../read-money.ts';
import { webAddress } from './fields.ts';

type OrderData = NonNullable<EventData['order']>;

/** An amount with its tax; undefined: it is unknown or below zero. */
function withTax(holder: unknown, amount: string, tax: string): Cents | undefined {
  const sum = sumCents([readCents(textAt(holder, amount)), readCents(textAt(holder, tax) ?? '0')]);
  return sum !== undefined && sum >= 0 ? sum : undefined;
}

/** Total, subtotal and discount. The total is the shop's own: it has fees and taxes that no line has. */
export function amountsOf(json: unknown): Pick<OrderData, 'total' | 'subtotal' | 'discount'> {
  const total = readCents(textAt(json, 'total'));
  const subtotal = sumCents(listAt(json, 'line_items').map((line) => withTax(line, 'subtotal', 'subtotal_tax')));
  const discount = withTax(json, 'discount_total', 'discount_tax');
  return {
    ...(total !== undefined && total >= 0 && { total }),
    ...(subtotal !== undefined && { subtotal }),
    ...(discount !== undefined && { discount }),
  };
}

/** The lines of an order that have a name, at most as many as an event may have. */
export const readItems = (json: unknown): NonNullable<OrderData['items']> =>
  listAt(json, 'line_items')
    .slice(0, eventLimits.items)
    .flatMap((line) => {
      const title = cutText(textAt(line, 'name'), eventLimits.text);
      return title === undefined ? [] : [{ title, ...priceOf(line), ...productOf(line) }];
    });

function priceOf(line: unknown): { quantity: number; unit_price?: Cents; total?: Cents } {
  const written = textAt(line, 'quantity') ?? '';
  const quantity = /^\d{1,6}$/.test(written) ? Number(written) : 1;
  const total = withTax(line, 'total', 'total_tax');
  if (total === undefined) return { quantity };
  return { quantity, total, unit_price: Math.round(total / Math.max(1, quantity)) };
}

function productOf(line: unknown): { sku?: string; product_id?: string; image?: string; variant?: string } {
  const sku = cutText(textAt(line, 'sku'), eventLimits.text);
  const product = textAt(line, 'product_id');
  const image = webAddress(textAt(line, 'image', 'src'));
  const variant = cutText(optionsOf(line).join(', '), eventLimits.text);
  return {
    ...(sku !== undefined && { sku }),
    ...(product !== undefined && product !== '0' && { product_id: cutText(product, eventLimits.text) }),
    ...(image !== undefined && { image }),
    ...(variant !== '' && { variant }),
  };
}

/** `Cor: Azul`; members of plugins begin with a line. */
const optionsOf = (line: unknown): string[] =>
  listAt(line, 'meta_data')
    .slice(0, 20)
    .flatMap((meta) => {
      const key = textAt(meta, 'display_key');
      const value = textAt(meta, 'display_value');
      if (key === undefined || value === undefined || key.startsWith('_') || value.includes('<')) return [];
      return key.length + value.length > 200 ? [] : [`${key}: ${value}`];
    });

/** How an order is delivered; undefined: it says nothing. */
export function shippingOf(json: unknown): EventData['shipping'] {
  const name = cutText(textAt(json, 'shipping_lines', 0, 'method_title'), eventLimits.text);
  const price = withTax(json, 'shipping_total', 'shipping_tax');
  const address = shippingAddress(json, 'shipping') ?? shippingAddress(json, 'billing');
  if (name === undefined && price === undefined && address === undefined) return undefined;
  return {
    ...(name !== undefined && { name }),
    ...(price !== undefined && { price }),
    ...(address !== undefined && { address }),
  };
}

/** `number` and `neighborhood` come from a plugin for Brazil. */
function shippingAddress(json: unknown, which: 'shipping' | 'billing'): Record<string, string> | undefined {
  const members = {
    zipcode: 'postcode',
    street: 'address_1',
    number: 'number',
    complement: 'address_2',
    neighborhood: 'neighborhood',
    city: 'city',
    state: 'state',
  };
  if (textAt(json, which, 'address_1') === undefined) return undefined;
  const entries = Object.entries(members).flatMap(([ours, theirs]) => {
    const text = cutText(textAt(json, which, theirs), eventLimits.text);
    return text === undefined ? [] : [[ours, text] as const];
  });
  return Object.fromEntries(entries);
}
