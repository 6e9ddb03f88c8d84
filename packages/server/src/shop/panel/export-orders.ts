import type { Locale } from '@retoma/commerce/locale';
import type { Context } from '../../context.ts';
import { csvFormats, readPages, writeCsv, type CsvFormats } from '../../base/csv.ts';
import { parseFilter } from '../../base/requested-filter.ts';
import { auditAccess } from '../../members/audit/audit-log.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { orderMessageCounts } from '../orders/queries/order-listings.ts';
import { pageOfOrders, type OrderReading } from '../orders/read-orders.ts';

const size = 500;

const texts = {
  'pt-BR': {
    heads:
      'Pedido;Quando;Estado;Pagamento;Pago em;Total;Devolvido;Venda;Nome;E-mail;Telefone;Rastreio;Mensagens enviadas',
    statuses: {
      pending: 'Aguardando pagamento',
      processing: 'Em análise',
      paid: 'Pago',
      failed: 'Recusado',
      cancelled: 'Cancelado',
    },
    methods: {
      pix: 'PIX',
      boleto: 'Boleto',
      card: 'Cartão',
      credit_card: 'Cartão',
      debit_card: 'Cartão',
      other: 'Outro',
    },
    sales: { received: '', marked: 'Marcado à mão', simulated: 'Simulado' },
  },
  en: {
    heads: 'Order;When;State;Payment;Paid at;Total;Refunded;Sale;Name;E-mail;Phone;Tracking;Messages sent',
    statuses: {
      pending: 'Waiting for payment',
      processing: 'In review',
      paid: 'Paid',
      failed: 'Refused',
      cancelled: 'Cancelled',
    },
    methods: { pix: 'PIX', boleto: 'Boleto', card: 'Card', credit_card: 'Card', debit_card: 'Card', other: 'Other' },
    sales: { received: '', marked: 'Marked as paid', simulated: 'Simulated' },
  },
} as const;

/** GET /panel/api/stores/:storeId/orders/export: the orders that match the filter of the list, as a file for spreadsheets (AUT11). */
export const exportOrdersHandlers = (context: Context): PanelHandlers<'exportOrders'> => ({
  exportOrders: async ({ params: { storeId }, query: { before: _before, ...query }, locale, audit }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const filter = parseFilter(query, { now: context.clock(), people: true });
    const formats = csvFormats(locale, store.timeZone);
    const rows = await readPages(async (before: string | undefined) => {
      const { orders, next } = await pageOfOrders(context.db, storeId, { ...filter, before }, size);
      const sent = await orderMessageCounts(
        context.db,
        storeId,
        orders.map(({ order }) => order),
      );
      return { rows: orders.map((reading) => orderCells(reading, sent, locale, formats)), next };
    });
    await auditAccess(context.db, audit, { storeId, action: 'orders_exported' });
    return { success: true, csv: writeCsv([texts[locale].heads.split(';'), ...rows], locale) };
  },
});

const plain = (value: unknown): string => (typeof value === 'string' ? value : '');

function orderCells(
  { order, payments, sale }: OrderReading,
  sent: ReadonlyMap<string, number>,
  locale: Locale,
  { money, instant, phone }: CsvFormats,
): string[] {
  const { heads: _heads, statuses, methods, sales } = texts[locale];
  const { orderId, number, externalId, createdAt, status, paymentMethod, paidAt, total, customer, tracking } = order;
  const refunded = payments.reduce((sum, payment) => sum + payment.refunded, 0);
  const known: Record<string, string> = methods;
  return [
    number ?? externalId ?? '',
    instant(createdAt),
    statuses[status],
    paymentMethod === null ? '' : (known[paymentMethod] ?? methods.other),
    instant(paidAt),
    money(total),
    money(refunded === 0 ? null : refunded),
    sale === null ? '' : sales[sale],
    plain(customer?.['name']),
    plain(customer?.['email']),
    phone(plain(customer?.['phone']) || null),
    plain(tracking?.['code']),
    String(sent.get(orderId) ?? 0),
  ];
}
