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
    pending: 'waiting for payment',
    processing: 'payment in review',
    paid: 'paid',
    failed: 'payment refused',
    cancelled: 'cancelled',
  },
};

const stateLabels: Record<Locale, Record<Payment['state'], string>> = {
  'pt-BR': {
    creating: 'sem resposta ainda',
    pending: 'aguardando',
    processing: 'em análise',
    expired: 'vencido',
    cancelled: 'cancelado',
    failed: 'recusado',
    paid: 'pago',
    partially_refunded: 'devolvido em parte',
    refunded: 'devolvido',
    charged_back: 'tomado de volta pelo banco',
  },
  en: {
    creating: 'no answer yet',
    pending: 'waiting',
    processing: 'in review',
    expired: 'expired',
    cancelled: 'cancelled',
    failed: 'refused',
    paid: 'paid',
    partially_refunded: 'given back in part',
    refunded: 'given back',
    charged_back: 'charged back',
  },
};

const methodLabels: Record<Locale, Record<Payment['method'], string>> = {
  'pt-BR': { pix: 'PIX', boleto: 'boleto', card: 'cartão', manual: 'marcado à mão' },
  en: { pix: 'PIX', boleto: 'boleto', card: 'card', manual: 'marked by hand' },
};

const attentionLabels: Record<Locale, Record<OrderReading['attention'][number], string>> = {
  'pt-BR': {
    PAID_TWICE: 'foi pago mais de uma vez',
    PAID_NOT_WANTED: 'entrou dinheiro, e o pedido está cancelado',
    UNDERPAID: 'veio menos que o total',
    OVERPAID: 'veio mais que o total',
    PAID_LATE: 'foi pago com atraso',
    CHARGED_BACK: 'o banco tomou o dinheiro de volta',
    PARTLY_REFUNDED: 'parte do dinheiro foi devolvida',
    UNSIGNED_PRICE: 'preços sem a assinatura do servidor',
    ADDRESS_CHANGED: 'endereço trocado por outro navegador',
  },
  en: {
    PAID_TWICE: 'it was paid more than once',
    PAID_NOT_WANTED: 'money came, and the order is cancelled',
    UNDERPAID: 'less came than the total',
    OVERPAID: 'more came than the total',
    PAID_LATE: 'it was paid late',
    CHARGED_BACK: 'the bank took the money back',
    PARTLY_REFUNDED: 'a part of the money was given back',
    UNSIGNED_PRICE: 'prices without the signature of a server',
    ADDRESS_CHANGED: 'address changed by another browser',
  },
};

const texts = {
  'pt-BR': { customer: 'Cliente:', payments: 'Pagamentos:', tracking: 'Rastreio:', look: 'Atenção:' },
  en: { customer: 'Customer:', payments: 'Payments:', tracking: 'Tracking:', look: 'Look:' },
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
  const came = paid !== null && paid !== amount ? ` (${formatMoney(paid, locale)})` : '';
  const what = `${methodLabels[locale][method]} ${provider} ${formatMoney(amount, locale)}`;
  return `${paymentId}  ${iso(createdAt)}  ${what}: ${stateLabels[locale][state]}${why}${came}`;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
