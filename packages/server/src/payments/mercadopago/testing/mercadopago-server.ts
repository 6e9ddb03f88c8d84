// A local server with the documented part of Mercado Pago's payments API (../README.md), and failures on demand.
import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buildBoleto, buildBrCode } from '@retoma/commerce';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { WebhookRequest } from '../../provider.ts';
import { faults, type ScriptedFailure } from '../../testing/faults.ts';
import { account } from './account.ts';

const { credentials } = account;
const { accessToken, webhookSecret } = credentials;

/** The result of a card by its token: the names of Mercado Pago's test cards. */
const cards: Record<string, [status: string, detail: string]> = {
  APRO: ['approved', 'accredited'],
  CONT: ['in_process', 'pending_contingency'],
  OTHE: ['rejected', 'cc_rejected_other_reason'],
  CALL: ['rejected', 'cc_rejected_call_for_authorize'],
  FUND: ['rejected', 'cc_rejected_insufficient_amount'],
  SECU: ['rejected', 'cc_rejected_bad_filled_security_code'],
  EXPI: ['rejected', 'cc_rejected_bad_filled_date'],
  FORM: ['rejected', 'cc_rejected_bad_filled_other'],
  CARD: ['rejected', 'cc_rejected_bad_filled_card_number'],
  INST: ['rejected', 'cc_rejected_invalid_installments'],
  DUPL: ['rejected', 'cc_rejected_duplicated_payment'],
  LOCK: ['rejected', 'cc_rejected_card_disabled'],
  CTNA: ['rejected', 'cc_rejected_card_type_not_allowed'],
  ATTE: ['rejected', 'cc_rejected_max_attempts'],
  BLAC: ['rejected', 'cc_rejected_blacklist'],
};

/** A payment in the API's format. */
export type ApiPayment = Record<string, unknown> & { id: number; status: string; status_detail: string };

type Body = Record<string, unknown> & {
  transaction_amount?: unknown;
  payment_method_id?: string;
  token?: string;
  external_reference?: string;
  date_of_expiration?: string;
  payer?: { email?: string; first_name?: string; identification?: { type: string; number: string }; address?: object };
};

const problem = (reply: FastifyReply, status: number, message: string, code?: number): FastifyReply =>
  reply.code(status).send({
    message,
    error: status === 401 ? 'unauthorized' : status === 404 ? 'not_found' : 'bad_request',
    status,
    cause: code === undefined ? [] : [{ code, description: message, data: null }],
  });

/** The server. `url` has no trailing slash. `now` is its clock, in milliseconds. */
export class MercadopagoServer {
  readonly #app: FastifyInstance = Fastify({ forceCloseConnections: true });
  readonly #payments = new Map<string, ApiPayment>();
  readonly #byKey = new Map<string, { status: number; body: unknown }>();
  readonly #happened = new EventEmitter();
  #nextId = 5_466_310_457;
  #failure: { failure: ScriptedFailure; path: string } | undefined;
  readonly #now: () => number;
  /** The bodies of the requests to create a payment, newest last. */
  readonly requested: Body[] = [];
  readonly credentials = credentials;
  /** The number of refunds. */
  refunds = 0;
  url = '';

  constructor(now: () => number) {
    this.#now = now;
  }

