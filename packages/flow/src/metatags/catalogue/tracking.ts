import { category, forPrograms, on, planned } from './row.ts';
import { samples } from './samples.ts';

/** The shipment of an order. */
// prettier-ignore
export const tracking = category('tracking', [
  ['code', 'text', on.tracking, 'AA123456785BR', ['Código de rastreio', 'Tracking code'], ['Código de rastreio do envio', 'Tracking code of the shipment']],
  ['url', 'url', on.tracking, samples.trackingPage, ['Link do rastreio', 'Tracking link'], ['Link para acompanhar a entrega', 'Link to follow the delivery']],
  ['carrier', 'text', on.tracking, 'Correios', ['Transportadora do envio', 'Carrier of the shipment'], ['Transportadora do envio', 'Carrier of the shipment']],
  ['status', 'text', on.tracking, 'in_transit', ['Situação do envio (sigla)', 'Shipment status (code)'], ['Situação atual do envio', 'Current status of the shipment'], forPrograms],
  ['previousCode', 'text', on.tracking, 'AA123456771BR', ['Código de rastreio anterior', 'Previous tracking code'], ['Código de rastreio anterior, quando foi trocado', 'Previous tracking code, where it was replaced']],
  ['updatedAt', 'date', on.tracking, '14/03/2026 10:20', ['Rastreio mudou em', 'Tracking changed at'], ['Data e hora da última mudança do rastreio', 'When the tracking last changed']],
  ['statusLabel', 'text', on.tracking, 'Em trânsito', ['Situação do envio', 'Shipment status'], ['Situação do envio por extenso', 'Status of the shipment in words']],
  ['estimatedDate', 'date', on.tracking, '20/03/2026 23:59', ['Previsão da transportadora', 'Expected by the carrier'], ['Planejado: previsão de entrega dada pela transportadora', 'Planned: delivery date expected by the carrier'], planned],
]);
