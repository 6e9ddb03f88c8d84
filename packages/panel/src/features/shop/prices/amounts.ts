/** What a number field holds: a number, or a text while it is empty or being typed. */
export type TypedNumber = number | string;

/** An amount of reais in cents; null: the field is empty. */
export const centsIn = (typed: TypedNumber): number | null => (typed === '' ? null : Math.round(Number(typed) * 100));

/** Cents as a field shows them, in reais; empty for null. */
export const reaisOf = (cents: number | null): TypedNumber => (cents === null ? '' : cents / 100);

/** A count; null: the field is empty. */
export const countOf = (typed: TypedNumber): number | null => (typed === '' ? null : Number(typed));

/** The properties of a field for an amount in reais. */
export const moneyField = {
  decimalSeparator: ',',
  thousandSeparator: '.',
  decimalScale: 2,
  prefix: 'R$ ',
  hideControls: true,
  max: 1_000_000,
  inputMode: 'decimal',
} as const;

/** The properties of a field for a percentage. */
export const percentField = {
  decimalSeparator: ',',
  decimalScale: 2,
  suffix: '%',
  hideControls: true,
  inputMode: 'decimal',
} as const;

/** The properties of a field for a whole number. */
export const countField = { allowDecimal: false, hideControls: true, min: 1, inputMode: 'numeric' } as const;

/** The products of a list that was typed, separated by commas or line breaks. */
export const productsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,\n]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];
