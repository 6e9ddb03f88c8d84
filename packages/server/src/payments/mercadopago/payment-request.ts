import type { PaymentRequest, Payer } from '../provider.ts';
import type { MercadopagoSettings } from './account.ts';
import { decimalOf } from './amount.ts';
import { expirationOf } from './expiry.ts';

/** The body of POST /v1/payments for a charge; undefined where its amount is too large to be written. */
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
      // from Mercado Pago's own script: visa, master, elo
      ...(card?.brand != null && { payment_method_id: card.brand }),
    }),
    payer: payerOf(payment.payer),
  };
}

/** With this only webhooks come, which are signed; without it the same updates come a second time in an older, unsigned form. */
function notificationUrl(notifyUrl: string): string | undefined {
  // It takes nothing but https, and refuses the whole payment over it.
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
