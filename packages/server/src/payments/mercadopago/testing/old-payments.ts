// The part of the payments API (`/v1/payments`) that is still used: payments that were made with it are read, cancelled and refunded.
import { buildBoleto, buildBrCode, type PaymentMethod } from '@retoma/commerce';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A payment in the format of the payments API. */
export type ApiPayment = Record<string, unknown> & { id: number; status: string; status_detail: string };

/** The payments that were made before. `now`: the server's clock, in milliseconds. */
export class OldPayments {
  readonly #payments = new Map<string, ApiPayment>();
  readonly #now: () => number;
  #nextId = 5_466_310_457;
  /** The refund of each idempotency key. */
  readonly #refunds = new Map<string, object>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of refunds. */
  get refunds(): number {
    return this.#refunds.size;
  }

  forget(): void {
    this.#payments.clear();
    this.#refunds.clear();
  }

  payment = (id: string): ApiPayment | undefined => this.#payments.get(id);

  /** A payment that was made before, and waits for its payer; returns its id. */
  add(paymentId: string, method: PaymentMethod, cents: number, until: string): string {
    const id = this.#nextId++;
    const at = this.#instant();
    const isCard = method === 'card';
    this.#payments.set(String(id), {
      id,
      status: isCard ? 'in_process' : 'pending',
      status_detail: isCard ? 'pending_contingency' : 'pending_waiting_transfer',
      date_created: at,
      date_approved: null,
      date_last_updated: at,
      date_of_expiration: isCard ? null : until,
      payment_method_id: { pix: 'pix', boleto: 'bolbradesco', card: 'visa' }[method],
      external_reference: paymentId,
      transaction_amount: cents / 100,
      transaction_amount_refunded: 0,
      installments: 1,
      card: isCard ? { first_six_digits: '423564', last_four_digits: '5682' } : {},
      ...(method === 'pix' && pixParts(id, cents)),
      ...(method === 'boleto' && boletoParts(id, cents, until)),
    });
    return String(id);
  }

  /** Changes a payment. */
  change(id: string, change: Partial<ApiPayment>): void {
    const at = this.#instant();
    const approved = change.status === 'approved' ? { date_approved: at } : {};
    Object.assign(this.#payments.get(id)!, { date_last_updated: at }, approved, change);
  }

  addTo(app: FastifyInstance): void {
    app.get('/v1/payments/search', (request, reply) => this.#search(request, reply));
    app.get<{ Params: { id: string } }>('/v1/payments/:id', ({ params }, reply) => {
      const payment = this.#payments.get(params.id);
      return payment ? reply.send(payment) : problem(reply, 404, 'Payment not found', 2000);
    });
    app.put<{ Params: { id: string } }>('/v1/payments/:id', ({ params, body }, reply) =>
      this.#cancel(params.id, body, reply),
    );
    app.post<{ Params: { id: string } }>('/v1/payments/:id/refunds', (request, reply) =>
      this.#refund(request, request.params.id, reply),
    );
  }

  #instant = (): string => new Date(this.#now() - 4 * 3_600_000).toISOString().replace('Z', '-04:00');

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
    const key = String(headers['x-idempotency-key'] ?? '');
    if (key === '') return problem(reply, 400, "Header X-Idempotency-Key can't be null", 4292);
    if (!payment) return problem(reply, 404, 'Payment not found', 2000);
    const known = this.#refunds.get(key);
    if (known) return reply.code(201).send(known);
    if (payment.status !== 'approved') {
      return problem(reply, 400, 'The action requested is not valid for the current payment state', 2063);
    }
    const waits = payment['refund_waits'] === true;
    if (waits && headers['x-render-in-process-refunds'] !== 'true') return problem(reply, 400, 'Refund in process');
    if (!waits) this.change(id, { status: 'refunded', status_detail: 'refunded' });
    const refund = { id: 1_009_042_015, payment_id: payment.id, date_created: this.#instant() };
    const answer = { ...refund, amount: payment['transaction_amount'], status: waits ? 'in_process' : 'approved' };
    this.#refunds.set(key, answer);
    return reply.code(201).send(answer);
  }

  /** Allowed in the states pending, in process and authorized, as documented. */
  #cancel(id: string, body: unknown, reply: FastifyReply): FastifyReply {
    const payment = this.#payments.get(id);
    if (!payment) return problem(reply, 404, 'Payment not found', 2000);
    const isOpen = ['pending', 'in_process', 'authorized'].includes(payment.status);
    if ((body as Record<string, unknown>)['status'] !== 'cancelled' || !isOpen) {
      return problem(reply, 400, 'The action requested is not valid for the current payment state', 2063);
    }
    this.change(id, { status: 'cancelled', status_detail: 'by_collector' });
    return reply.send(payment);
  }
}

const problem = (reply: FastifyReply, status: number, message: string, code?: number): FastifyReply =>
  reply.code(status).send({
    message,
    error: status === 404 ? 'not_found' : 'bad_request',
    status,
    cause: code === undefined ? [] : [{ code, description: message, data: null }],
  });

function pixParts(id: number, amount: number): object {
  const receiver = { key: '123e4567-e89b-12d3-a456-426614174000', name: 'Loja Aurora', city: 'Osasco' };
  const code = buildBrCode({ kind: 'static', ...receiver, amount, txid: `mpqrinter${id}`, once: false });
  const transaction_data = { qr_code: code.ok ? code.text : '', ticket_url: ticket(id) };
  return { point_of_interaction: { type: 'PIX', sub_type: null, transaction_data } };
}

function boletoParts(id: number, amount: number, until: string): object {
  const dueDate = until.slice(0, 10);
  const boleto = buildBoleto({ bank: '237', amount, dueDate, free: String(id).padStart(25, '0') });
  return { barcode: { content: boleto?.barcode }, transaction_details: { external_resource_url: ticket(id) } };
}

const ticket = (id: number): string => `https://www.mercadopago.com.br/payments/${id}/ticket?caller_id=123456`;
