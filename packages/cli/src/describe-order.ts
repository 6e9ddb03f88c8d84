import { formatMoney, type OrderReading } from '@retoma/server/commands';
import type { Locale } from './language.ts';

type Payment = OrderReading['payments'][number];

/** Labels of payment statuses (COM4). */
const statusLabels: Record<Locale, Record<OrderReading['order']['status'], string>> = {
  'pt-BR': {
    pending: 'aguardando pagamento',
    processing: 'pagamento em análise',
    paid: 'pago',
    failed: 'pagamento recusado',
    cancelled: 'cancelado',
  },
  en: {
    pending: 'awaiting payment',
    processing: 'payment in review',
    paid: 'paid',
    failed: 'payment declined',
    cancelled: 'cancelled',
  },
};

const stateLabels: Record<Locale, Record<Payment['state'], string>> = {
  'pt-BR': {
    creating: 'em criação',
    pending: 'aguardando',
    processing: 'em análise',
    expired: 'vencido',
    cancelled: 'cancelado',
    failed: 'recusado',
    paid: 'pago',
    partially_refunded: 'reembolsado em parte',
    refunded: 'reembolsado',
    charged_back: 'estornado pelo banco',
  },
  en: {
    creating: 'creating',
    pending: 'pending',
    processing: 'in review',
    expired: 'expired',
    cancelled: 'cancelled',
    failed: 'declined',
    paid: 'paid',
    partially_refunded: 'partially refunded',
    refunded: 'refunded',
    charged_back: 'charged back',
  },
};

const methodLabels: Record<Locale, Record<Payment['method'], string>> = {
  'pt-BR': { pix: 'PIX', boleto: 'boleto', card: 'cartão', manual: 'marcado como pago' },
  en: { pix: 'PIX', boleto: 'boleto', card: 'card', manual: 'marked as paid' },
};

const attentionLabels: Record<Locale, Record<OrderReading['attention'][number], string>> = {
  'pt-BR': {
    PAID_TWICE: 'pago mais de uma vez',
    PAID_NOT_WANTED: 'pago depois do cancelamento',
    UNDERPAID: 'pago a menos',
    OVERPAID: 'pago a mais',
    PAID_LATE: 'pago com atraso',
    CHARGED_BACK: 'estornado pelo banco',
    PARTLY_REFUNDED: 'reembolsado em parte',
    UNSIGNED_PRICE: 'preços sem a assinatura do servidor da loja',
    ADDRESS_CHANGED: 'endereço trocado por outro navegador',
  },
  en: {
    PAID_TWICE: 'paid more than once',
    PAID_NOT_WANTED: 'paid after cancellation',
    UNDERPAID: 'paid less than the total',
    OVERPAID: 'paid more than the total',
    PAID_LATE: 'paid late',
    CHARGED_BACK: 'charged back by the bank',
    PARTLY_REFUNDED: 'partially refunded',
    UNSIGNED_PRICE: 'prices not signed by the store’s server',
    ADDRESS_CHANGED: 'address changed from another browser',
  },
};

const texts = {
  'pt-BR': { customer: 'Cliente:', payments: 'Pagamentos:', tracking: 'Rastreio:', look: 'Atenção:' },
  en: { customer: 'Customer:', payments: 'Payments:', tracking: 'Tracking:', look: 'Attention:' },
} as const;

const iso = (at: number): string => new Date(at).toISOString();

/** An order in one line: id, time, number, total, status, and why the order needs attention. */
export function describeOrderLine({ order, attention }: OrderReading, locale: Locale): string {
  const { orderId, createdAt, number, externalId, total, status } = order;
  const sum = total === null ? '' : ` ${formatMoney(total, locale)}`;
  const look = attention.map((one) => attentionLabels[locale][one]).join(', ');
  const summary = `${number ?? externalId ?? ''}${sum}: ${statusLabels[locale][status]}`.trim();
  return `${orderId}  ${iso(createdAt)}  ${summary}${look === '' ? '' : ` (${look})`}`;
}

/** An order with its items, payments and shipment. */
export function describeOrder(reading: OrderReading, locale: Locale): string {
  const { order, payments, attention } = reading;
  const say = texts[locale];
  const customer = ['name', 'email', 'phone'].map((member) => order.customer?.[member]).filter(isText);
  const tracking = ['code', 'carrier', 'status', 'url'].map((member) => order.tracking?.[member]).filter(isText);
  return [
    describeOrderLine({ ...reading, attention: [] }, locale),
    ...attention.map((one) => `${say.look} ${attentionLabels[locale][one]}.`),
    ...(customer.length > 0 ? [`${say.customer} ${customer.join(', ')}`] : []),
    ...(order.items ?? []).map(({ quantity, title }) => `  ${String(quantity)}x ${String(title)}`),
    ...(payments.length > 0 ? [say.payments] : []),
    ...payments.map((payment) => `  ${describePayment(payment, locale)}`),
    ...(tracking.length > 0 ? [`${say.tracking} ${tracking.join(', ')}`] : []),
  ].join('\n');
}

function describePayment(payment: Payment, locale: Locale): string {
  const { paymentId, createdAt, method, provider, amount, state, reason, paid } = payment;
  const why = state === 'failed' && reason !== null ? ` (${reason})` : '';
  const received = paid !== null && paid !== amount ? ` (${formatMoney(paid, locale)})` : '';
  const what = `${methodLabels[locale][method]} ${provider} ${formatMoney(amount, locale)}`;
  return `${paymentId}  ${iso(createdAt)}  ${what}: ${stateLabels[locale][state]}${why}${received}`;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
