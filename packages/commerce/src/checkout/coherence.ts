import type { Cents } from '../money.ts';
import { MAX_CENTS } from '../money.ts';
import type { Cart, Discount } from './schema.ts';
import type { Totals } from './totals.ts';

/** The texts of the warnings of the 201 response. */
export const warningCodes = {
  SUBTOTAL_MISMATCH: {
    en: 'subtotalPrice differs from the sum of the lines; the shopper pays the computed value',
    'pt-BR': 'subtotalPrice difere da soma dos itens; o cliente paga o valor calculado',
  },
  TOTAL_MISMATCH: {
    en: 'totalPrice differs from subtotal less discount; the shopper pays the computed value',
    'pt-BR': 'totalPrice difere do subtotal menos desconto; o cliente paga o valor calculado',
  },
  DISCOUNT_MISMATCH: {
    en: 'totalDiscount differs from the sum of the discounts; the computed value is used',
    'pt-BR': 'totalDiscount difere da soma dos descontos; vale o valor calculado',
  },
  DISCOUNT_IGNORED: {
    en: 'is ignored: send amount in cents, or type (percentage, fixed) with value',
    'pt-BR': 'é ignorado: envie amount em centavos, ou type (percentage, fixed) com value',
  },
  LINE_PRICE_MISMATCH: {
    en: 'linePrice differs from unit price times quantity less discount; the computed value is used',
    'pt-BR': 'linePrice difere do preço vezes a quantidade menos o desconto; vale o valor calculado',
  },
  REDIRECT_NOT_USED: {
    en: 'this URL is not used because it is not on the website of the store: sign the cart, or add the host in the store settings',
    'pt-BR':
      'esta URL não é usada porque não é do site da loja: assine o carrinho, ou informe o domínio nas configurações da loja',
  },
} as const satisfies Record<string, { en: string; 'pt-BR': string }>;

/** The code of a warning of the 201 response. */
export type WarningCode = keyof typeof warningCodes;

/** A member that was sent and does not count: a price that differs from the computed one (CHK5; both in cents), or an address (COM7a). */
export type CheckoutWarning = { code: WarningCode; path: string; sent?: Cents; computed?: Cents; message: string };

/** CHK5: a warning for every sent price that differs from the computed one, and for every discount that counts for nothing. */
export function coherenceWarnings(cart: Cart, totals: Totals): CheckoutWarning[] {
  const warnings: CheckoutWarning[] = [];
  const compare = (code: WarningCode, path: string, sent: Cents | undefined, computed: Cents): void => {
    if (sent === undefined || sent === computed) return;
    warnings.push({ code, path, sent, computed, message: warningCodes[code].en });
  };
  compare('SUBTOTAL_MISMATCH', 'cart.subtotalPrice', cart.subtotalPrice, totals.subtotal);
  compare('TOTAL_MISMATCH', 'cart.totalPrice', cart.totalPrice, totals.total);
  compare('DISCOUNT_MISMATCH', 'cart.totalDiscount', cart.totalDiscount, totals.discount);
  cart.discounts?.forEach((discount, index) => {
    if (isIncomplete(discount)) {
      const sent = Math.min(Math.round(discount.value ?? 0), MAX_CENTS);
      const message = warningCodes.DISCOUNT_IGNORED.en;
      warnings.push({ code: 'DISCOUNT_IGNORED', path: `cart.discounts[${index}]`, sent, computed: 0, message });
    }
  });
  cart.items.forEach((item, index) => {
    if (item.linePrice === undefined) return;
    compare('LINE_PRICE_MISMATCH', `cart.items[${index}].linePrice`, item.linePrice, totals.lines[index]!);
  });
  return warnings;
}

/** Whether a discount says how much it is meant to be, but not completely: a value without a type, or a type without a value. */
function isIncomplete({ type, value, amount }: Discount): boolean {
  if (amount !== undefined) return false;
  return type === undefined ? (value ?? 0) > 0 : type !== 'shipping' && value === undefined;
}
