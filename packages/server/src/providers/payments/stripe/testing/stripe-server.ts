// A local server with the documented part of Stripe's API (../README.md), and failures on demand.
import { createHash, createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buildBoleto, buildBrCode } from '@retoma/commerce';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { WebhookRequest } from '../../provider.ts';
import { faults, type ScriptedFailure } from '../../testing/faults.ts';
import { account } from './account.ts';

const { credentials } = account;
const { secretKey, webhookSecret } = credentials;

/** Cards by their payment method: the names of Stripe's test cards, and one whose bank takes its time. */
const cards: Readonly<
  Record<string, 'succeeded' | 'processing' | 'challenge' | { code: string; decline_code?: string }>
> = {
  pm_card_visa: 'succeeded',
  pm_card_waits: 'processing',
  pm_card_threeDSecure2Required: 'challenge',
  pm_card_visa_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_card_chargeDeclinedIncorrectCvc: { code: 'incorrect_cvc' },
  pm_card_chargeDeclinedExpiredCard: { code: 'expired_card' },
  pm_card_authenticationRequired: { code: 'authentication_required', decline_code: 'authentication_required' },
};

/** A refund, and a charge with its refunds and its balance transaction, all in the API's format. */
type ApiRefund = { id: string; object: 'refund'; amount: number; status: string; created: number };
type ApiCharge = Record<string, unknown> & {
  created: number;
  disputed: boolean;
  balance_transaction: { id: string; created: number } | null;
  refunds: { object: 'list'; data: ApiRefund[] };
};

/** A payment intent in the API's format, with everything expanded. */
export type ApiIntent = Record<string, unknown> & {
  id: string;
  status: string;
  amount: number;
  metadata: Record<string, string>;
  latest_charge: ApiCharge | null;
};

type FormParameters = Readonly<Record<string, string>>;
type Stored = { readonly parameters: string; readonly status: number; readonly body: unknown };

const problem = (reply: FastifyReply, status: number, error: Record<string, unknown>): FastifyReply =>
  reply.code(status).send({ error: { type: 'invalid_request_error', message: 'as Stripe words it', ...error } });

