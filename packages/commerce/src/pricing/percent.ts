import { MAX_CENTS, type Cents } from '../money.ts';

/** Exactly round half up(amount x percent / 100), for any decimals of `percent`: floats would lose a cent at .5. */
export function percentOf(amount: Cents, percent: number): Cents {
  if (!Number.isSafeInteger(amount)) return 0;
  const { digits, scale } = decimalOf(percent);
  return roundHalfUp(BigInt(amount) * digits, 100n * scale);
}

/** Round half up(dividend / divisor) for a dividend that is not negative; at most MAX_CENTS + 1, which no caller accepts as an amount. */
export function roundHalfUp(dividend: bigint, divisor: bigint): Cents {
  const rounded = (dividend * 2n + divisor) / (divisor * 2n);
  return rounded > BigInt(MAX_CENTS) ? MAX_CENTS + 1 : Number(rounded);
}

/** `12.5` → 125 / 10; `1e-7` → 1 / 10,000,000. */
function decimalOf(value: number): { digits: bigint; scale: bigint } {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e');
  const [integer = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(integer + fraction);
  return places >= 0
    ? { digits, scale: 10n ** BigInt(places) }
    : { digits: digits * 10n ** BigInt(-places), scale: 1n };
}
