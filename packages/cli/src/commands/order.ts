import {
  acceptOrder,
  cancelOrder,
  findOrderIds,
  importTracking,
  listOrders,
  markPaid,
  orderStatuses,
  refundOrder,
  setTracking,
  showOrder,
  trackingCsvRefusals,
  withDatabase,
  type CommandContext,
  type OrderReading,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type CommandOutput } from '../command.ts';
import { describeOrder, describeOrderLine } from '../describe-order.ts';
import { languageOption, type Locale } from '../language.ts';
import { readText } from '../read-file.ts';
import { isUuid, uuid, integerOption } from '../option-values.ts';
import { storeNotFound, readOfStore, storeCommand, type StoreInput } from '../store-command.ts';

const maxListed = 50;
const maxCents = 9_007_199_254_740_991;

const texts = {
  ORDER_NOT_FOUND: { 'pt-BR': 'Esta loja não tem esse pedido.', en: 'This store has no such order.' },
  ORDER_PAID: { 'pt-BR': 'O pedido já está pago.', en: 'The order is already paid.' },
  ORDER_CANCELLED: { 'pt-BR': 'O pedido já está cancelado.', en: 'The order is already cancelled.' },
  PAYMENT_NOT_FOUND: { 'pt-BR': 'O pedido não tem esse pagamento.', en: 'The order has no such payment.' },
  NOT_PAID: { 'pt-BR': 'Não há valor a reembolsar.', en: 'There is nothing to refund.' },
  REFUND_IN_PROGRESS: {
    'pt-BR': 'O reembolso já está em andamento.',
    en: 'A refund is already in progress.',
  },
  NOTHING_TO_ACCEPT: {
    'pt-BR': 'Este pedido ainda não recebeu nenhum pagamento.',
    en: 'No payment has been received for this order.',
  },
  MANUAL_REFUND_REQUIRED: {
    'pt-BR': 'Faça o reembolso pelo seu banco e repita o comando com --manual.',
    en: 'Refund the payment through your bank, then repeat the command with --manual.',
  },
  REFUND_TOO_HIGH: {
    'pt-BR': 'O valor é maior do que resta do pagamento.',
    en: 'The amount is more than what is left of the payment.',
  },
  REFUND_CHANGED: { 'pt-BR': 'O pedido mudou enquanto isso.', en: 'The order changed meanwhile.' },
  REFUND_REFUSED: { 'pt-BR': 'O provedor recusou o reembolso.', en: 'The provider refused the refund.' },
  PROVIDER_UNAVAILABLE: {
    'pt-BR': 'O provedor não respondeu. Confira o pedido antes de tentar de novo.',
    en: 'The provider did not respond. Check the order before you try again.',
  },
  INVALID_TRACKING: trackingCsvRefusals.INVALID_TRACKING,
  ORDER_AMBIGUOUS: trackingCsvRefusals.ORDER_AMBIGUOUS,
} as const;

/** An order for `--json`, with instants in ISO 8601. */
function orderJson({ order, payments, attention }: OrderReading): object {
  const { statusAt, paidAt, createdAt, updatedAt, ...members } = order;
  return {
    ...members,
    ...withInstants({ statusAt, paidAt, createdAt, updatedAt }),
    attention,
    payments: payments.map(({ expiresAt, stateAt, createdAt, pollAt, pollCount, ...payment }) => ({
      ...payment,
      ...withInstants({ expiresAt, stateAt, createdAt, checkAt: pollAt }),
      checks: pollCount,
    })),
  };
}

const withInstants = (instants: Record<string, number | null>): object =>
  Object.fromEntries(
    Object.entries(instants).map(([name, at]) => [name, at === null ? null : new Date(at).toISOString()]),
  );

const list = storeCommand({
  usage: 'order list --store ID [--status S]',
  summary: `List the ${maxListed} most recent orders of a store`,
  options: {
    status: { type: 'string', value: orderStatuses.join('|'), description: 'Filter by status' },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const wanted = input.values['status'];
    const status = orderStatuses.find((one) => one === wanted);
    if (wanted !== undefined && !status) throw new UsageError(`--status must be one of: ${orderStatuses.join(', ')}`);
    const orders = await readOfStore(input, (db, storeId) => listOrders(db, storeId, { status, limit: maxListed }));
    if (!orders) return storeNotFound(storeId);
    const lines = orders.map((order) => describeOrderLine(order, locale));
    const none = { 'pt-BR': 'Nenhum pedido.', en: 'No orders.' }[locale];
    return { json: { orders: orders.map(orderJson) }, text: lines.join('\n') || none };
  },
});

type Refused = { ok: false; code: keyof typeof texts; reason?: string };

/** Runs an operation on the order with the given name, and shows the order afterwards. */
async function onOrder(
  input: StoreInput,
  verb: (context: CommandContext, storeId: string, orderId: string) => Promise<{ ok: true } | Refused> = () =>
    Promise.resolve({ ok: true }),
): Promise<CommandOutput> {
  const { storeId, locale } = input;
  const name = input.args[0]!;
  return withDatabase(input.environment, async (context) => {
    const named = isUuid(name) ? [name.toLowerCase()] : await findOrderIds(context.db, storeId, name);
    const [orderId, ...more] = named;
    if (orderId === undefined) throw new UsageError(`${name} is not a valid order ID or number`);
    if (more.length > 0) return orderRefused({ ok: false, code: 'ORDER_AMBIGUOUS' }, locale);
    const done = await verb(context, storeId, orderId);
    if (!done.ok) return orderRefused(done, locale);
    const reading = await showOrder(context.db, storeId, orderId);
    if (!reading) return orderRefused({ ok: false, code: 'ORDER_NOT_FOUND' }, locale);
    return { json: { order: orderJson(reading) }, text: describeOrder(reading, locale) };
  });
}