/** The server. `url` has no trailing slash. `now` is its clock, in milliseconds. */
export class StripeServer {
  readonly #app: FastifyInstance = Fastify({ forceCloseConnections: true });
  readonly #intents = new Map<string, ApiIntent>();
  readonly #byKey = new Map<string, Stored>();
  readonly #disputes = new Map<string, { status: string; created: number }>();
  readonly #happened = new EventEmitter();
  readonly #now: () => number;
  #failure: { failure: ScriptedFailure; path: string } | undefined;
  #isDown: ((url: string) => ScriptedFailure | undefined) | undefined;
  #nextId = 1;
  /** The parameters of the requests to create a payment, newest last. */
  readonly requested: FormParameters[] = [];
  /** The parameters of the requests to refund a payment. */
  readonly refundsRequested: FormParameters[] = [];
  readonly credentials = credentials;
  /** The status of new refunds. */
  refundStatus: 'succeeded' | 'pending' | 'failed' = 'succeeded';
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
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${secretKey}`) await problem(reply, 401, {});
    });
    app.get('/v1/account', (_request, reply) =>
      reply.send({ id: 'acct_1Aurora', object: 'account', settings: { dashboard: { display_name: 'Loja Aurora' } } }),
    );
    app.post('/v1/payment_intents', (request, reply) => this.#idempotent(request, reply, (form) => this.#create(form)));
    app.get('/v1/payment_intents/search', (request, reply) => this.#search(request, reply));
    app.get<{ Params: { id: string } }>('/v1/payment_intents/:id', (request, reply) => {
      const intent = this.#intents.get(request.params.id);
      if (!intent) return problem(reply, 404, { code: 'resource_missing', param: 'intent' });
      return reply.send(expanded(intent, valuesOf(request.query as FormParameters, 'expand')));
    });
    app.post<{ Params: { id: string } }>('/v1/payment_intents/:id/cancel', (request, reply) =>
      this.#cancel(request.params.id, request.body as FormParameters, reply),
    );
    app.post('/v1/refunds', (request, reply) => this.#idempotent(request, reply, (form) => this.#refund(form)));
    app.get('/v1/disputes', (request, reply) => {
      const dispute = this.#disputes.get((request.query as FormParameters)['payment_intent'] ?? '');
      return reply.send({ object: 'list', data: dispute ? [dispute] : [], has_more: false });
    });
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

  /** Every payment intent. */
  all = (): readonly ApiIntent[] => [...this.#intents.values()];

  /** Deletes all payments and state. */
  forget(): void {
    this.#isDown = undefined;
    this.#intents.clear();
    this.#byKey.clear();
    this.#disputes.clear();
    this.#failure = undefined;
    this.refundStatus = 'succeeded';
  }

  /** Resolves once a request hangs (fault `hang`). */
  hanging = async (): Promise<void> => void (await once(this.#happened, 'hanging'));

  count = (): number => this.#intents.size;
  intent = (id: string): ApiIntent => this.#intents.get(id)!;
  /** The refunds of a payment. */
  refunds = (id: string): ApiRefund[] => this.intent(id).latest_charge?.refunds.data ?? [];

  /** The money of a payment arrives. */
  pay(id: string): void {
    const intent = this.intent(id);
    const charge = intent.latest_charge ?? this.#charge(null);
    charge.balance_transaction = { id: 'txn_1', created: this.#seconds() };
    Object.assign(intent, {
      status: 'succeeded',
      next_action: null,
      latest_charge: charge,
      amount_received: intent.amount,
    });
  }

  /** The code of a payment expires. */
  expire(id: string): void {
    const code = 'payment_intent_payment_attempt_expired';
    const last_payment_error = { type: 'invalid_request_error', code };
    Object.assign(this.intent(id), { status: 'requires_payment_method', next_action: null, last_payment_error });
  }

  /** The card holder confirms a payment at the bank's page, or does not. */
  confirm(id: string, isConfirmed: boolean): void {
    if (isConfirmed) {
      this.intent(id).latest_charge = this.#charge({ brand: 'visa', last4: '4242' });
      return this.pay(id);
    }
    const last_payment_error = { type: 'card_error', code: 'payment_intent_authentication_failure' };
    Object.assign(this.intent(id), { status: 'requires_payment_method', next_action: null, last_payment_error });
  }

  /** The bank disputes a payment; `status`: how far it is. */
  dispute(id: string, status: string): void {
    this.intent(id).latest_charge!.disputed = true;
    this.#disputes.set(id, { status, created: this.#seconds() });
  }

  /** The signed webhook of an event about `object`; `at`: its time, in milliseconds. */
  webhook(object: object, { at = this.#now(), secret = webhookSecret, more = '' } = {}): WebhookRequest {
    const t = String(Math.floor(at / 1_000));
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object } });
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    return {
      headers: { 'stripe-signature': `t=${t},${more}v1=${v1},v0=${'0'.repeat(64)}` },
      query: {},
      body: Buffer.from(body),
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

  #seconds = (at = this.#now()): number => Math.floor(at / 1_000);

  /** A repeated idempotency key gets the first response, whatever it was; with other parameters it is an error. */
  #idempotent(
    { headers, body }: FastifyRequest,
    reply: FastifyReply,
    work: (form: FormParameters) => { status: number; body: unknown },
  ): FastifyReply {
    const form = (body ?? {}) as FormParameters;
    const key = headers['idempotency-key'];
    const parameters = createHash('sha256').update(JSON.stringify(form)).digest('hex');
    const known = typeof key === 'string' ? this.#byKey.get(key) : undefined;
    if (known && known.parameters !== parameters) return problem(reply, 400, { type: 'idempotency_error' });
    const answered = known ?? { parameters, ...structuredClone(work(form)) };
    if (typeof key === 'string') this.#byKey.set(key, answered);
    return reply.code(answered.status).send(answered.body);
  }

  #create(form: FormParameters): { status: number; body: unknown } {
    this.requested.push(form);
    const refused = (status: number, error: object) => ({ status, body: { error } });
    const invalid = (code: string, param: string) => refused(400, { type: 'invalid_request_error', code, param });
    const amount = Number(form['amount']);
    if (!/^\d{1,8}$/.test(form['amount'] ?? '')) return invalid('amount_too_large', 'amount');
    if (amount < 50) return invalid('amount_too_small', 'amount');
    const method = form['payment_method_types[0]'];
    const missing = ['name', 'email', 'address[line1]', 'address[city]', 'address[state]', 'address[postal_code]'].find(
      (name) => !form[`payment_method_data[billing_details]${name.replace(/^(\w+)/, '[$1]')}`],
    );
    if (method === 'boleto' && missing)
      return invalid('parameter_missing', `payment_method_data[billing_details][${missing}]`);
    if (method === 'boleto' && !/^(\d{11}|[0-9A-Z]{14})$/.test(form['payment_method_data[boleto][tax_id]'] ?? ''))
      return invalid('tax_id_invalid', 'payment_method_data[boleto][tax_id]');
    const card = method === 'card' ? cards[form['payment_method'] ?? ''] : undefined;
    if (method === 'card' && !card) return invalid('resource_missing', 'payment_method');
    const seconds = Number(form['payment_method_options[pix][expires_at]']) - this.#seconds();
    if (method === 'pix' && (seconds < 10 || seconds > 1_209_600)) {
      return invalid('parameter_invalid_integer', 'payment_method_options[pix][expires_at]');
    }
    const intent = this.#make(form, amount, method ?? '');
    this.#intents.set(intent.id, intent);
    if (card === 'succeeded') this.pay(intent.id);
    const body = expanded(intent, valuesOf(form, 'expand'));
    if (typeof card !== 'object') return { status: 200, body };
    return refused(402, { type: 'card_error', ...card, payment_intent: body });
  }

  #make(form: FormParameters, amount: number, method: string): ApiIntent {
    const id = `pi_3Aurora${this.#nextId++}`;
    const card = method === 'card' ? cards[form['payment_method']!] : undefined;
    const declined = typeof card === 'object' ? { type: 'card_error', ...card } : null;
    const isCharged = method === 'card' && card !== 'challenge';
    const status = declined ? 'requires_payment_method' : isCharged ? 'processing' : 'requires_action';
    const expires_at = Number(form['payment_method_options[pix][expires_at]']);
    return {
      id,
      object: 'payment_intent',
      status,
      amount,
      amount_received: 0,
      currency: form['currency'] ?? '',
      created: this.#seconds(),
      canceled_at: null,
      client_secret: `${id}_secret_1`,
      metadata: { payment_id: form['metadata[payment_id]'] ?? '' },
      payment_method_types: [method],
      payment_method_options: method === 'pix' ? { pix: { expires_at } } : {},
      last_payment_error: declined,
      latest_charge: isCharged ? this.#charge({ brand: 'visa', last4: '4242' }) : null,
      next_action: isCharged ? null : this.#action(form, amount, method, id),
    };
  }

