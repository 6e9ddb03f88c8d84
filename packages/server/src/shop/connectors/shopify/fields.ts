// The tables between Shopify's words and ours. A word that is not here has no meaning (CON2).
import { type OrderStatus } from '@retoma/commerce';

/** The most lines of an order or a cart that are read, from webhooks and lists alike, so that both give the same report. */
export const mostLines = 25;

const statuses: Readonly<Record<string, OrderStatus>> = {
  pending: 'pending',
  partially_paid: 'pending',
  authorized: 'processing',
  paid: 'paid',
  partially_refunded: 'paid',
  refunded: 'cancelled',
  voided: 'cancelled',
  expired: 'cancelled',
};

/** The status for a `financial_status`; undefined: none that is known. */
export const statusOf = (financialStatus: string | undefined): OrderStatus | undefined =>
  financialStatus !== undefined && Object.hasOwn(statuses, financialStatus) ? statuses[financialStatus] : undefined;

/** The payment method by the names of the gateways; undefined: they do not show it, as one gateway may offer all methods. */
export function methodOf(gateways: readonly string[]): 'pix' | 'boleto' | 'credit_card' | undefined {
  const names = gateways.join(' ');
  if (/(?<![a-z])pix(?![a-z])/i.test(names)) return 'pix';
  if (/boleto/i.test(names)) return 'boleto';
  return /cart[aã]o|credit.?card/i.test(names) ? 'credit_card' : undefined;
}

/** Whether a shopper bought in the shop on the internet: neither a test nor a sale at a counter. */
export const isRealSale = (isTest: unknown, source: string | undefined): boolean => isTest !== true && source !== 'pos';
