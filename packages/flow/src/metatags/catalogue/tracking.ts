import { category, on, planned } from './row.ts';
import { samples } from './samples.ts';

/** The shipment of an order. */
// prettier-ignore
export const tracking = category('tracking', [
  ['code', 'text', on.tracking, 'AA123456785BR', 'Código de rastreio do envio', 'Tracking code of the shipment'],
  ['url', 'url', on.tracking, samples.trackingPage, 'Link para acompanhar a entrega', 'Link to follow the delivery'],
  ['carrier', 'text', on.tracking, 'Correios', 'Transportadora do envio', 'Carrier of the shipment'],
  ['status', 'text', on.tracking, 'in_transit', 'Situação atual do envio', 'Current status of the shipment'],
  ['previousCode', 'text', on.tracking, 'AA123456771BR', 'Código de rastreio anterior, quando foi trocado', 'Previous tracking code, where it was replaced'],
  ['updatedAt', 'date', on.tracking, '14/03/2026 10:20', 'Data e hora da última mudança do rastreio', 'When the tracking last changed'],
  ['statusLabel', 'text', on.tracking, 'Em trânsito', 'Situação do envio por extenso', 'Status of the shipment in words'],
  ['estimatedDate', 'date', on.tracking, '20/03/2026 23:59', 'Planejado: previsão de entrega dada pela transportadora', 'Planned: delivery date expected by the carrier', planned],
]);
