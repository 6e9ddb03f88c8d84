// Labels for shoppers of the values in records. Messages are in Portuguese.

const statuses: ReadonlyMap<string, string> = new Map([
  ['pending', 'Aguardando pagamento'],
  ['processing', 'Pagamento em análise'],
  ['paid', 'Pago'],
  ['failed', 'Pagamento recusado'],
  ['cancelled', 'Cancelado'],
]);

const paymentMethods: ReadonlyMap<string, string> = new Map([
  ['pix', 'PIX'],
  ['boleto', 'Boleto'],
  ['credit_card', 'Cartão de crédito'],
  ['debit_card', 'Cartão de débito'],
]);

const shipments: ReadonlyMap<string, string> = new Map([
  ['pending', 'Aguardando postagem'],
  ['posted', 'Postado'],
  ['in_transit', 'Em trânsito'],
  ['out_for_delivery', 'Saiu para entrega'],
  ['delivered', 'Entregue'],
  ['returned', 'Devolvido'],
]);

const labelIn =
  (labels: ReadonlyMap<string, string>) =>
  (word: unknown): unknown =>
    typeof word === 'string' ? (labels.get(word.toLowerCase()) ?? word) : undefined;

/** The label of an order's status; an unknown one is returned unchanged. */
export const statusLabel = labelIn(statuses);
/** The label of a payment method; an unknown one is returned unchanged. */
export const paymentMethodLabel = labelIn(paymentMethods);
/** The label of a shipment's status; an unknown one is returned unchanged. */
export const shipmentLabel = labelIn(shipments);

/** `5 a 8 dias úteis`; undefined if no days are known. */
export function turnaroundLabel(from: number | undefined, to: number | undefined): string | undefined {
  const lastDay = to ?? from;
  if (lastDay === undefined) return undefined;
  const days = lastDay === 1 ? 'dia útil' : 'dias úteis';
  if (from === undefined) return `até ${lastDay} ${days}`;
  return from === lastDay ? `${lastDay} ${days}` : `${from} a ${lastDay} ${days}`;
}
