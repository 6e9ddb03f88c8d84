import { localized, paymentMethods } from '@retoma/commerce';
import { z } from 'zod';
import { apiUrl } from '../../../base/settings-form.ts';
import { brokenBy, mayBeMade } from '../json-api.ts';
import type {
  CancelResult,
  PaymentRequest,
  CreateResult,
  PaymentAccount,
  PaymentCard,
  ProviderDefinition,
  PaymentProviderDeps,
  ProviderUpdate,
  RefundResult,
} from '../provider.ts';
import { mercadopagoForm, type MercadopagoSettings } from './form.ts';
import { openApi, type CallMercadopago } from './api.ts';
import { mercadopagoCardForm, mercadopagoCardScript, mercadopagoInstallments } from './card-form.ts';
import { cancelOrder, findOrder, lookupResult } from './find-order.ts';
import { namedPayment, parseWebhook } from './webhook.ts';
import { readPayment } from './parse-payment.ts';
import { paymentRequest } from './payment-request.ts';
import { rejectedPayment } from './refusal.ts';
import { refund } from './refund.ts';
import { verifyAccount } from './verify.ts';

/** Mercado Pago: PIX, boleto and card over its Orders API (README.md). */
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
    MERCADOPAGO_URL: apiUrl('https://api.mercadopago.com', 'API of Mercado Pago'),
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
    'No Mercado Pago, abra Suas integrações → sua aplicação → Webhooks, cole o endereço no modo de produção, marque Order (Mercado Pago) e salve. Com credenciais de teste, os avisos podem vir sem assinatura válida; os pagamentos são consultados mesmo assim.',
    'In Mercado Pago, open Your integrations → your application → Webhooks, paste the address for production, select Order (Mercado Pago) and save. With test credentials the notices may lack a valid signature; payments are looked up all the same.',
  ),
  installments: mercadopagoInstallments,
  cardForm: mercadopagoCardForm,
  cardScript: mercadopagoCardScript,
  challenge: { display: 'frame', minutes: 40 },
  open,
};

const hourMs = 60 * 60_000;

function open({ callOut, settings, clock }: PaymentProviderDeps): ReturnType<ProviderDefinition['open']> {
  const apiOf = openApi(callOut, settings['MERCADOPAGO_URL'] ?? '');
  const withApi = async <T>(
    account: PaymentAccount,
    work: (api: CallMercadopago, settings: MercadopagoSettings) => Promise<T>,
  ) => {
    const read = z.object(mercadopagoForm).safeParse(account).data;
    if (!read) return { outcome: 'broken', reason: 'CREDENTIALS' } as const;
    return work(apiOf(read.credentials.accessToken), read.settings);
  };
  const hour = (): number => Math.floor(clock() / hourMs);
  return {
    async verify(account, signal) {
      const verified = await withApi(account, (api) => verifyAccount(api, signal));
      return verified.outcome === 'broken' ? { outcome: 'refused', reason: verified.reason } : verified;
    },
    create: (account, payment, signal) => withApi(account, (api, settings) => create(api, settings, payment, signal)),
    find: (account, payment, signal) =>
      withApi(account, async (api) => lookupResult(await findOrder(api, payment, signal))),
    cancel: (account, payment, signal) =>
      withApi(account, async (api): Promise<CancelResult> => {
        const known = payment.providerId === null ? await findOrder(api, payment, signal) : null;
        if (known && known.outcome !== 'found') return known;
        const providerId = known?.providerId ?? payment.providerId!;
        return cancelOrder(api, { ...payment, providerId }, hour(), signal);
      }),
    refund: (account, payment, signal) =>
      withApi(account, async (api): Promise<RefundResult> => {
        const found = await findOrder(api, payment, signal);
        if (found.outcome === 'unknown') return { outcome: 'refused', reason: 'PAYMENT_NOT_FOUND' };
        if (found.outcome !== 'found') return found;
        return refund(api, payment, found, hour(), signal);
      }),
    parseWebhook: ({ credentials }, webhook) =>
      parseWebhook(mercadopagoForm.credentials.safeParse(credentials).data?.webhookSecret, webhook),
    namedPayment,
  };
}

async function create(
  api: CallMercadopago,
  settings: MercadopagoSettings,
  payment: PaymentRequest,
  signal: AbortSignal,
): Promise<CreateResult> {
  const { paymentId, card } = payment;
  // The page does not offer more; a manipulated request is refused too.
  if ((card?.installments ?? 1) > settings.installments) {
    return { outcome: 'refused', reason: 'installments_not_accepted' };
  }
  // Their script names the brand of every card that it accepts.
  if (payment.method === 'card' && !card?.brand) return { outcome: 'refused', reason: 'check_card_number' };
  const body = paymentRequest(payment, settings);
  if (!body) return { outcome: 'refused', reason: 'unavailable' };
  const device = card?.deviceSession;
  const headers: Record<string, string> = device ? { 'x-meli-session-id': device } : {};
  const request = { method: 'POST', path: '/v1/orders', idempotencyKey: paymentId, headers, body } as const;
  const response = await api(request, signal);
  if (response.outcome === 'unsent') return { outcome: 'later', reason: response.reason };
  if (response.outcome === 'uncertain') return { outcome: 'uncertain' };
  const { status } = response;
  if (status === 400 || status === 422) return rejectedPayment(response.body);
  const broken = brokenBy(status);
  if (broken) return broken;
  // 402: the order was made, and its card was refused.
  const isMade = status < 300 || status === 402;
  if (!isMade && !mayBeMade(status)) return { outcome: 'later', reason: `HTTP_${status}` };
  const made = isMade ? readPayment(status === 402 ? dataIn(response.body) : response.body) : undefined;
  if (!made || made.paymentId !== paymentId) return { outcome: 'uncertain' };
  return { outcome: 'made', providerId: made.providerId, update: withDigits(made.update, card) };
}

/** The order in the response to a refused card: `{ errors: [...], data: order }`. */
const dataIn = (body: unknown): unknown => z.object({ data: z.unknown() }).safeParse(body).data?.data;

/** An order does not have the card's last digits; those that their script read are only shown. */
function withDigits(update: ProviderUpdate, card: PaymentCard | null): ProviderUpdate {
  const { details } = update;
  const last_digits = card?.lastDigits;
  if (!details?.card || !last_digits) return update;
  return { ...update, details: { ...details, card: { ...details.card, last_digits } } };
}
