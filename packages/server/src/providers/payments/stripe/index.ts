import { localized, paymentMethods } from '@retoma/commerce';
import { z } from 'zod';
import { apiUrl } from '../../../base/settings-form.ts';
import { brokenBy, mayBeMade, type ApiResponse } from '../json-api.ts';
import type {
  CancelResult,
  CreateResult,
  KnownPayment,
  LookupResult,
  PaymentAccount,
  PaymentRequest,
  ProviderDefinition,
  PaymentProviderDeps,
  RefundResult,
} from '../provider.ts';
import { openApi, type CallStripe } from './api.ts';
import { stripeCardForm, stripeCardScript } from './card-form.ts';
import { isOneMode, stripeForm, type StripeSettings } from './form.ts';
import { expandedFields, readIntent, type ReadIntent } from './parse-payment.ts';
import { paymentRequest } from './payment-request.ts';
import { errorIn, rejectedPayment } from './refusal.ts';
import { refund } from './refund.ts';
import { verifyAccount } from './verify.ts';
import { parseWebhook } from './webhook.ts';

/** Stripe: PIX, boleto and card over its payment intents (README.md). */
export const stripe: ProviderDefinition = {
  label: { 'pt-BR': 'Stripe', en: 'Stripe' },
  isSimulated: false,
  methods: paymentMethods,
  needs: { boleto: ['name', 'email', 'document', 'address'] },
  hasWebhooks: true,
  environment: { STRIPE_URL: apiUrl('https://api.stripe.com', 'API of Stripe') },
  form: stripeForm,
  whereToFind: {
    text: localized(
      'No painel da Stripe, abra Desenvolvedores → Chaves da API, e copie a chave publicável e a chave secreta.',
      'In Stripe’s Dashboard, open Developers → API keys, and copy the publishable key and the secret key.',
    ),
    url: 'https://dashboard.stripe.com/apikeys',
  },
  setupHelp: {
    'pt-BR':
      'No painel da Stripe, abra Desenvolvedores → Webhooks, adicione um destino com este endereço e os eventos payment_intent.*, charge.refunded, refund.updated, refund.failed e charge.dispute.*, e copie o segredo de assinatura.',
    en: 'In Stripe’s Dashboard, open Developers → Webhooks, add a destination with this address and the events payment_intent.*, charge.refunded, refund.updated, refund.failed and charge.dispute.*, and copy the signing secret.',
  },
  cardForm: stripeCardForm,
  cardScript: stripeCardScript,
  challenge: { display: 'link', minutes: 30 },
  open,
};

function open({ callOut, settings }: PaymentProviderDeps): ReturnType<ProviderDefinition['open']> {
  const apiOf = openApi(callOut, settings['STRIPE_URL'] ?? '');
  const withApi = async <T>(
    account: PaymentAccount,
    work: (api: CallStripe, settings: StripeSettings) => Promise<T>,
  ) => {
    const read = z.object(stripeForm).safeParse(account).data;
    if (!read) return { outcome: 'broken', reason: 'CREDENTIALS' } as const;
    return work(apiOf(read.credentials.secretKey), read.settings);
  };
  return {
    async verify(account, signal) {
      const { publishableKey } = account.settings;
      const { secretKey } = account.credentials;
      if (!isOneMode(String(publishableKey), String(secretKey))) {
        return { outcome: 'refused', reason: 'TEST_AND_LIVE_MIXED' };
      }
      const verified = await withApi(account, (api) => verifyAccount(api, signal));
      return verified.outcome === 'broken' ? { outcome: 'refused', reason: verified.reason } : verified;
    },
    create: (account, payment, signal) => withApi(account, (api, own) => create(api, own, payment, signal)),
    find: (account, payment, signal) =>
      withApi(account, async (api) => lookupResult(await findIntent(api, payment, signal))),
    cancel: (account, payment, signal) => withApi(account, (api) => cancel(api, payment, signal)),
    refund: (account, payment, signal) =>
      withApi(account, async (api): Promise<RefundResult> => {
        const found = await findIntent(api, payment, signal);
        if (found.outcome === 'unknown') return { outcome: 'refused', reason: 'PAYMENT_NOT_FOUND' };
        return found.outcome === 'found' ? refund(api, payment, found.intent, signal) : found;
      }),
    parseWebhook(account, webhook) {
      const read = stripeForm.credentials.safeParse(account.credentials);
      return parseWebhook(read.success ? read.data.webhookSecret : undefined, webhook);
    },
  };
}

async function create(
  api: CallStripe,
  settings: StripeSettings,
  payment: PaymentRequest,
  signal: AbortSignal,
): Promise<CreateResult> {
  const { paymentId, card } = payment;
  if ((card?.installments ?? 1) > 1) return { outcome: 'refused', reason: 'installments_not_accepted' };
  const parameters = paymentRequest(payment, settings);
  if (!parameters) return { outcome: 'refused', reason: 'unavailable' };
  const request = { method: 'POST', path: '/v1/payment_intents', parameters, idempotencyKey: paymentId } as const;
  const response = await api(request, signal);
  if (response.outcome === 'unsent') return { outcome: 'later', reason: response.reason };
  if (response.outcome === 'uncertain') return { outcome: 'uncertain' };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  // The key was used with other parameters, such as another expiry, or its first request is still in progress: look the payment up.
  if (mayBeMade(status) || errorIn(body).type === 'idempotency_error') return { outcome: 'uncertain' };
  const made = readIntent(status < 300 ? body : declinedIntent(body));
  if (made?.paymentId === paymentId) return { outcome: 'made', providerId: made.providerId, update: made.update };
  if (status === 400 || status === 402 || status === 404) return rejectedPayment(body);
  return status < 300 ? { outcome: 'uncertain' } : { outcome: 'later', reason: `HTTP_${status}` };
}

