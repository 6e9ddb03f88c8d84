import { category, legacy, on } from './row.ts';
import { samples } from './samples.ts';

/** Legacy names for the payment of an order. */
// prettier-ignore
export const payment = category('payment', [
  ['pix_code', 'text', on.pix, samples.pixCode, ['Código PIX (antigo)', 'PIX code (old)'], ['Legado: código PIX; use order.pix_code', 'Legacy: PIX code; use order.pix_code'], legacy('order.pix_code')],
  ['expiration_time', 'date', on.pixOrBoleto, '13/03/2026 14:05', ['Vencimento (antigo)', 'Due date (old)'], ['Legado: vencimento do pagamento; sem substituto ativo', 'Legacy: when the payment expires; no active replacement'], legacy()],
]);