  async start(): Promise<this> {
    const app = this.#app;
    faults(
      app,
      (url) => this.#nextFailure(url),
      () => this.#happened.emit('hanging'),
    );
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${accessToken}`) {
        await problem(reply, 401, 'Unauthorized use of live credentials', 7);
      }
    });
    app.get('/users/me', (_request, reply) => reply.send({ id: 123_456_789, nickname: 'LOJAAURORA', site_id: 'MLB' }));
    app.post('/v1/payments', (request, reply) => this.#idempotent(request, reply, () => this.#create(request, reply)));
    app.get('/v1/payments/search', (request, reply) => this.#search(request, reply));
    app.get<{ Params: { id: string } }>('/v1/payments/:id', (request, reply) => {
      const payment = this.#payments.get(request.params.id);
      return payment ? reply.send(payment) : problem(reply, 404, 'Payment not found', 2000);
    });
    app.put<{ Params: { id: string } }>('/v1/payments/:id', (request, reply) =>
      this.#cancel(request.params.id, request.body, reply),
    );
    app.post<{ Params: { id: string } }>('/v1/payments/:id/refunds', (request, reply) =>
      this.#idempotent(request, reply, () => this.#refund(request, request.params.id, reply)),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    this.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return this;
  }

  stop = (): Promise<void> => this.#app.close();

  /** Makes the next request whose URL contains `path` fail. */
  failNext(failure: ScriptedFailure, path = ''): void {
    this.#failure = { failure, path };
  }

  /** Deletes all payments and state. */
  forget(): void {
    this.#payments.clear();
    this.#byKey.clear();
    this.#failure = undefined;
    this.refunds = 0;
  }

  /** Resolves once a request hangs (fault `hang`). */
  hanging = async (): Promise<void> => void (await once(this.#happened, 'hanging'));

  /** The server's id of our payment. */
  idOf = (paymentId: string): string =>
    String([...this.#payments.values()].find((payment) => payment['external_reference'] === paymentId)!.id);

  count = (): number => this.#payments.size;
  payment = (id: string): ApiPayment => this.#payments.get(id)!;
  /** Every payment that was created. */
  all = (): readonly ApiPayment[] => [...this.#payments.values()];

  /** Changes a payment. */
  change(id: string, change: Partial<ApiPayment>): void {
    const at = this.#instant();
    const approved = change.status === 'approved' ? { date_approved: at } : {};
    Object.assign(this.payment(id), { date_last_updated: at }, approved, change);
  }

  /** The signed webhook of a payment; `at`: its time, in milliseconds. */
  webhook(id: string, { at = this.#now(), query = {}, secret = webhookSecret } = {}): WebhookRequest {
    const ts = String(Math.floor(at / 1_000));
    const requestId = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e';
    const manifest = `id:${id.toLowerCase()};request-id:${requestId};ts:${ts};`;
    const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
    const body = { id: 12_345, live_mode: true, type: 'payment', action: 'payment.updated', data: { id } };
    return {
      headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId, 'content-type': 'application/json' },
      query: { 'data.id': id, type: 'payment', ...query },
      body: Buffer.from(JSON.stringify(body)),
      now: this.#now(),
    };
  }

  #nextFailure(url: string): ScriptedFailure | undefined {
    if (!this.#failure || !url.includes(this.#failure.path)) return undefined;
    const { failure } = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #instant = (at = this.#now()): string => new Date(at - 4 * 3_600_000).toISOString().replace('Z', '-04:00');

  /** A repeated idempotency key gets the first response. */
  async #idempotent(request: FastifyRequest, reply: FastifyReply, work: () => FastifyReply): Promise<FastifyReply> {
    const key = request.headers['x-idempotency-key'];
    if (typeof key !== 'string' || key === '')
      return problem(reply, 400, "Header X-Idempotency-Key can't be null", 4292);
    const known = this.#byKey.get(key);
    if (known) return reply.code(known.status).send(known.body);
    const send = reply.send.bind(reply);
    reply.send = (body: unknown) => {
      if (reply.statusCode < 300) this.#byKey.set(key, { status: reply.statusCode, body });
      return send(body);
    };
    return work();
  }

  #create(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const body = request.body as Body;
    this.requested.push(body);
    const amount = body.transaction_amount;
    if (typeof amount !== 'number' || !/^\d+(\.\d{1,2})?$/.test(String(amount)) || amount <= 0) {
      return problem(reply, 400, 'Invalid transaction_amount', 4037);
    }
    if (!/^[^@\s]+@[^@\s]+$/.test(body.payer?.email ?? ''))
      return problem(reply, 400, 'payer.email must be a valid email', 4050);
    const expires = this.#checkExpiry(body);
    if (expires !== undefined) return problem(reply, 400, expires, 23);
    const number = body.payer?.identification?.number;
    if (number !== undefined && !/^(\d{11}|[0-9A-Z]{14})$/.test(number)) {
      return problem(reply, 400, 'Invalid user identification number', 2067);
    }
    if (body.token !== undefined && !(body.token in cards)) return problem(reply, 400, 'Card Token not found', 2006);
    if (body.payment_method_id === 'bolbradesco' && !body.payer?.address) {
      return problem(reply, 400, 'payer.address is required', 1);
    }
    const payment = this.#make(body, amount);
    this.#payments.set(String(payment.id), payment);
    return reply.code(201).send(payment);
  }

  #checkExpiry({ date_of_expiration: text, payment_method_id: method }: Body): string | undefined {
    if (text === undefined) return undefined;
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/.test(text)) {
      return "The following parameters must be valid date and format (yyyy-MM-dd'T'HH:mm:ssz) date_of_expiration";
    }
    const minutes = (Date.parse(text) - this.#now()) / 60_000;
    const min = method === 'pix' ? 30 : 24 * 60;
    return minutes < min || minutes > 30 * 24 * 60 ? 'date_of_expiration is invalid' : undefined;
  }

  #make(body: Body, amount: number): ApiPayment {
    const id = this.#nextId++;
    const at = this.#instant();
    const [status, status_detail] = this.#begin(body);
    const common = {
      id,
      status,
      status_detail,
      date_created: at,
      date_approved: status === 'approved' ? at : null,
      date_last_updated: at,
      date_of_expiration: body.date_of_expiration ?? null,
      payment_method_id: body.payment_method_id ?? 'visa',
      currency_id: 'BRL',
      external_reference: body.external_reference ?? null,
      transaction_amount: amount,
      transaction_amount_refunded: 0,
      installments: (body['installments'] as number | undefined) ?? 1,
      card: {},
      transaction_details: { total_paid_amount: amount, overpaid_amount: 0, external_resource_url: null },
    };
    const cents = Math.round(amount * 100);
    if (body.payment_method_id === 'pix') return { ...common, ...pixParts(id, cents) };
    if (body.payment_method_id === 'bolbradesco') return { ...common, ...boletoParts(id, cents, body) };
    return { ...common, card: { first_six_digits: '423564', last_four_digits: '5682' } };
  }

  #begin(body: Body): [status: string, detail: string] {
    if (body.token !== undefined) return cards[body.token]!;
    return ['pending', body.payment_method_id === 'pix' ? 'pending_waiting_transfer' : 'pending_waiting_payment'];
  }

  #search(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const query = request.query as Record<string, string | undefined>;
    if (!query['sort'] || !query['criteria']) return problem(reply, 400, 'Invalid sort value', 1003);
    const results = [...this.#payments.values()]
      .filter((payment) => payment['external_reference'] === query['external_reference'])
      .reverse();
    return reply.send({ paging: { total: results.length, limit: 30, offset: 0 }, results });
  }

  #refund({ headers }: FastifyRequest, id: string, reply: FastifyReply): FastifyReply {
    const payment = this.#payments.get(id);
    if (!payment) return problem(reply, 404, 'Payment not found', 2000);
    if (payment.status !== 'approved') {
      return problem(reply, 400, 'The action requested is not valid for the current payment state', 2063);
    }
    if (payment['refund_waits'] === true && headers['x-render-in-process-refunds'] !== 'true') {
      return problem(reply, 400, 'Refund in process');
    }
    this.refunds++;
    const waits = payment['refund_waits'] === true;
    if (!waits) this.change(id, { status: 'refunded', status_detail: 'refunded' });
    return reply.code(201).send({
      id: 1_009_042_015,
      payment_id: payment.id,
      amount: payment['transaction_amount'],
      date_created: this.#instant(),
      status: waits ? 'in_process' : 'approved',
    });
  }

  /** Allowed in the states pending, in process and authorized, as documented. */
  #cancel(id: string, body: unknown, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const payment = this.#payments.get(id);
    if (!payment) return problem(reply, 404, 'Payment not found', 2000);
    const isOpen = ['pending', 'in_process', 'authorized'].includes(payment.status);
    if ((body as Body)['status'] !== 'cancelled' || !isOpen) {
      return problem(reply, 400, 'The action requested is not valid for the current payment state', 2063);
    }
    this.change(id, { status: 'cancelled', status_detail: 'by_collector' });
    return reply.send(payment);
  }
}

function pixParts(id: number, amount: number): object {
  const receiver = { key: '123e4567-e89b-12d3-a456-426614174000', name: 'Loja Aurora', city: 'Osasco' };
  const code = buildBrCode({ kind: 'static', ...receiver, amount, txid: `mpqrinter${id}`, once: false });
  const qr_code = code.ok ? code.text : '';
  const ticket_url = `https://www.mercadopago.com.br/payments/${id}/ticket?caller_id=123456`;
  const transaction_data = { qr_code, qr_code_base64: 'iVBORw0KGgo='.repeat(600), ticket_url };
  return { point_of_interaction: { type: 'PIX', sub_type: null, transaction_data } };
}

function boletoParts(id: number, amount: number, { date_of_expiration: until = '' }: Body): object {
  const dueDate = until.slice(0, 10);
  const boleto = buildBoleto({ bank: '237', amount, dueDate, free: String(id).padStart(25, '0') });
  const external_resource_url = `https://www.mercadopago.com.br/payments/${id}/ticket?caller_id=123456`;
  return {
    barcode: { content: boleto?.barcode },
    transaction_details: { total_paid_amount: amount / 100, overpaid_amount: 0, external_resource_url },
  };
}
