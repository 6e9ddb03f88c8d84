import type { OfferedMethods } from '@retoma/pay';
import { payable, type Purchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../context.ts';

type Payments = Pick<Context, 'payments'>;

/** A provider by its name; undefined: this release no longer has it. */
export const providerOf = ({ provider }: { provider: string }, { payments }: Payments) =>
  (payments as Readonly<Record<string, Context['payments'][keyof Context['payments']] | undefined>>)[provider];

/** The payment methods of a purchase in the order of the page, with the most instalments of a card. */
export function presentMethods(purchase: Purchase, payments: Payments): OfferedMethods {
  const { total } = payable(purchase);
  if (total === 0) return { methods: [], installments: null };
  const card = purchase.methods.find(({ method }) => method === 'card');
  const installments = (card && providerOf(card, payments)?.installments?.(card.settings, total)) ?? null;
  return {
    methods: pageOrder.filter((name) => purchase.methods.some(({ method }) => method === name)),
    installments: installments && installments.max > 1 ? installments : null,
  };
}

const pageOrder = ['pix', 'card', 'boleto'] as const;
