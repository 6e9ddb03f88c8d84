import type { Locale, Localized } from '@retoma/commerce/locale';
import { formatMoney } from '@retoma/commerce/money';

type LocalizedLabels = Readonly<Record<string, Localized>>;

const payments: LocalizedLabels = {
  paid: { 'pt-BR': 'pago', en: 'paid' },
  pending: { 'pt-BR': 'pendente', en: 'pending' },
  cancelled: { 'pt-BR': 'cancelado', en: 'cancelled' },
  processing: { 'pt-BR': 'em análise', en: 'being reviewed' },
  failed: { 'pt-BR': 'recusado', en: 'refused' },
};

const methods: LocalizedLabels = {
  pix: { 'pt-BR': 'PIX', en: 'PIX' },
  boleto: { 'pt-BR': 'boleto', en: 'boleto' },
  credit_card: { 'pt-BR': 'cartão de crédito', en: 'credit card' },
  debit_card: { 'pt-BR': 'cartão de débito', en: 'debit card' },
};

const shipments: LocalizedLabels = {
  pending: { 'pt-BR': 'aguardando postagem', en: 'waiting to be posted' },
  posted: { 'pt-BR': 'postado', en: 'posted' },
  in_transit: { 'pt-BR': 'em trânsito', en: 'in transit' },
  out_for_delivery: { 'pt-BR': 'saiu para entrega', en: 'out for delivery' },
  delivered: { 'pt-BR': 'entregue', en: 'delivered' },
  returned: { 'pt-BR': 'devolvido', en: 'returned' },
};

/** The shipment statuses that conditions and messages use; a store's own system may report others. */
export const shipmentStatuses = Object.keys(shipments);

const truths: LocalizedLabels = { true: { 'pt-BR': 'sim', en: 'yes' }, false: { 'pt-BR': 'não', en: 'no' } };

/** Fields with enumerated values, and the labels of these values. */
const labelsOf: Readonly<Record<string, LocalizedLabels>> = {
  payment_status: payments,
  payment_method: methods,
  'order.payment_method': methods,
  'tracking.status': shipments,
  'lead.isCompleted': truths,
};

/** The fields with an amount in cents. */
export const moneyFields: ReadonlySet<string> = new Set(['amount', 'order.total']);

/**
 * The label of a condition field's value: `paid` → `pago`, 20000 cents → `R$ 200,00`; several are joined by commas, a value without a label
 * is shown as it is.
 */
export function describeFieldValue(field: string, value: unknown, locale: Locale): string {
  if (Array.isArray(value)) return value.map((one) => describeFieldValue(field, one, locale)).join(', ');
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  // A no-break space, so that a line never ends between "R$" and its number.
  if (moneyFields.has(field) && /^-?\d{1,15}$/.test(text))
    return formatMoney(Number(text), locale).replace(' ', '\u00a0');
  const labels = Object.hasOwn(labelsOf, field) ? labelsOf[field]! : {};
  const key = text.toLowerCase();
  return Object.hasOwn(labels, key) ? labels[key]![locale] : text;
}
