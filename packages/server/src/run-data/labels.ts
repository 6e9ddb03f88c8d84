// What a shopper reads for the words of our records: messages are in Portuguese.

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

/** An order's status in words; one that we do not know as it is. */
export const statusLabel = labelIn(statuses);
/** A payment method in words; one that we do not know as it is. */
export const paymentMethodLabel = labelIn(paymentMethods);
/** A shipment's status in words; one that we do not know as it is. */
export const shipmentLabel = labelIn(shipments);

/** `5 a 8 dias úteis`; undefined where no days are known. */
export function turnaroundLabel(from: number | undefined, to: number | undefined): string | undefined {
  const lastDay = to ?? from;
  if (lastDay === undefined) return undefined;
  const days = lastDay === 1 ? 'dia útil' : 'dias úteis';
  if (from === undefined) return `até ${lastDay} ${days}`;
  return from === lastDay ? `${lastDay} ${days}` : `${from} a ${lastDay} ${days}`;
}
