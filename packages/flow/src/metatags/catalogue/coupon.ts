import { category, on, planned } from './row.ts';

/** Coupons: planned, since no action creates one yet. */
// prettier-ignore
export const coupon = category('coupon', [
  ['code', 'text', on.recovery, 'VOLTE10', ['Código do cupom', 'Coupon code'], ['Planejado: código do cupom criado pelo fluxo', 'Planned: code of the coupon made by the flow'], planned],
  ['expires_at', 'date', on.recovery, '20/03/2026 23:59', ['Validade do cupom', 'Coupon expiry'], ['Planejado: validade do cupom criado pelo fluxo', 'Planned: when the coupon made by the flow expires'], planned],
]);
