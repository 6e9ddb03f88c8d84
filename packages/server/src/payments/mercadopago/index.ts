import { localized, paymentMethods } from '@retoma/commerce';
import { z } from 'zod';
import { apiUrl } from '../api-url.ts';
import { brokenBy } from '../json-api.ts';
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
import { mercadopagoForm, type MercadopagoSettings } from './form.ts';
import { openApi, type CallMercadopago } from './api.ts';
import { mercadopagoCardForm, mercadopagoCardScript, mercadopagoInstallments } from './card-form.ts';
import { parseWebhook } from './webhook.ts';
import { readPayment, type ReadPayment } from './parse-payment.ts';
import { paymentRequest } from './payment-request.ts';
import { rejectedPayment } from './refusal.ts';
import { refund } from './refund.ts';
import { verifyAccount } from './verify.ts';

/** Mercado Pago: PIX, boleto and card over its payments API (README.md). */
export const mercadopago: ProviderDefinition = {
  label: localized('Mercado Pago', 'Mercado Pago'),
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
  whereToFind: {
    text: localized(
      'No Mercado Pago, abra Suas integrações → sua aplicação → Credenciais de produção, e copie a Public Key e o Access Token.',
      'In Mercado Pago, open Your integrations → your application → Production credentials, and copy the Public Key and the Access Token.',
    ),
    url: 'https://www.mercadopago.com.br/developers/panel/app',
  },
  setupHelp: localized(
    'No Mercado Pago, abra Suas integrações → sua aplicação → Webhooks, cole o endereço no modo de produção, marque Pagamentos e salve.',
    'In Mercado Pago, open Your integrations → your application → Webhooks, paste the address for production, select Payments, and save.',
  ),
  installments: mercadopagoInstallments,
  cardForm: mercadopagoCardForm,
  cardScript: mercadopagoCardScript,
  open,
};

function open({ callOut, settings }: ProviderParts): ReturnType<ProviderDefinition['open']> {
  const apiOf = openApi(callOut, settings['MERCADOPAGO_URL'] ?? '');
  const withApi = async <T>(
    account: PaymentAccount,
    work: (api: CallMercadopago, settings: MercadopagoSettings) => Promise<T>,
  ) => {
    const read = z.object(mercadopagoForm).safeParse(account).data;
    if (!read) return { outcome: 'broken', reason: 'CREDENTIALS' } as const;
    return work(apiOf(read.credentials.accessToken), read.settings);
  };
  return {
    async verify(account, signal) {
      const verified = await withApi(account, (api) => verifyAccount(api, signal));
      return verified.outcome === 'broken' ? { outcome: 'refused', reason: verified.reason } : verified;
    },
    create: (account, payment, signal) => withApi(account, (api, settings) => create(api, settings, payment, signal)),
    find: (account, payment, signal) => withApi(account, (api) => find(api, payment, signal)),
    cancel: (account, payment, signal) => withApi(account, (api) => cancel(api, payment, signal)),
    refund: (account, payment, signal) =>
      withApi(account, async (api): Promise<RefundResult> => {
        const found = await find(api, payment, signal);
        if (found.outcome === 'unknown') return { outcome: 'refused', reason: 'PAYMENT_NOT_FOUND' };
        return found.outcome === 'found' ? refund(api, payment, found, signal) : found;
      }),
    parseWebhook: ({ credentials }, webhook) =>
      parseWebhook(mercadopagoForm.credentials.safeParse(credentials).data?.webhookSecret, webhook),
  };
}

async function create(
  api: CallMercadopago,
  settings: MercadopagoSettings,
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
  const response = await api({ method: 'POST', path: '/v1/payments', idempotencyKey: paymentId, body }, signal);
  if (response.outcome === 'unsent') return { outcome: 'later', reason: response.reason };
  if (response.outcome === 'uncertain') return { outcome: 'uncertain' };
  const { status } = response;
  if (status === 400 || status === 422) return rejectedPayment(response.body);
  const broken = brokenBy(status);
  if (broken) return broken;
  // 429 and other 3xx and 4xx: nothing was created. 409 means that another attempt with the same key is in progress.
  if (status >= 300 && status < 500 && status !== 409) return { outcome: 'later', reason: `HTTP_${status}` };
  const made = status < 300 ? readPayment(response.body) : undefined;
  if (!made || made.paymentId !== paymentId) return { outcome: 'uncertain' };
  return { outcome: 'made', providerId: made.providerId, update: made.update };
}

const paymentPath = (providerId: string): string => `/v1/payments/${encodeURIComponent(providerId)}`;

async function find(api: CallMercadopago, payment: KnownPayment, signal: AbortSignal): Promise<LookupResult> {
  const { paymentId, providerId } = payment;
  const reference = new URLSearchParams({ external_reference: paymentId, sort: 'date_created', criteria: 'desc' });
  const path = providerId === null ? `/v1/payments/search?${reference.toString()}` : paymentPath(providerId);
  const response = await api({ method: 'GET', path }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status === 404 && providerId !== null) return { outcome: 'unknown' };
  if (status !== 200) return { outcome: 'later', reason: `HTTP_${status}` };
  return providerId === null ? foundIn(body, paymentId) : foundAs(readPayment(body), paymentId);
}

/** Mercado Pago cancels a payment that is pending, in process or authorized. In other states the payment is looked up. */
async function cancel(api: CallMercadopago, payment: KnownPayment, signal: AbortSignal): Promise<CancelResult> {
  const known = payment.providerId === null ? await find(api, payment, signal) : null;
  if (known && known.outcome !== 'found') return known;
  const providerId = known?.providerId ?? payment.providerId!;
  const idempotencyKey = `cancel-${payment.paymentId}`;
  const change = { method: 'PUT', path: paymentPath(providerId), body: { status: 'cancelled' } } as const;
  const response = await api({ ...change, idempotencyKey }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status >= 500 || status === 429) return { outcome: 'later', reason: `HTTP_${status}` };
  const read = status < 300 ? foundAs(readPayment(body), payment.paymentId) : null;
  return read?.outcome === 'found' ? read : find(api, { ...payment, providerId }, signal);
}

/** Our payment in the results of a search; at most one, since `external_reference` is its unique id. */
function foundIn(body: unknown, paymentId: string): LookupResult {
  const results = z.object({ results: z.array(z.unknown()) }).safeParse(body).data?.results;
  if (!results) return { outcome: 'later', reason: 'MALFORMED' };
  const ours = results.find((one) => Reference.safeParse(one).data?.external_reference === paymentId);
  return ours === undefined ? { outcome: 'unknown' } : foundAs(readPayment(ours), paymentId);
}

const Reference = z.object({ external_reference: z.string() });

function foundAs(read: ReadPayment | undefined, paymentId: string): LookupResult {
  if (!read) return { outcome: 'later', reason: 'MALFORMED' };
  if (read.paymentId !== paymentId) return { outcome: 'unknown' };
  return { outcome: 'found', providerId: read.providerId, update: read.update };
}