function orderRefused({ code, reason }: Refused, locale: Locale): CommandOutput {
  const text = texts[code][locale];
  return refusal(code, reason === undefined ? text : `${text} (${reason})`);
}

const show = storeCommand({
  usage: 'order show ORDERID --store ID',
  summary: 'Show an order, its payments and its shipment',
  args: 1,
  run: (input) => onOrder(input),
});

const markPaidCommand = storeCommand({
  usage: 'order mark-paid ORDERID --store ID [--amount CENTS]',
  summary: 'Mark an order as paid',
  options: {
    lang: languageOption,
    amount: {
      type: 'string',
      value: 'CENTS',
      description: 'Amount received, in cents (default: the amount due)',
    },
  },
  args: 1,
  run(input) {
    const amount = integerOption(input, 'amount', maxCents);
    return onOrder(input, ({ orders, audit }, storeId, orderId) => markPaid(orders, storeId, orderId, amount, audit));
  },
});

const accept = storeCommand({
  usage: 'order accept ORDERID --store ID',
  summary: 'Accept the amount received as full payment',
  args: 1,
  run: (input) => onOrder(input, ({ orders, audit }, storeId, orderId) => acceptOrder(orders, storeId, orderId, audit)),
});

const cancel = storeCommand({
  usage: 'order cancel ORDERID --store ID',
  summary: 'Cancel an unpaid order and its pending payments',
  args: 1,
  run: (input) => onOrder(input, ({ orders, audit }, storeId, orderId) => cancelOrder(orders, storeId, orderId, audit)),
});

const refund = storeCommand({
  usage: 'order refund ORDERID --store ID [--payment ID] [--amount CENTS] [--manual]',
  summary: 'Refund an order or a part of it',
  options: {
    lang: languageOption,
    payment: { type: 'string', value: 'ID', description: 'Refund only this payment' },
    amount: { type: 'string', value: 'CENTS', description: 'Amount to refund, in cents (default: everything)' },
    manual: {
      type: 'boolean',
      description: 'Record a refund that was made outside Retoma; the provider is not called',
    },
  },
  args: 1,
  run(input) {
    const { payment, manual } = input.values;
    const paymentId = typeof payment === 'string' ? uuid(payment, 'payment') : undefined;
    const amount = integerOption(input, 'amount', maxCents);
    const request = { paymentId, amount, isReturned: manual === true };
    return onOrder(input, ({ orders }, storeId, orderId) => refundOrder(orders, storeId, orderId, request));
  },
});

const track = storeCommand({
  usage: 'order track ORDERID --code C [--url U] [--carrier N] [--status S]|--csv FILE --store ID',
  summary: 'Set the tracking of an order, or import tracking codes from a CSV file',
  options: {
    lang: languageOption,
    code: { type: 'string', value: 'C', description: 'Tracking code' },
    url: { type: 'string', value: 'U', description: 'Tracking URL' },
    carrier: { type: 'string', value: 'N', description: 'Carrier' },
    status: { type: 'string', value: 'S', description: 'Shipment status' },
    csv: {
      type: 'string',
      value: 'FILE',
      description: 'CSV file with the columns pedido, codigo, transportadora, url and status (- for standard input)',
    },
  },
  args: 'any',
  run(input) {
    const { csv } = input.values;
    if (typeof csv === 'string') return trackMany(input, csv);
    if (input.args.length !== 1) throw new UsageError('order track requires ORDERID or --csv FILE');
    const text = (name: string): string | undefined => {
      const value = input.values[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    const tracking = {
      code: required(input, 'code'),
      url: text('url'),
      carrier: text('carrier'),
      status: text('status'),
    };
    return onOrder(input, ({ orders, audit }, storeId, orderId) =>
      setTracking(orders, storeId, orderId, tracking, audit),
    );
  },
});

/** Imports a file of tracking codes. The exit status is 1 if a row is left out. */
async function trackMany(input: StoreInput, file: string): Promise<CommandOutput> {
  if (input.args.length > 0) throw new UsageError('ORDERID and --csv cannot be used together');
  const { storeId, locale } = input;
  const text = readText(file);
  const imported = await withDatabase(input.environment, ({ orders, audit }) =>
    importTracking(orders, storeId, text, { apply: true }, audit),
  );
  if (!imported.ok) return refusal(imported.code, trackingCsvRefusals[imported.code][locale]);
  const { rows } = imported;
  const say = trackManyTexts[locale];
  const lines = rows.map(({ line, order, tracking, issue, changed }) => {
    const outcome = issue ? trackingCsvRefusals[issue][locale] : changed ? say.saved : say.unchanged;
    return `${say.line(line)}: ${order} ${tracking.code}: ${outcome}`;
  });
  return { json: { rows }, text: lines.join('\n'), exitCode: rows.some(({ issue }) => issue !== null) ? 1 : 0 };
}

const trackManyTexts = {
  'pt-BR': { line: (line: number) => `linha ${line}`, saved: 'salvo', unchanged: 'sem alteração' },
  en: { line: (line: number) => `line ${line}`, saved: 'saved', unchanged: 'unchanged' },
} as const;

/** Commands for orders: list, show, mark-paid, accept, cancel, refund, track. */
export const orderCommands = {
  'order list': list,
  'order show': show,
  'order mark-paid': markPaidCommand,
  'order accept': accept,
  'order cancel': cancel,
  'order refund': refund,
  'order track': track,
};