/** The payment intent of a declined card, which is a member of the error. */
const declinedIntent = (body: unknown): unknown =>
  z.object({ error: z.object({ payment_intent: z.unknown() }) }).safeParse(body).data?.error.payment_intent;

type FoundIntent = { outcome: 'found'; intent: ReadIntent } | Exclude<LookupResult, { outcome: 'found' }>;

const lookupResult = (found: FoundIntent): LookupResult =>
  found.outcome === 'found'
    ? { outcome: 'found', providerId: found.intent.providerId, update: found.intent.update }
    : found;

async function findIntent(api: CallStripe, payment: KnownPayment, signal: AbortSignal): Promise<FoundIntent> {
  const { paymentId, providerId } = payment;
  const response = await api(
    providerId === null
      ? {
          method: 'GET',
          path: '/v1/payment_intents/search',
          parameters: {
            query: `metadata['payment_id']:'${paymentId}'`,
            expand: expandedFields.map((field) => `data.${field}`),
          },
        }
      : { method: 'GET', path: intentPath(providerId), parameters: { expand: expandedFields } },
    signal,
  );
  const failure = failureOf(response, providerId !== null);
  if (failure) return failure;
  const { body } = response as ApiResponse & { outcome: 'answered' };
  const found = providerId === null ? foundIn(body, paymentId) : foundAs(body, paymentId);
  return found.outcome === 'found' && found.intent.hasDispute ? withDispute(api, found, signal) : found;
}

const intentPath = (providerId: string): string => `/v1/payment_intents/${encodeURIComponent(providerId)}`;

/** What a response means that holds no payment; undefined: it holds one. */
function failureOf(response: ApiResponse, isById: boolean): Exclude<FoundIntent, { outcome: 'found' }> | undefined {
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status === 404 && isById) return { outcome: 'unknown' };
  return status === 200 ? undefined : { outcome: 'later', reason: `HTTP_${status}` };
}

function foundAs(body: unknown, paymentId: string): FoundIntent {
  const intent = readIntent(body);
  if (!intent) return { outcome: 'later', reason: 'MALFORMED' };
  return intent.paymentId === paymentId ? { outcome: 'found', intent } : { outcome: 'unknown' };
}

/** Our payment in the results of a search, which may lag behind by a minute. */
function foundIn(body: unknown, paymentId: string): FoundIntent {
  const results = z.object({ data: z.array(z.unknown()) }).safeParse(body).data?.data;
  if (!results) return { outcome: 'later', reason: 'MALFORMED' };
  return results.length === 0 ? { outcome: 'unknown' } : foundAs(results[0], paymentId);
}

const Disputes = z.object({ data: z.array(z.object({ status: z.string(), created: z.int().positive() })) });

/** A disputed payment is charged back, unless the store won the dispute or it is an inquiry, which takes no money. */
async function withDispute(
  api: CallStripe,
  { intent }: FoundIntent & { outcome: 'found' },
  signal: AbortSignal,
): Promise<FoundIntent> {
  const parameters = { payment_intent: intent.providerId };
  const response = await api({ method: 'GET', path: '/v1/disputes', parameters }, signal);
  const failure = failureOf(response, false);
  if (failure) return failure;
  const disputes = Disputes.safeParse((response as ApiResponse & { outcome: 'answered' }).body).data?.data;
  if (!disputes) return { outcome: 'later', reason: 'MALFORMED' };
  const lost = disputes.find(({ status }) => !/^(won|prevented|warning_.*)$/.test(status));
  if (!lost) return { outcome: 'found', intent };
  const { details } = intent.update;
  const update = { state: 'charged_back', at: lost.created * 1_000, ...(details && { details }) } as const;
  return { outcome: 'found', intent: { ...intent, update } };
}

/** Stripe cancels a payment that has not succeeded. In other states the payment is looked up. */
async function cancel(api: CallStripe, payment: KnownPayment, signal: AbortSignal): Promise<CancelResult> {
  const known = await findIntent(api, payment, signal);
  if (known.outcome !== 'found' || known.intent.update.state === 'cancelled') return lookupResult(known);
  const { providerId } = known.intent;
  const parameters = { expand: expandedFields };
  const response = await api({ method: 'POST', path: `${intentPath(providerId)}/cancel`, parameters }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status >= 500 || status === 429 || status === 409) return { outcome: 'later', reason: `HTTP_${status}` };
  const cancelled = status < 300 ? foundAs(body, payment.paymentId) : undefined;
  return lookupResult(
    cancelled?.outcome === 'found' ? cancelled : await findIntent(api, { ...payment, providerId }, signal),
  );
}
