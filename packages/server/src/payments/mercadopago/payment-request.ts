import type { PaymentRequest, Payer } from '../provider.ts';
import type { MercadopagoSettings } from './form.ts';
import { decimalOf } from './amount.ts';
import { expirationOf } from './expiry.ts';

/** The body of POST /v1/payments; undefined: the amount is too large. */
export function paymentRequest(
  payment: PaymentRequest,
  { statementDescriptor }: Pick<MercadopagoSettings, 'statementDescriptor'>,
): Record<string, unknown> | undefined {
  const amount = decimalOf(payment.amount);
  if (amount === undefined) return undefined;
  const { method, card } = payment;
  return {
    transaction_amount: amount,
    description: `Pedido ${payment.orderNumber} - ${payment.storeName}`.slice(0, 250),
    external_reference: payment.paymentId,
    notification_url: notificationUrl(payment.notifyUrl),
    date_of_expiration: expirationOf(method, payment.expiresAt, payment.now),
    ...(method === 'pix' && { payment_method_id: 'pix' }),
    ...(method === 'boleto' && { payment_method_id: 'bolbradesco' }),
    ...(method === 'card' && {
      token: card?.token ?? '',
      installments: card?.installments ?? 1,
      ...(statementDescriptor !== undefined && { statement_descriptor: statementDescriptor }),
      // from Mercado Pago's script: visa, master, elo
      ...(card?.brand != null && { payment_method_id: card.brand }),
    }),
    payer: payerOf(payment.payer),
  };
}

/** The URL for signed webhooks. Its parameter switches off the older, unsigned notifications of the same updates. */
function notificationUrl(notifyUrl: string): string | undefined {
  // Mercado Pago refuses the whole payment if the URL is not https.
  if (!notifyUrl.startsWith('https://')) return undefined;
  const url = new URL(notifyUrl);
  url.searchParams.set('source_news', 'webhooks');
  return url.href;
}

function payerOf({ name, email, document, address }: Payer): Record<string, unknown> {
  const [first, ...rest] = (name ?? '').split(/\s+/).filter((part) => part !== '');
  return {
    ...(email !== null && { email }),
    ...(first !== undefined && { first_name: first, last_name: rest.join(' ') || first }),
    ...(document !== null && {
      identification: { type: document.length === 11 ? 'CPF' : 'CNPJ', number: document },
    }),
    ...(address && {
      address: {
        zip_code: address['zipcode'],
        street_name: address['street'],
        street_number: address['number'],
        neighborhood: address['neighborhood'],
        city: address['city'],
        federal_unit: address['state'],
      },
    }),
  };
}
