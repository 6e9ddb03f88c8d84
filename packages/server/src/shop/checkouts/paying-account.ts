import type { PaymentMethod } from '@retoma/commerce';
import type { MethodAccount } from './queries/purchases.ts';
import type { Purchase } from './purchase.ts';

/** The account that takes a method now. `other`: the other account of the method, or null. */
export type PayingAccount = {
  readonly account: MethodAccount;
  readonly other: MethodAccount | null;
  /** Whether it is the method's second account, since the first one is down. */
  readonly isFallback: boolean;
};

/** How long after a payment that was never made its purchase stays with the other account, in milliseconds. */
const staysMs = 10 * 60_000;

/**
 * COM40: the account that takes a method of a purchase: the first one, unless it counts as down, or certainly made nothing of this purchase's
 * newest payment by the method. `provider`: the one whose card form was filled in, which is taken if it is one of both. Undefined: the
 * method is not offered, or that provider has none of its accounts.
 */
export function payingAccount(
  { methods, payments }: Pick<Purchase, 'methods' | 'payments'>,
  method: PaymentMethod,
  now: number,
  provider?: string,
): PayingAccount | undefined {
  const offered = methods.find((one) => one.method === method);
  if (!offered) return undefined;
  const first: MethodAccount = offered;
  const { fallback, downUntil } = offered;
  const newest = payments.find((payment) => payment.method === method);
  const wasNeverMade =
    newest?.neverMade === true && newest.accountId === first.accountId && now - newest.createdAt < staysMs;
  const isDown = fallback !== null && ((downUntil !== null && downUntil > now) || wasNeverMade);
  const choices: readonly PayingAccount[] = [
    { account: first, other: fallback, isFallback: false },
    ...(fallback ? [{ account: fallback, other: first, isFallback: true }] : []),
  ];
  if (provider !== undefined) return choices.find(({ account }) => account.provider === provider);
  return choices.find(({ isFallback }) => isFallback === isDown);
}
