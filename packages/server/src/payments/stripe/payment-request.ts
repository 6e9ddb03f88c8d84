import type { Payer, PaymentRequest } from '../provider.ts';
import type { Parameters } from './api.ts';
import { boletoDays, pixExpiry } from './expiry.ts';
import { expandedFields } from './parse-payment.ts';

/** The parameters of POST /v1/payment_intents, which confirms the intent in the same request. The same for every attempt of a payment. */
export function paymentRequest(payment: PaymentRequest): Parameters {
  const { paymentId, method, amount } = payment;
  return {
    amount,
    currency: 'brl',
    confirm: true,
    description: `Pedido ${payment.orderNumber} - ${payment.storeName}`.slice(0, 250),
    metadata: { payment_id: paymentId },
    payment_method_types: [method],
    expand: expandedFields,
    ...methodParameters(payment),
  };
}

function methodParameters({ method, card, payer, expiresAt, now }: PaymentRequest): Parameters {
  if (method === 'card') {
    // The page cannot show 3-D Secure: a card that requires it is declined with `authentication_required`.
    return { payment_method: card?.token ?? '', error_on_requires_action: true };
  }
  const expiry =
    expiresAt === null
      ? undefined
      : method === 'pix'
        ? { pix: { expires_at: pixExpiry(expiresAt, now) } }
        : { boleto: { expires_after_days: boletoDays(expiresAt, now) } };
  return {
    payment_method_data: {
      type: method,
      ...(method === 'boleto' && { boleto: { tax_id: payer.document ?? '' } }),
      billing_details: billingDetails(payer, method === 'boleto'),
    },
    payment_method_options: expiry,
  };
}

const billingDetails = ({ name, email, address }: Payer, withAddress: boolean): Parameters => ({
  name: name ?? undefined,
  email: email ?? undefined,
  ...(withAddress &&
    address && {
      address: {
        line1: [address['street'], address['number']].filter(Boolean).join(', '),
        line2: address['neighborhood'],
        city: address['city'],
        state: address['state'],
        postal_code: address['zipcode'],
        country: 'BR',
      },
    }),
});
