import { localized, type Localized } from '../locale.ts';
import { formatMoney, type Cents } from '../money.ts';

/** COM28: why a coupon is not accepted, with its text for shoppers. */
export const couponRefusals = {
  COUPON_UNKNOWN: localized(
    'Este cupom não existe. Confira se digitou certo.',
    'There is no such coupon. Check the spelling.',
  ),
  COUPON_NOT_STARTED: localized('Este cupom ainda não começou a valer.', 'This coupon is not valid yet.'),
  COUPON_ENDED: localized('Este cupom já venceu.', 'This coupon has ended.'),
  COUPON_USED_UP: localized('Este cupom esgotou.', 'This coupon has been used up.'),
  COUPON_BELOW_MINIMUM: localized('Este cupom vale em compras maiores.', 'This coupon is for larger purchases.'),
  COUPON_OTHER_PRODUCTS: localized(
    'Este cupom não vale para estes produtos.',
    'This coupon is not for these products.',
  ),
  COUPON_HELD: localized(
    'Este cupom está reservado por compras que ainda não foram pagas. Tente mais tarde.',
    'This coupon is reserved by purchases that are not paid yet. Try again later.',
  ),
  COUPON_USED_BY_PERSON: localized('Você já usou este cupom.', 'You have used this coupon before.'),
  COUPON_FIRST_PURCHASE: localized(
    'Este cupom vale só na primeira compra.',
    'This coupon is for a first purchase only.',
  ),
} as const satisfies Record<string, Localized>;

/** COM28: the code of such a refusal. */
export type CouponRefusalCode = keyof typeof couponRefusals;

/** COM28: such a refusal. `minimum`: with COUPON_BELOW_MINIMUM, what the goods must cost. */
export type CouponRefusal = { readonly code: CouponRefusalCode; readonly minimum?: Cents };

/** The text of a refusal for shoppers. */
export function couponRefusalText({ code, minimum }: CouponRefusal, locale: 'pt-BR' | 'en'): string {
  if (minimum === undefined) return couponRefusals[code][locale];
  const amount = formatMoney(minimum, locale);
  return locale === 'en'
    ? `This coupon is for purchases from ${amount}.`
    : `Este cupom vale em compras a partir de ${amount}.`;
}
