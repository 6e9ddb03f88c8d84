import { z } from 'zod';
import {
  returnedIn,
  type LookupResult,
  type CancelResult,
  type PaymentRequest,
  type CreateResult,
  type KnownPayment,
  type WebhookRequest,
  type ProviderUpdate,
  type PaymentProvider,
  type PaymentRefund,
  type RefundResult,
} from '../../../providers/payments/provider.ts';

/** The results that a test scripts, by request. By default a created code is pending. */
export type ProviderScript = {
  create: (request: PaymentRequest) => CreateResult | Promise<CreateResult>;
  find: (payment: KnownPayment) => LookupResult | Promise<LookupResult>;
  cancel: (payment: KnownPayment) => CancelResult | Promise<CancelResult>;
  refund: (refund: PaymentRefund) => RefundResult | Promise<RefundResult>;
};

/** A provider with scripted results that records its calls. */
export type ScriptedProvider = PaymentProvider & {
  script: ProviderScript;
  /** The calls, such as `create <payment id>`, in order. */
  calls: string[];
  requests: PaymentRequest[];
  /** The provider's state of payments, by our id. */
  updates: Map<string, ProviderUpdate>;
};

/** The provider's id of our payment. */
export const providerIdOf = (paymentId: string): string => `their ${paymentId}`;

/** The details of a created payment. */
export function scriptedDetails({ paymentId, method, expiresAt }: PaymentRequest): ProviderUpdate['details'] {
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString();
  if (method === 'pix') return { pix: { payload: `code of ${paymentId}`, expires_at } };
  if (method === 'boleto') return { boleto: { line: `line of ${paymentId}`, expires_at } };
  return { card: { brand: 'visa', last_digits: '4242' } };
}

/** Opens a scripted provider. Like every provider, it deduplicates by the payment's id: the same request twice is one payment. */
export function scriptedProvider(): ScriptedProvider {
  const updates = new Map<string, ProviderUpdate>();
  const calls: string[] = [];
  const requests: PaymentRequest[] = [];
  const script: ProviderScript = {
    create(request) {
      const known = updates.get(request.paymentId) ?? {
        state: 'pending',
        at: request.now,
        details: scriptedDetails(request)!,
      };
      updates.set(request.paymentId, known);
      return { outcome: 'made', providerId: providerIdOf(request.paymentId), update: known };
    },
    find({ paymentId }) {
      const known = updates.get(paymentId);
      return known ? { outcome: 'found', providerId: providerIdOf(paymentId), update: known } : { outcome: 'unknown' };
    },
    cancel({ paymentId }) {
      const known = updates.get(paymentId);
      if (!known) return { outcome: 'unknown' };
      const isOpen = known.state === 'pending' || known.state === 'processing';
      const now: ProviderUpdate = isOpen ? { state: 'cancelled', at: known.at + 1 } : known;
      updates.set(paymentId, now);
      return { outcome: 'found', providerId: providerIdOf(paymentId), update: now };
    },
    refund({ paymentId, amount, before }) {
      const known = updates.get(paymentId);
      const returned = known && returnedIn(known);
      if (!known || returned === undefined) return { outcome: 'refused', reason: 'NOT_PAID' };
      const at = known.at + 1;
      if (returned >= before + amount) return { outcome: 'refunded', at };
      const refunded = returned + amount;
      const { paid = refunded } = known;
      const part = { state: 'partially_refunded', at, paid, refunded } as const;
      updates.set(paymentId, refunded < paid ? part : { state: 'refunded', at });
      return { outcome: 'refunded', at };
    },
  };
  return {
    script,
    calls,
    requests,
    updates,
    label: { 'pt-BR': 'Roteiro', en: 'Script' },
    isSimulated: false,
    form: { settings: z.object({}), credentials: z.object({}) },
    open() {
      throw new Error('it is open');
    },
    methods: ['pix', 'boleto', 'card'],
    needs: { boleto: ['address'] },
    hasWebhooks: true,
    verify: () => Promise.resolve({ outcome: 'ok', account: '' }),
    async create(_, request) {
      calls.push(`create ${request.paymentId}`);
      requests.push(request);
      return script.create(request);
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
    parseWebhook: (_, { headers, query }: WebhookRequest) => {
      if (headers['x-signature'] !== 'right') return { outcome: 'invalid_signature' };
      return query['id'] === undefined ? { outcome: 'ignored' } : { outcome: 'changed', providerId: query['id'] };
    },
  };
}
