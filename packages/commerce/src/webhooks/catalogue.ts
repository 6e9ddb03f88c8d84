// The only declaration of the events that webhooks deliver. Documents, OpenAPI, the types of the SDK, examples, the choices of the panel and
// the check of the database are derived from it.
import { z } from 'zod';
import type { EventType } from '../event/schema.ts';
import { cartData, orderData, pingData, refundData, leadData } from './data.ts';
import { cartExample, orderExample } from './examples.ts';

/** WHK1: the version of the bodies, a date. A change that a reader may notice gets a new one. */
export const webhookVersion = '2026-11-29';

type Declared = {
  readonly summary: { readonly en: string; readonly 'pt-BR': string };
  readonly data: z.ZodType;
  readonly example: Readonly<Record<string, unknown>>;
};

const checkout_id = '01a1fe5c-f845-7707-aa7c-8133869df714';
const lead = { name: 'Maria Souza Lima', email: 'maria@cliente.example', phone: '+5511900000000' };

/** WHK1: the events, in the order in which they are listed. */
export const webhookEvents = {
  'lead.created': {
    summary: { en: 'A shopper is known by e-mail or phone', 'pt-BR': 'O comprador informou e-mail ou telefone' },
    data: leadData,
    example: { checkout_id, lead, cart: cartExample },
  },
  'cart.abandoned': {
    summary: { en: 'A checkout was left without an order', 'pt-BR': 'Um carrinho foi abandonado' },
    data: leadData,
    example: { checkout_id, lead, cart: cartExample },
  },
  'checkout.expired': {
    summary: { en: 'A checkout can no longer be paid', 'pt-BR': 'Um checkout expirou' },
    data: cartData,
    example: { checkout_id, cart: cartExample },
  },
  'order.created': {
    summary: { en: 'An order was placed', 'pt-BR': 'Um pedido foi feito' },
    data: orderData,
    example: orderExample('pending', { payment: null }),
  },
  'pix.generated': {
    summary: { en: 'A PIX code waits for payment', 'pt-BR': 'Um código PIX foi gerado' },
    data: orderData,
    example: orderExample('pending', {
      payment: { pix: { payload: '00020126…6304ABCD', expires_at: '2026-03-13T17:05:00.000Z' }, provider: 'acme-pay' },
    }),
  },
  'boleto.generated': {
    summary: { en: 'A boleto waits for payment', 'pt-BR': 'Um boleto foi gerado' },
    data: orderData,
    example: orderExample('pending', {
      payment: { boleto: { line: '23793.38128 60000.000003 00000.000409 1 84340000018990' }, provider: 'acme-pay' },
    }),
  },
  'payment.confirmed': {
    summary: { en: 'An order is paid', 'pt-BR': 'Um pedido foi pago' },
    data: orderData,
    example: orderExample('paid', { payment: { id: '01a1fe66-2a53-7ce2-9a50-823188a33492', provider: 'acme-pay' } }),
  },
  'payment.failed': {
    summary: { en: 'A payment was refused', 'pt-BR': 'Um pagamento foi recusado' },
    data: orderData,
    example: orderExample('failed', {
      payment: {
        id: '01a1fe66-2a53-7ce2-9a50-823188a33492',
        provider: 'acme-pay',
        refusal_reason: 'Recusado pelo banco.',
      },
    }),
  },
  'payment.refunded': {
    summary: {
      en: 'Money was given back, in full or in part',
      'pt-BR': 'Um reembolso foi feito, total ou parcial',
    },
    data: refundData,
    example: orderExample('paid', {
      refund: {
        id: '01a20a11-6b2f-7c10-9d53-4f2f7a3b6c01',
        payment_id: '01a1fe66-2a53-7ce2-9a50-823188a33492',
        amount: 4000,
        source: 'member',
        cause: 'changed_mind',
        settled_at: '2026-03-14T12:00:00.000Z',
      },
    }),
  },
  'order.cancelled': {
    summary: {
      en: 'An order was cancelled, or all its money given back',
      'pt-BR': 'Um pedido foi cancelado ou todo reembolsado',
    },
    data: orderData,
    example: orderExample('cancelled', { payment: null }),
  },
  tracking_code_updated: {
    summary: { en: 'A shipment has a tracking code', 'pt-BR': 'O envio tem código de rastreio' },
    data: orderData,
    example: orderExample('paid', {
      tracking: { code: 'AA123456789BR', url: 'https://rastreio.example/AA123456789BR', carrier: 'Correios' },
    }),
  },
} as const satisfies Record<EventType, Declared> & Record<string, Declared>;

/** An event that an endpoint can subscribe to. */
export type WebhookEventType = keyof typeof webhookEvents;

/** The types, in the order of the catalogue. */
export const webhookEventTypes = Object.keys(webhookEvents) as WebhookEventType[];

/** WHK10: the event of a test, and the first one of an endpoint that is enabled again. No endpoint subscribes to it. */
export const webhookPing = {
  summary: { en: 'A test of the endpoint', 'pt-BR': 'Um teste do endereço' },
  data: pingData,
  example: { webhook_id: '01a20b00-1111-7222-8333-444455556666' },
} as const satisfies Declared;

/** WHK1: the body of an event of the catalogue, or of a ping. */
export type WebhookBody = {
  readonly type: WebhookEventType | 'ping';
  /** When it happened, in UTC. */
  readonly timestamp: string;
  /** The store's id. */
  readonly store: string;
  readonly version: typeof webhookVersion;
  /** Only in test mode, or for a test delivery. */
  readonly test?: true;
  readonly data: unknown;
};

/** The schema of the whole body of an event. */
export const webhookBodySchema = (type: WebhookEventType | 'ping'): z.ZodObject =>
  z.looseObject({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('When it happened, in UTC'),
    store: z.uuid().describe('ID of the store'),
    version: z.literal(webhookVersion).describe('Version of the bodies'),
    test: z.literal(true).optional().describe('Only in test mode, or for a test delivery'),
    data: type === 'ping' ? webhookPing.data : webhookEvents[type].data,
  });

/** An example of a body. */
export const webhookExample = (type: WebhookEventType | 'ping'): WebhookBody => ({
  type,
  timestamp: '2026-03-12T17:11:00.000Z',
  store: '01a1fe5c-f681-7db6-ad98-25cadada4d87',
  version: webhookVersion,
  ...(type === 'ping' && { test: true }),
  data: type === 'ping' ? webhookPing.example : webhookEvents[type].example,
});
