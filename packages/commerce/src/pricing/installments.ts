import { MAX_CENTS, type Cents } from '../money.ts';
import { roundHalfUp } from './percent.ts';
import type { InstallmentRule } from './price-rules.ts';

/** COM29: one way to divide an amount. `interest`: total - amount. The first instalment is `total - each x (count - 1)`. */
export type InstallmentOption = {
  readonly count: number;
  readonly each: Cents;
  readonly total: Cents;
  readonly interest: Cents;
};

/** COM29: the instalments of an amount by a store's rule, from 1 on. Each is at least the rule's smallest, except a single one. */
export function installmentOptions(rule: InstallmentRule, amount: Cents): InstallmentOption[] {
  const options: InstallmentOption[] = [];
  for (let count = 1; count <= rule.max; count++) {
    const option = divided(rule, amount, count);
    if (count > 1 && (option.each < rule.smallest || option.total > MAX_CENTS)) break;
    options.push(option);
  }
  return options;
}

/** COM29: an amount in `count` instalments; undefined: the rule does not offer them. */
export const installmentOption = (rule: InstallmentRule, amount: Cents, count: number): InstallmentOption | undefined =>
  installmentOptions({ ...rule, max: Math.min(rule.max, count) }, amount)[count - 1];

/** Free of interest the total stays, and the first instalment has the rest of the division. Otherwise all are equal. */
function divided(rule: InstallmentRule, amount: Cents, count: number): InstallmentOption {
  if (count <= rule.interestFree || rule.monthlyHundredths === 0) {
    return { count, each: Math.floor(amount / count), total: amount, interest: 0 };
  }
  const each = equalInstallment(amount, rule.monthlyHundredths, count);
  const total = Math.max(amount, each * count);
  return { count, each, total, interest: total - amount };
}

/**
 * COM29: the instalment of the French system (Tabela Price), the first a month after the purchase: amount x i / (1 - (1 + i)^-count),
 * rounded half up to a cent. Computed with whole numbers: 1 + i = (10,000 + hundredths) / 10,000.
 */
function equalInstallment(amount: Cents, hundredths: number, count: number): Cents {
  const scale = 10_000n;
  const rate = BigInt(hundredths);
  const grown = (scale + rate) ** BigInt(count);
  return roundHalfUp(BigInt(amount) * rate * grown, scale * (grown - scale ** BigInt(count)));
}
