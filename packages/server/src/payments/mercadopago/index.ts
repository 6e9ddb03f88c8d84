import { paymentMethods } from '@retoma/commerce';
import { apiUrl } from '../api-url.ts';
import type {
  LookupResult,
  CancelResult,
  PaymentRequest,
  CreateResult,
  KnownPayment,
  PaymentAccount,
  ProviderDefinition,
  ProviderParts,
  RefundResult,
} from '../provider.ts';
import { mercadopagoForm, type MercadopagoCredentials, type MercadopagoSettings } from './form.ts';
import { openApi, type ApiAnswer, type CallApi } from './api.ts';
import { mercadopagoCardForm, mercadopagoCardScript } from './card-form.ts';
import { parseWebhook } from './webhook.ts';
import { readPayment, type ReadPayment } from './parse-payment.ts';
import { paymentRequest } from './payment-request.ts';
import { brokenBy, rejectedPayment } from './refusal.ts';
import { refund } from './refund.ts';
import { verifyAccount } from './verify.ts';

/** Mercado Pago: PIX, boleto and card over its payments API (README.md). */
export const mercadopago: ProviderDefinition = {
  label: { 'pt-BR': 'Mercado Pago', en: 'Mercado Pago' },
  isSimulated: false,
  methods: paymentMethods,
  needs: {
    pix: ['name', 'email', 'document'],
    boleto: ['name', 'email', 'document', 'address'],
    card: ['name', 'email', 'document'],
  },
  hasWebhooks: true,
  environment: {
    MERCADOPAGO_URL: apiUrl('https://api.mercadopago.com', 'address of Mercado Pago’s API; another one for tests'),
  },
  form: mercadopagoForm,
  setupHelp: {
    'pt-BR':
      'No Mercado Pago, abra Suas integrações → sua aplicação → Webhooks, cole o endereço no modo de produção, marque Pagamentos e salve.',
    en: 'In Mercado Pago, open Your integrations → your application → Webhooks, paste the address for production, select Payments, and save.',
  },
  cardForm: mercadopagoCardForm,
  cardScript: mercadopagoCardScript,
  open,
};

function open({ callOut, settings }: ProviderParts): ReturnType<ProviderDefinition['open']> {
  const api = openApi(callOut, settings['MERCADOPAGO_URL'] ?? '');
  return {
    async verify(account, signal) {
      const verified = await withCredentials(account, ({ accessToken }) => verifyAccount(api, accessToken, signal));
      return verified.outcome === 'broken' ? { outcome: 'refused', reason: verified.reason } : verified;
    },
    create: (account, payment, signal) =>
      withCredentials(account, ({ accessToken }, settings) => create(api, { accessToken, settings }, payment, signal)),
    find: (account, payment, signal) =>
      withCredentials(account, ({ accessToken }) => find(api, accessToken, payment, signal)),
    cancel: (account, payment, signal) =>
      withCredentials(account, ({ accessToken }) => cancel(api, accessToken, payment, signal)),
    refund: (account, payment, signal) =>
      withCredentials(account, async ({ accessToken }): Promise<RefundResult> => {
        const found = await find(api, accessToken, payment, signal);
        if (found.outcome === 'unknown') return { outcome: 'refused', reason: 'PAYMENT_NOT_FOUND' };
        return found.outcome === 'found' ? refund(api, accessToken, payment, found, signal) : found;
      }),
    parseWebhook(account, webhook) {
      const read = mercadopagoForm.credentials.safeParse(account.credentials);
      return parseWebhook(read.success ? read.data.webhookSecret : undefined, webhook);
    },
  };
}

async function withCredentials<T>(
  account: PaymentAccount,
  work: (credentials: MercadopagoCredentials, settings: MercadopagoSettings) => Promise<T>,
): Promise<T | { outcome: 'broken'; reason: string }> {
  const read = mercadopagoForm.credentials.safeParse(account.credentials);
  const settings = mercadopagoForm.settings.safeParse(account.settings);
  return read.success && settings.success
    ? work(read.data, settings.data)
    : { outcome: 'broken', reason: 'CREDENTIALS' };
}

type Account = { readonly accessToken: string; readonly settings: MercadopagoSettings };

