import type { PricedPurchase } from '@retoma/commerce/price';
import { centsIn, countOf, reaisOf, type TypedNumber } from './amounts.ts';
import { reductionOf, typedReduction, type TypedReduction } from './reduction.ts';

/** The price rules of a store (COM27, COM29). */
export type PriceRules = PricedPurchase['rules'];

/** The payment methods, in the order of the page. */
export const methods = ['pix', 'boleto', 'card'] as const;

/** A payment method. */
export type Method = (typeof methods)[number];

/** The discount of a method, as typed. An empty reduction: there is none. */
export type TypedDiscount = TypedReduction & { minimum: TypedNumber; maximum: TypedNumber };

/** Price rules as typed. `max`, `interestFree`, `interest` and `smallest` count only with `hasInstallments`. */
export type TypedRules = Record<Method, TypedDiscount> & {
  hasInstallments: boolean;
  max: TypedNumber;
  interestFree: TypedNumber;
  interest: TypedNumber;
  smallest: TypedNumber;
  minimumOrder: TypedNumber;
};

/** Price rules, as the fields show them. */
export function typedRules({ methodDiscounts, installments, minimumOrder }: PriceRules): TypedRules {
  const of = (method: Method): TypedDiscount => {
    const discount = methodDiscounts.find((one) => one.method === method);
    const { minimum = 0, maximum = null } = discount ?? {};
    const reduction = typedReduction(discount?.reduction ?? null);
    return { ...reduction, minimum: reaisOf(minimum === 0 ? null : minimum), maximum: reaisOf(maximum) };
  };
  return {
    pix: of('pix'),
    boleto: of('boleto'),
    card: of('card'),
    hasInstallments: installments !== null,
    max: installments?.max ?? 12,
    interestFree: installments?.interestFree ?? 3,
    interest: reaisOf(installments?.monthlyHundredths ?? 0),
    smallest: reaisOf(installments?.smallest ?? 500),
    minimumOrder: reaisOf(minimumOrder === 0 ? null : minimumOrder),
  };
}

/** The typed rules as the service stores them; null: a field of the instalments is empty, or they contradict each other. */
export function rulesOf(typed: TypedRules): PriceRules | null {
  const installments = installmentsOf(typed);
  if (installments === undefined) return null;
  const methodDiscounts = methods.flatMap((method) => {
    const { minimum, maximum, ...reduced } = typed[method];
    const reduction = reductionOf(reduced);
    return reduction ? [{ method, reduction, minimum: centsIn(minimum) ?? 0, maximum: centsIn(maximum) || null }] : [];
  });
  return { methodDiscounts, installments, minimumOrder: centsIn(typed.minimumOrder) ?? 0 };
}

/** Undefined: they are not complete. */
function installmentsOf(typed: TypedRules): PriceRules['installments'] | undefined {
  if (!typed.hasInstallments) return null;
  const [max, interestFree] = [countOf(typed.max), countOf(typed.interestFree)];
  const [monthlyHundredths, smallest] = [centsIn(typed.interest), centsIn(typed.smallest)];
  if (max === null || interestFree === null || monthlyHundredths === null || !smallest) return undefined;
  return interestFree < 1 || interestFree > max ? undefined : { max, interestFree, monthlyHundredths, smallest };
}