  #charge(card: object | null): ApiCharge {
    return {
      id: `ch_3Aurora${this.#nextId++}`,
      object: 'charge',
      created: this.#seconds(),
      disputed: false,
      balance_transaction: null,
      payment_method_details: card ? { type: 'card', card } : { type: 'pix', pix: {} },
      refunds: { object: 'list', data: [] },
    };
  }

  #action(form: FormParameters, amount: number, method: string, id: string): object {
    if (method === 'card') {
      const return_url = form['return_url'];
      return { type: 'redirect_to_url', redirect_to_url: { url: `${this.url}/challenge/${id}`, return_url } };
    }
    if (method === 'pix') {
      const receiver = { key: '123e4567-e89b-12d3-a456-426614174000', name: 'Loja Aurora', city: 'Osasco' };
      const code = buildBrCode({ kind: 'static', ...receiver, amount, txid: `stripe${this.#nextId}`, once: false });
      const expires_at = Number(form['payment_method_options[pix][expires_at]']);
      const data = code.ok ? code.text : '';
      const hosted_instructions_url = 'https://payments.stripe.com/qr/instructions/1';
      return { type: 'pix_display_qr_code', pix_display_qr_code: { data, expires_at, hosted_instructions_url } };
    }
    // 23:59 in São Paulo, that many days after today.
    const days = Number(form['payment_method_options[boleto][expires_after_days]']);
    const dueDate = new Date(this.#now() - 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    const number = buildBoleto({ bank: '001', amount, dueDate, free: String(this.#nextId).padStart(25, '0') })?.line;
    const pdf = 'https://payments.stripe.com/boleto/voucher/1/pdf';
    const expires_at = this.#seconds(Date.parse(`${dueDate}T23:59:00-03:00`));
    return { type: 'boleto_display_details', boleto_display_details: { number, pdf, expires_at } };
  }

  #search(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const query = request.query as FormParameters;
    const id = /^metadata\['payment_id'\]:'([^']*)'$/.exec(query['query'] ?? '')?.[1];
    if (id === undefined) return problem(reply, 400, { param: 'query' });
    const fields = valuesOf(query, 'expand').map((field) => field.replace(/^data\./, ''));
    const data = [...this.#intents.values()].filter(({ metadata }) => metadata['payment_id'] === id);
    return reply.send({ object: 'search_result', has_more: false, data: data.map((one) => expanded(one, fields)) });
  }

  #cancel(id: string, form: FormParameters, reply: FastifyReply): FastifyReply {
    const intent = this.#intents.get(id);
    if (!intent) return problem(reply, 404, { code: 'resource_missing', param: 'intent' });
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      return problem(reply, 400, { code: 'payment_intent_unexpected_state' });
    }
    Object.assign(intent, { status: 'canceled', canceled_at: this.#seconds(), next_action: null });
    return reply.send(expanded(intent, valuesOf(form, 'expand')));
  }

  #refund(form: FormParameters): { status: number; body: unknown } {
    this.refundsRequested.push(form);
    const intent = this.#intents.get(form['payment_intent'] ?? '');
    const charge = intent?.latest_charge;
    if (!intent || !charge) return { status: 404, body: { error: { code: 'resource_missing' } } };
    const notFailed = charge.refunds.data.filter(({ status }) => status !== 'failed');
    const refunded = notFailed.reduce((sum, one) => sum + one.amount, 0);
    if (refunded >= intent.amount) return { status: 400, body: { error: { code: 'charge_already_refunded' } } };
    const amount = Number(form['amount'] ?? intent.amount - refunded);
    if (refunded + amount > intent.amount) return { status: 400, body: { error: { param: 'amount' } } };
    const id = `re_3Aurora${this.#nextId++}`;
    const status = this.refundStatus;
    const refund: ApiRefund = { id, object: 'refund', amount, status, created: this.#seconds() };
    charge.refunds.data.push(refund);
    return { status: 200, body: { ...refund, payment_intent: intent.id } };
  }
}

const valuesOf = (form: FormParameters, name: string): string[] =>
  Object.entries(form).flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [value] : []));

/** An intent with the objects that `fields` expand; the others are ids, and refunds are left out. */
function expanded(intent: ApiIntent, fields: readonly string[]): ApiIntent {
  const { latest_charge: charge } = intent;
  if (!charge) return intent;
  const has = (field: string): boolean => fields.some((one) => one === field || one.startsWith(`${field}.`));
  if (!has('latest_charge')) return { ...intent, latest_charge: charge['id'] as never };
  const { refunds, balance_transaction: balance, ...rest } = charge;
  return {
    ...intent,
    latest_charge: {
      ...rest,
      balance_transaction: has('latest_charge.balance_transaction') ? balance : ((balance?.id ?? null) as never),
      ...(has('latest_charge.refunds') && { refunds }),
    } as ApiCharge,
  };
}
