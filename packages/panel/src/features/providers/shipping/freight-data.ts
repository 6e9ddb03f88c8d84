import type { ApiResponse } from '../../../api/call.ts';

/** The freight settings of a store, as the service returns them. */
export type Freight = ApiResponse<'GET /panel/api/stores/:storeId/freight'>;

/** The value of a number field; a text while it is empty. */
export type Typed = number | string;

/** An amount that is typed in reais, in cents; null: empty. */
export const centsOf = (typed: Typed): number | null => (typed === '' ? null : Math.round(Number(typed) * 100));

/** An amount in reais, as a number field shows it. */
export const reaisOf = (cents: number): number => cents / 100;

/** A field for an amount in reais. */
export const moneyInput = {
  decimalSeparator: ',',
  thousandSeparator: '.',
  decimalScale: 2,
  prefix: 'R$ ',
  hideControls: true,
};
