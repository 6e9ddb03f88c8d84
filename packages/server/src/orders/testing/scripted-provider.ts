import type {
  LookupResult,
  CancelResult,
  PaymentRequest,
  Charged,
  KnownPayment,
  WebhookRequest,
  ProviderUpdate,
  PaymentProvider,
  Refunded,
} from '../../payments/provider.ts';

/** What a test decides. Each gets what its provider was asked for; by default a code is made and pending. */
export type Script = {
  create: (charge: PaymentRequest) => Charged | Promise<Charged>;
  find: (payment: KnownPayment) => LookupResult | Promise<LookupResult>;
  cancel: (payment: KnownPayment) => CancelResult | Promise<CancelResult>;
  refund: (payment: KnownPayment) => Refunded | Promise<Refunded>;
};

/** A provider that says what a test tells it to say, and remembers what it was asked. */
export type ScriptedProvider = PaymentProvider & {
  script: Script;
  /** What it was asked, such as `create <payment id>`, in order. */
  calls: string[];
  charges: PaymentRequest[];
  /** What it knows of payments, by our id. */
  news: Map<string, ProviderUpdate>;
};

/** What the provider calls a payment of ours. */
export const providerIdOf = (paymentId: string): string => `their ${paymentId}`;

/** The code that is made of a charge. */
export function codeOf({ paymentId, method, expiresAt }: PaymentRequest): ProviderUpdate['details'] {
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString();
  if (method === 'pix') return { pix: { payload: `code of ${paymentId}`, expires_at } };
  if (method === 'boleto') return { boleto: { line: `line of ${paymentId}`, expires_at } };
  return { card: { brand: 'visa', last_digits: '4242' } };
}

/** Opens one. It dedupes on the payment's id, as a provider must: the same charge twice is one payment. */
export function scriptedProvider(): ScriptedProvider {
  const news = new Map<string, ProviderUpdate>();
  const calls: string[] = [];
  const charges: PaymentRequest[] = [];
  const script: Script = {
    create(charge) {
      const known = news.get(charge.paymentId) ?? { state: 'pending', at: charge.now, details: codeOf(charge)! };
      news.set(charge.paymentId, known);
      return { outcome: 'made', providerId: providerIdOf(charge.paymentId), news: known };
    },
    find({ paymentId }) {
      const known = news.get(paymentId);
      return known ? { outcome: 'found', providerId: providerIdOf(paymentId), news: known } : { outcome: 'unknown' };
    },
    cancel({ paymentId }) {
      const known = news.get(paymentId);
      if (!known) return { outcome: 'unknown' };
      const isOpen = known.state === 'pending' || known.state === 'processing';
      const now: ProviderUpdate = isOpen ? { state: 'cancelled', at: known.at + 1 } : known;
      news.set(paymentId, now);
      return { outcome: 'found', providerId: providerIdOf(paymentId), news: now };
    },
    refund({ paymentId }) {
      const known = news.get(paymentId);
      if (known?.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
      news.set(paymentId, { state: 'refunded', at: known.at + 1 });
      return { outcome: 'refunded', at: known.at + 1 };
    },
  };
  return {
    script,
    calls,
    charges,
    news,
    methods: ['pix', 'boleto', 'card'],
    needs: { boleto: ['address'] },
    hasWebhooks: true,
    verify: () => Promise.resolve({ outcome: 'ok', account: '' }),
    async create(_, charge) {
      calls.push(`create ${charge.paymentId}`);
      charges.push(charge);
      return script.create(charge);
    },
    async find(_, payment) {
      calls.push(`find ${payment.paymentId}`);
      return script.find(payment);
    },
    async cancel(_, payment) {
      calls.push(`cancel ${payment.paymentId}`);
      return script.cancel(payment);
    },
    async refund(_, payment) {
      calls.push(`refund ${payment.paymentId}`);
      return script.refund(payment);
    },
    hear: (_, { headers, query }: WebhookRequest) => {
      if (headers['x-signature'] !== 'right') return { outcome: 'forged' };
      return query['id'] === undefined ? { outcome: 'nothing' } : { outcome: 'look', providerId: query['id'] };
    },
  };
}
