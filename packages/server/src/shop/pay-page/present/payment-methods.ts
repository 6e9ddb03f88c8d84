import type { InstallmentOption, PaymentMethod } from '@retoma/commerce';
import type { InstallmentsView, OfferedMethods, PriceView } from '@retoma/pay';
import { payingAccount } from '../../checkouts/paying-account.ts';
import { purchaseInstallments } from '../../checkouts/purchase-price.ts';
import { chosenShipping, payable, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../../context.ts';
import { presentPrice } from './price.ts';

type Payments = Pick<Context, 'payments'>;

/** A provider by its name; undefined: this release no longer has it. */
export const providerOf = ({ provider }: { provider: string }, { payments }: Payments) =>
  (payments as Readonly<Record<string, Context['payments'][keyof Context['payments']] | undefined>>)[provider];

/** The payment methods of a purchase in the order of the page, with the most instalments of a card. */
export function presentMethods(purchase: Purchase, payments: Payments, now: number): OfferedMethods {
  const { total } = payable(purchase);
  if (total === 0) return { methods: [], installments: null };
  const installments = installmentsOf(purchase, payments, now);
  return {
    methods: pageOrder.filter((name) => purchase.methods.some(({ method }) => method === name)),
    installments: installments && installments.max > 1 ? installments : null,
  };
}

const pageOrder = ['pix', 'card', 'boleto'] as const;

/** COM29: the instalments of a card: those of the store's rule that its provider can take, else the provider's; null: there are none. */
function installmentsOf(purchase: Purchase, payments: Payments, now: number): InstallmentsView | null {
  const divided = presentDivided(purchase, payments, now);
  if (!divided) return ofProvider(purchase, payments, now);
  return { max: divided.length, interestFree: divided.filter(({ interest }) => interest === 0).length };
}

/** COM29: the instalments of the store's rule that the provider of cards can take; null: the store has no rule. */
export function presentDivided(purchase: Purchase, payments: Payments, now: number): InstallmentOption[] | null {
  const divided = purchaseInstallments(purchase, chosenShipping(purchase)?.cost ?? null);
  const max = ofProvider(purchase, payments, now)?.max ?? 1;
  return divided && divided.filter(({ count }) => count <= max);
}

/** The instalments of the account that takes cards now (COM40). */
function ofProvider(purchase: Purchase, payments: Payments, now: number): InstallmentsView | null {
  const card = payingAccount(purchase, 'card', now)?.account;
  const { total } = payable(purchase, { method: 'card', installments: 1 });
  return (card && providerOf(card, payments)?.installments?.(card.settings, total)) ?? null;
}

/** COM27: the price by method; null: every method costs the same, with the same discount. */
export function presentPrices(
  purchase: Purchase,
  methods: readonly PaymentMethod[],
): Partial<Record<PaymentMethod, PriceView>> | null {
  const prices = methods.map((method) => [method, presentPrice(purchase, { method, installments: 1 })] as const);
  // A total that the store's own system raised (COM7a) may be the same for methods with different discounts.
  const [first] = prices;
  const isSame = prices.every(([, one]) => one.total === first![1].total && one.discount === first![1].discount);
  return isSame ? null : Object.fromEntries(prices);
}
