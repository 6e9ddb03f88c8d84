import { paymentRefusals, type PaymentRefusal } from '@retoma/commerce';
import type { ApiResponse } from '../../api/call.ts';
import type { IconName } from '../../ui/icons.tsx';
import type { Locale } from '../../ui/locale.tsx';
import { defineTexts } from '../../ui/texts.ts';
import type { Tone } from '../../ui/tone-badge.tsx';

/** An order with all its data. */
export type Order = ApiResponse<'GET /panel/api/stores/:storeId/orders/:orderId'>['order'];
/** A checkout with all its data. */
export type Checkout = ApiResponse<'GET /panel/api/stores/:storeId/checkouts/:checkoutId'>['checkout'];
/** A checkout in a list. */
export type ListedCheckout = ApiResponse<'GET /panel/api/stores/:storeId/checkouts'>['checkouts'][number];
/** The identity of a shopper, as far as the member's role may see it. */
export type Person = Order['person'];

/** Labels of states, payment methods and events, so that merchants see no codes. */
export const labels = defineTexts(
  {
    open: 'Aberto',
    abandoned: 'Abandonado',
    ordered: 'Com pedido',
    pending: 'Aguardando pagamento',
    processing: 'Em análise',
    failed: 'Recusado',
    cancelled: 'Cancelado',
    creating: 'Sem resposta ainda',
    partially_refunded: 'Devolvido em parte',
    refunded: 'Devolvido',
    charged_back: 'Contestado no banco',
    PAID_TWICE: 'Pago mais de uma vez',
    PAID_NOT_WANTED: 'Entrou dinheiro depois do cancelamento',
    UNDERPAID: 'Pago a menos',
    OVERPAID: 'Pago a mais',
    PAID_LATE: 'Pago com atraso',
    CHARGED_BACK: 'Contestado no banco',
    PARTLY_REFUNDED: 'Devolvido em parte',
    UNSIGNED_PRICE: 'Preço não protegido',
    ADDRESS_CHANGED: 'Endereço mudou',
    manual: 'Marcado à mão',
    sandbox: 'simulado',
    'pix.generated': 'PIX gerado',
    'payment.confirmed': 'Pagamento confirmado',
    'payment.failed': 'Pagamento recusado',
    'boleto.generated': 'Boleto gerado',
    'cart.abandoned': 'Carrinho abandonado',
    'lead.created': 'Contato deixado',
    tracking_code_updated: 'Rastreio atualizado',
    run_waiting: 'aguardando',
    run_running: 'rodando',
    run_completed: 'concluída',
    run_ended: 'encerrada',
    run_cancelled: 'cancelada',
    run_failed: 'parou com erro',
    other: 'Outro',
  },
  {
    open: 'Open',
    abandoned: 'Abandoned',
    ordered: 'Ordered',
    pending: 'Waiting for payment',
    processing: 'In review',
    failed: 'Refused',
    cancelled: 'Cancelled',
    creating: 'No answer yet',
    partially_refunded: 'Given back in part',
    refunded: 'Given back',
    charged_back: 'Charged back',
    PAID_TWICE: 'Paid more than once',
    PAID_NOT_WANTED: 'Money came after the cancellation',
    UNDERPAID: 'Underpaid',
    OVERPAID: 'Overpaid',
    PAID_LATE: 'Paid late',
    CHARGED_BACK: 'Charged back',
    PARTLY_REFUNDED: 'Given back in part',
    UNSIGNED_PRICE: 'Price not protected',
    ADDRESS_CHANGED: 'Address changed',
    manual: 'Marked as paid',
    sandbox: 'simulated',
    'pix.generated': 'PIX made',
    'payment.confirmed': 'Payment confirmed',
    'payment.failed': 'Payment refused',
    'boleto.generated': 'Boleto made',
    'cart.abandoned': 'Cart abandoned',
    'lead.created': 'Lead captured',
    tracking_code_updated: 'Tracking updated',
    run_waiting: 'waiting',
    run_running: 'running',
    run_completed: 'completed',
    run_ended: 'ended',
    run_cancelled: 'cancelled',
    run_failed: 'stopped by an error',
    other: 'Other',
  },
);

