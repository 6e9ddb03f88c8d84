// A local server with the documented part of Mercado Pago's Orders API (../README.md), and failures on demand.
import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { WebhookRequest } from '../../provider.ts';
import { faults, type ScriptedFailure } from '../../testing/faults.ts';
import { account } from './account.ts';
import { challengePage, newOrder, refusalOf, type ApiOrder, type OrderBody } from './orders.ts';

const { credentials } = account;
const { accessToken, webhookSecret } = credentials;

const cents = (amount: string): number => Math.round(Number(amount) * 100);

/** An error in the format of the Orders API. */
const problem = (reply: FastifyReply, status: number, code: string, details: readonly string[] = []): FastifyReply =>
  reply.code(status).send({ errors: [{ code, message: 'as Mercado Pago words it', details }] });

/** The server. `url` has no trailing slash. `now` is its clock, in milliseconds. */
export class MercadopagoServer {
  readonly #app: FastifyInstance = Fastify({ forceCloseConnections: true });
  readonly #orders = new Map<string, ApiOrder>();
  readonly #usedKeys = new Set<string>();
  readonly #happened = new EventEmitter();
  #nextId = 1;
  #failure: { failure: ScriptedFailure; path: string } | undefined;
  #isDown: ((url: string) => ScriptedFailure | undefined) | undefined;
  readonly #now: () => number;
  /** The bodies of the requests to create an order, newest last, and the device ids that came with them. */
  readonly requested: OrderBody[] = [];
  readonly sessions: (string | undefined)[] = [];
  readonly credentials = credentials;
  /** Called with a new order's id before its creation is answered with what this resolves to. */
  beforeAnswer: ((id: string) => Promise<ApiOrder>) | undefined;
  #refunds = 0;
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
    app.get<{ Params: { id: string } }>('/challenge/:id', ({ params }, reply) =>
      reply.type('text/html').send(challengePage(params.id)),
    );
    app.post<{ Params: { id: string } }>('/challenge/:id', ({ params }, reply) => {
      this.pay(params.id);
      return reply.type('text/html').send(challengePage(params.id, true));
    });
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, parsed) => parsed(null, {}));
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/challenge/')) return;
      if (request.headers.authorization !== `Bearer ${accessToken}`) await problem(reply, 401, 'unauthorized');
    });
    app.get('/users/me', (_request, reply) => reply.send({ id: 123_456_789, nickname: 'LOJAAURORA', site_id: 'MLB' }));
    app.post('/v1/orders', (request, reply) => this.#create(request, reply));
    app.get('/v1/orders', (request, reply) => this.#search(request, reply));
    app.get<{ Params: { id: string } }>('/v1/orders/:id', ({ params }, reply) => {
      const order = this.#orders.get(params.id);
      return order ? reply.send(order) : problem(reply, 404, 'order_not_found');
    });
    app.post<{ Params: { id: string } }>('/v1/orders/:id/cancel', (request, reply) => this.#cancel(request, reply));
    app.post<{ Params: { id: string } }>('/v1/orders/:id/refund', (request, reply) => this.#refund(request, reply));
    await app.listen({ host: '127.0.0.1', port: 0 });
    this.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return this;
  }

  stop = (): Promise<void> => this.#app.close();

  /** Makes the next request whose URL contains `path` fail. */
  failNext(failure: ScriptedFailure, path = ''): void {
    this.#failure = { failure, path };
  }

  /** Makes requests fail as `failureOf` says, until it is called without one. */
  fail(failureOf?: (url: string) => ScriptedFailure | undefined): void {
    this.#isDown = failureOf;
  }

  /** Deletes all orders, payments and state. */
  forget(): void {
    this.#orders.clear();
    this.#usedKeys.clear();
    this.#failure = undefined;
    this.#isDown = undefined;
    this.#refunds = 0;
  }

  /** Resolves once a request hangs (fault `hang`). */
  hanging = async (): Promise<void> => void (await once(this.#happened, 'hanging'));

  /** The server's id of our payment. */
  idOf = (paymentId: string): string =>
    [...this.#orders.values()].find((order) => order['external_reference'] === paymentId)!.id;

  count = (): number => this.#orders.size;
  order = (id: string): ApiOrder => this.#orders.get(id)!;
  /** The number of refunds. */
  get refunds(): number {
    return this.#refunds;
  }
  /** Every order that was created. */
  all = (): readonly ApiOrder[] => [...this.#orders.values()];

  /** Changes an order and its payment, which have the same status. `payment`: other members of its payment. */
  change(id: string, { status, status_detail, payment, ...order }: OrderChange): void {
    const both = { ...(status && { status }), ...(status_detail && { status_detail }) };
    const known = this.order(id);
    Object.assign(known, { last_updated_date: this.#instant() }, both, order);
    Object.assign(known.transactions.payments[0], both, payment);
  }

  /** The money of an order arrives. */
  pay = (id: string): void => this.change(id, { status: 'processed', status_detail: 'accredited' });

  /**
   * The signed webhook of an order; `at`: its time, in milliseconds; `signedId`: the id that is signed, which may be in lower case
   * (../README.md).
   */
  webhook(id: string, { at = this.#now(), query = {}, secret = webhookSecret, signedId = id } = {}): WebhookRequest {
    const ts = String(Math.floor(at / 1_000));
    const requestId = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e';
    const manifest = `id:${signedId};request-id:${requestId};ts:${ts};`;
    const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
    const type = 'order';
    const body = { live_mode: true, type, action: 'order.updated', data: { id } };
    return {
      headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId, 'content-type': 'application/json' },
      query: { 'data.id': id, type, ...query },
      body: Buffer.from(JSON.stringify(body)),
      now: this.#now(),
    };
  }

  #nextFailure(url: string): ScriptedFailure | undefined {
    const lasting = this.#isDown?.(url);
    if (lasting !== undefined) return lasting;
    if (!this.#failure || !url.includes(this.#failure.path)) return undefined;
    const { failure } = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #instant = (): string => new Date(this.#now()).toISOString();

  /** Whether the request's idempotency key is new; otherwise its refusal was sent. A key is used once its request succeeded. */
  #takesKey({ headers }: FastifyRequest, reply: FastifyReply): string | undefined {
    const key = headers['x-idempotency-key'];
    if (typeof key !== 'string' || key === '') problem(reply, 400, 'empty_required_header');
    else if (this.#usedKeys.has(key)) problem(reply, 409, 'idempotency_key_already_used');
    else return key;
    return undefined;
  }

  async #create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = request.body as OrderBody;
    const key = this.#takesKey(request, reply);
    if (key === undefined) return reply;
    this.requested.push(body);
    this.sessions.push(request.headers['x-meli-session-id'] as string | undefined);
    const refusal = refusalOf(body, this.#now());
    if (refusal) return problem(reply, 400, refusal.code, refusal.details);
    const id = `ORD01K${String(this.#nextId++).padStart(22, '0')}`;
    const order = newOrder(id, body, { at: this.#instant(), url: this.url });
    this.#orders.set(id, order);
    this.#usedKeys.add(key);
    if (order.status !== 'failed') return reply.code(201).send((await this.beforeAnswer?.(id)) ?? order);
    const [payment] = order.transactions.payments;
    const details = [`${payment.id}: ${payment.status_detail}`];
    return reply.code(402).send({ errors: [{ code: 'failed', message: 'refused', details }], data: order });
  }

  #search({ query }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { begin_date: begin, end_date: end, external_reference } = query as Record<string, string | undefined>;
    if (!begin || !end) return problem(reply, 400, 'required_search_params');
    const found = this.all().filter(
      (order) =>
        order['external_reference'] === external_reference &&
        Date.parse(begin) <= Date.parse(order.created_date) &&
        Date.parse(order.created_date) <= Date.parse(end),
    );
    // A result lacks what the payer needs to pay with.
    const data = found.map((order) => ({ ...order, transactions: { payments: [null] } }));
    return reply.send({ data, paging: { total: String(data.length), total_pages: '1', offset: '0', limit: '20' } });
  }

  /** Only an order that waits for an action can be cancelled, as documented. */
  #cancel(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply): FastifyReply {
    const key = this.#takesKey(request, reply);
    if (key === undefined) return reply;
    const order = this.#orders.get(request.params.id);
    if (!order) return problem(reply, 404, 'order_not_found');
    if (order.status === 'canceled') return problem(reply, 409, 'order_already_canceled');
    if (order.status !== 'action_required') return problem(reply, 409, 'cannot_cancel_order');
    this.change(order.id, { status: 'canceled', status_detail: 'canceled_transaction' });
    this.#usedKeys.add(key);
    return reply.send(order);
  }

  #refund(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply): FastifyReply {
    const key = this.#takesKey(request, reply);
    if (key === undefined) return reply;
    const order = this.#orders.get(request.params.id);
    if (!order) return problem(reply, 404, 'order_not_found');
    const refunds = order.transactions.refunds ?? [];
    const waits = order['refund_waits'] === true;
    if (waits && refunds.length > 0) return problem(reply, 409, 'order_refund_already_in_process');
    if (order.status === 'refunded') return problem(reply, 409, 'order_already_refunded');
    if (order.status !== 'processed') return problem(reply, 409, 'cannot_refund_order');
    const [payment] = order.transactions.payments;
    const wanted = (request.body as { transactions?: [{ id: string; amount: string }] }).transactions?.[0];
    if (wanted && wanted.id !== payment.id) return problem(reply, 400, 'property_value', ['transactions[0].id']);
    const left = cents(payment.amount) - refunds.reduce((sum, { amount }) => sum + cents(amount), 0);
    const amount = wanted?.amount ?? (left / 100).toFixed(2);
    if (cents(amount) > left || cents(amount) <= 0) return problem(reply, 400, 'invalid_refund_amount');
    const status_of = waits ? 'processing' : 'processed';
    const refund = { id: `REF01K${refunds.length + 1}`, transaction_id: payment.id, amount, status: status_of };
    order.transactions.refunds = [...refunds, refund];
    const isWhole = cents(amount) === left;
    if (!waits && isWhole) this.change(order.id, { status: 'refunded', status_detail: 'refunded' });
    if (!waits && !isWhole) this.change(order.id, { status: 'processed', status_detail: 'partially_refunded' });
    this.#usedKeys.add(key);
    this.#refunds++;
    const { id, status, status_detail } = order;
    return reply.code(201).send({ id, status, status_detail, transactions: { refunds: [refund] } });
  }
}

/** A change of an order: its status, other members, and members of its payment. */
export type OrderChange = Record<string, unknown> & {
  status?: string;
  status_detail?: string;
  payment?: Record<string, unknown>;
};
