import { eventLimits, isHttpUrl, readPixCode, type Cents, type OrderStatus } from '@retoma/commerce';
import { readInstant } from '../read-instant.ts';
import { listAt, textAt, valueAt } from '../read-json.ts';
import { readCents } from '../read-money.ts';

/** What an order's status means. */
const meanings = new Map<string, OrderStatus>([
  ['waiting_payment', 'pending'],
  ['pending', 'pending'],
  ['authorized', 'processing'],
  ['paid', 'paid'],
  ['handling_products', 'paid'],
  ['invoiced', 'paid'],
  ['on_carriage', 'paid'],
  ['shipment_exception', 'paid'],
  ['delivered', 'paid'],
  ['refused', 'failed'],
  ['cancelled', 'cancelled'],
  ['refunded', 'cancelled'],
  ['chargeback', 'cancelled'],
]);

/** The status of an order; undefined: its word is unknown. */
export const statusOf = (order: unknown): OrderStatus | undefined =>
  meanings.get(textAt(order, 'status', 'data', 'alias') ?? '');

/** An instant, which has its date and its zone apart. São Paulo has no summer time. */
export function instantAt(json: unknown, ...path: readonly string[]): string | undefined {
  const offsets = { UTC: 'Z', 'America/Sao_Paulo': '-03:00' } as const;
  const zone = textAt(json, ...path, 'timezone') ?? '';
  return Object.hasOwn(offsets, zone)
    ? readInstant(textAt(json, ...path, 'date'), offsets[zone as keyof typeof offsets])
    : undefined;
}

/** An amount that is not below zero. */
export function centsAt(json: unknown, ...path: readonly string[]): Cents | undefined {
  const cents = readCents(textAt(json, ...path));
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

/** An http or https address that events accept. */
export const addressAt = (json: unknown, ...path: readonly string[]): string | undefined => {
  const text = textAt(json, ...path);
  return text !== undefined && text.length <= eventLimits.url && isHttpUrl(text) ? text : undefined;
};

/** The payment that decides: the one that is paid, else the latest. */
export function transactionOf(order: unknown): unknown {
  const all = listAt(order, 'transactions', 'data');
  return all.find((one) => textAt(one, 'status') === 'paid') ?? all.at(-1);
}

/** The method of a payment. */
export function methodOf(transaction: unknown): 'pix' | 'boleto' | 'credit_card' | undefined {
  const is = (member: string): boolean => valueAt(transaction, 'payment', 'data', member) === true;
  if (is('is_pix') || is('is_pix_in_installments')) return 'pix';
  if (is('is_billet')) return 'boleto';
  return is('is_credit_card') ? 'credit_card' : undefined;
}

/** The PIX code: a text of the order's PIX, or of its payment's data, that banks read. Where gateways write it is not documented. */
export function pixCodeOf(order: unknown, transaction: unknown): string | undefined {
  for (const text of [
    ...textsWithin(valueAt(order, 'pix')),
    ...textsWithin(valueAt(transaction, 'metadata')),
    ...textsWithin(transaction, 1),
  ]) {
    const { code, isRead } = text.startsWith('0002') ? readPixCode(text) : { code: '', isRead: false };
    if (isRead && code.length <= eventLimits.pix) return code;
  }
  return undefined;
}

/** The texts of a value, down to some depth; at most 200. */
function textsWithin(value: unknown, depth = 4): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value)
    .slice(0, 100)
    .flatMap((member) => textsWithin(member, depth - 1))
    .slice(0, 200);
}