/** The recommended action for an order that needs attention. */
export const advice = defineTexts(
  {
    PAID_TWICE: 'Um dos pagamentos sobrou. Devolva esse pela lista de pagamentos; o pedido continua pago.',
    PAID_NOT_WANTED: 'Aceite, e o pedido fica pago, ou devolva o dinheiro.',
    UNDERPAID: 'O pedido não está pago. Peça o que falta, aceite o que entrou ou devolva.',
    OVERPAID: 'O pedido está pago. Devolva a diferença pelo seu banco ou provedor.',
    PAID_LATE: 'Veja se ainda tem o produto.',
    CHARGED_BACK: 'O banco tirou o dinheiro de volta. Não envie, e conteste no seu provedor.',
    PARTLY_REFUNDED: 'Parte do dinheiro foi devolvida. O pedido continua pago.',
    UNSIGNED_PRICE:
      'O pedido não custa nada, e o preço não veio protegido. Compare com os da sua loja antes de aceitar.',
    ADDRESS_CHANGED: 'Outro navegador pediu a entrega em outro endereço. Confirme com o cliente antes de enviar.',
  },
  {
    PAID_TWICE: 'One of the payments was not needed. Give it back in the list of payments; the order stays paid.',
    PAID_NOT_WANTED: 'Accept it, and the order is paid, or give the money back.',
    UNDERPAID: 'The order is not paid. Ask for the rest, accept what came, or give it back.',
    OVERPAID: 'The order is paid. Give the difference back in your bank or at your provider.',
    PAID_LATE: 'See whether you still have the goods.',
    CHARGED_BACK: 'The bank took the money back. Do not ship, and contest it at your provider.',
    PARTLY_REFUNDED: 'A part of the payment was refunded. The order stays paid.',
    UNSIGNED_PRICE:
      'The order costs nothing, and its price was not protected. Compare with your shop before you accept it.',
    ADDRESS_CHANGED: 'Another browser asked for delivery to another address. Ask the customer before you ship.',
  },
);

type State = Order['status'] | Checkout['state'] | Order['payments'][number]['state'];

/** The tone and icon of a state's badge. */
export const stateStyles: Record<State, { tone: Tone; icon: IconName }> = {
  open: { tone: 'calm', icon: 'cart' },
  abandoned: { tone: 'wait', icon: 'clock' },
  ordered: { tone: 'calm', icon: 'receipt' },
  expired: { tone: 'plain', icon: 'clock' },
  pending: { tone: 'wait', icon: 'clock' },
  creating: { tone: 'wait', icon: 'clock' },
  processing: { tone: 'wait', icon: 'clock' },
  paid: { tone: 'ok', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  cancelled: { tone: 'plain', icon: 'cross' },
  partially_refunded: { tone: 'wait', icon: 'undo' },
  refunded: { tone: 'plain', icon: 'undo' },
  charged_back: { tone: 'bad', icon: 'undo' },
};

/** The icon of an event. */
export const eventIcons: Record<Order['events'][number]['type'], IconName> = {
  'pix.generated': 'bolt',
  'boleto.generated': 'receipt',
  'payment.confirmed': 'check',
  'payment.failed': 'cross',
  'cart.abandoned': 'cart',
  'lead.created': 'person',
  tracking_code_updated: 'truck',
};

const methods: Record<string, 'pix' | 'boleto' | 'card'> = {
  pix: 'pix',
  boleto: 'boleto',
  card: 'card',
  credit_card: 'card',
  debit_card: 'card',
};

/** The label key of a payment method; `other` for a method of the store's own system. Null if none was chosen. */
export const methodLabelKey = (method: string | null): keyof (typeof labels)['en'] | null =>
  method === null ? null : (methods[method] ?? 'other');

/** Why a payment was refused, as the shopper saw it. */
export const refusalText = (reason: string | null, locale: Locale): string | null =>
  reason !== null && reason in paymentRefusals ? paymentRefusals[reason as PaymentRefusal][locale] : null;

/**
 * What an owner must look at in an order. That prices are not protected is said once, beside the API keys, and not with every paid order;
 * only a free order waits for a decision about them (COM7a).
 */
export const toLookAt = ({ status, attention }: Pick<Order, 'status' | 'attention'>): Order['attention'] =>
  attention.filter((one) => one !== 'PARTLY_REFUNDED' && (one !== 'UNSIGNED_PRICE' || status !== 'paid'));