async function create(
  api: CallApi,
  { accessToken, settings }: Account,
  payment: PaymentRequest,
  signal: AbortSignal,
): Promise<CreateResult> {
  // The page does not offer more; a manipulated request is refused too.
  if ((payment.card?.installments ?? 1) > settings.installments) {
    return { outcome: 'refused', reason: 'installments_not_accepted' };
  }
  const body = paymentRequest(payment, settings);
  if (!body) return { outcome: 'refused', reason: 'unavailable' };
  const { paymentId } = payment;
  const request = { method: 'POST', path: '/v1/payments', accessToken, idempotencyKey: paymentId, body } as const;
  const answer = await api(request, signal);
  if (answer.outcome === 'unsent') return { outcome: 'later', reason: answer.reason };
  if (answer.outcome === 'uncertain') return { outcome: 'uncertain' };
  const { status } = answer;
  if (status === 400 || status === 422) return rejectedPayment(answer.body);
  if (status === 401 || status === 403) return brokenBy(status);
  // 429 and other 3xx and 4xx: nothing was created. 409 means that another attempt with the same key is in progress.
  if (status === 429 || (status >= 300 && status < 500 && status !== 409))
    return { outcome: 'later', reason: `HTTP_${status}` };
  const made = status < 300 ? readPayment(answer.body) : undefined;
  if (!made || made.paymentId !== paymentId) return { outcome: 'uncertain' };
  return { outcome: 'made', providerId: made.providerId, update: made.update };
}

async function find(
  api: CallApi,
  accessToken: string,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<LookupResult> {
  const { paymentId, providerId } = payment;
  const reference = new URLSearchParams({ external_reference: paymentId, sort: 'date_created', criteria: 'desc' });
  const path =
    providerId === null
      ? `/v1/payments/search?${reference.toString()}`
      : `/v1/payments/${encodeURIComponent(providerId)}`;
  const answer = await api({ method: 'GET', path, accessToken }, signal);
  if (answer.outcome !== 'answered') return { outcome: 'later', reason: answer.reason };
  if (answer.status === 401 || answer.status === 403) return brokenBy(answer.status);
  if (answer.status === 404 && providerId !== null) return { outcome: 'unknown' };
  if (answer.status !== 200) return { outcome: 'later', reason: `HTTP_${answer.status}` };
  return providerId === null ? foundIn(answer, paymentId) : foundAs(readPayment(answer.body), paymentId);
}

/** Mercado Pago cancels a payment that is pending, in process or authorized. In other states the payment is looked up. */
async function cancel(
  api: CallApi,
  accessToken: string,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<CancelResult> {
  const known = payment.providerId === null ? await find(api, accessToken, payment, signal) : null;
  if (known && known.outcome !== 'found') return known;
  const providerId = known?.providerId ?? payment.providerId!;
  const path = `/v1/payments/${encodeURIComponent(providerId)}`;
  const idempotencyKey = `cancel-${payment.paymentId}`;
  const answer = await api({ method: 'PUT', path, accessToken, idempotencyKey, body: { status: 'cancelled' } }, signal);
  if (answer.outcome !== 'answered') return { outcome: 'later', reason: answer.reason };
  if (answer.status === 401 || answer.status === 403) return brokenBy(answer.status);
  if (answer.status >= 500 || answer.status === 429) return { outcome: 'later', reason: `HTTP_${answer.status}` };
  const read = answer.status < 300 ? foundAs(readPayment(answer.body), payment.paymentId) : null;
  return read?.outcome === 'found' ? read : find(api, accessToken, { ...payment, providerId }, signal);
}

/** Our payment in the results of a search; at most one, since `external_reference` is its unique id. */
function foundIn({ body }: ApiAnswer & { outcome: 'answered' }, paymentId: string): LookupResult {
  const results = (body as { results?: unknown } | undefined)?.results;
  if (!Array.isArray(results)) return { outcome: 'later', reason: 'MALFORMED' };
  const ours = results.filter((one: unknown) => referenceOf(one) === paymentId);
  return ours.length === 0 ? { outcome: 'unknown' } : foundAs(readPayment(ours[0]), paymentId);
}

const referenceOf = (result: unknown): unknown =>
  typeof result === 'object' && result !== null
    ? (result as { external_reference?: unknown }).external_reference
    : null;

function foundAs(read: ReadPayment | undefined, paymentId: string): LookupResult {
  if (!read) return { outcome: 'later', reason: 'MALFORMED' };
  if (read.paymentId !== paymentId) return { outcome: 'unknown' };
  return { outcome: 'found', providerId: read.providerId, update: read.update };
}
