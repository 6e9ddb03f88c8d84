import type { Payer, PaymentRequest } from '../provider.ts';
import type { Parameters } from './api.ts';
import { boletoDays, pixExpiry } from './expiry.ts';
import type { StripeSettings } from './form.ts';
import { expandedFields } from './parse-payment.ts';

/** The largest amount: eight digits, as documented. A larger number would not be exact in every JSON parser. */
const maxAmount = 99_999_999;

/**
 * The parameters of POST /v1/payment_intents, which confirms the intent in the same request. The same for every attempt of a payment.
 * Undefined: the amount is too large.
 */
export function paymentRequest(payment: PaymentRequest, { statementSuffix }: StripeSettings): Parameters | undefined {
  const { paymentId, method, amount, shipping, orderNumber } = payment;
  if (amount > maxAmount) return undefined;
  return {
    amount,
    currency: 'brl',
    confirm: true,
    description: `Pedido ${payment.orderNumber} - ${payment.storeName}`.slice(0, 250),
    metadata: { payment_id: paymentId, order_number: orderNumber.slice(0, 100) },
    payment_method_types: [method],
    expand: expandedFields,
    ...(shipping && { shipping: shippingOf(payment.payer, shipping) }),
    ...(method === 'card' && { statement_descriptor_suffix: statementSuffix }),
    ...methodParameters(payment),
  };
}

function methodParameters({ method, card, payer, expiresAt, now, returnUrl }: PaymentRequest): Parameters {
  if (method === 'card') {
    return {
      payment_method: card?.token ?? '',
      // A bank that asks for 3-D Secure gets the browser at its own page, and sends it back here.
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
      return_url: returnUrl,
    };
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
  ...(withAddress && address && { address: stripeAddress(address) }),
});

/** Where to and to whom the order is shipped. Stripe needs a name. */
const shippingOf = (
  { name, phone }: Payer,
  address: NonNullable<PaymentRequest['shipping']>,
): Parameters | undefined =>
  name === null ? undefined : { name, phone: phone ?? undefined, address: stripeAddress(address) };

const stripeAddress = (address: NonNullable<Payer['address']>): Parameters => ({
  line1: [address['street'], address['number']].filter(Boolean).join(', '),
  line2: [address['complement'], address['neighborhood']].filter(Boolean).join(', ') || undefined,
  city: address['city'],
  state: address['state'],
  postal_code: address['zipcode'],
  country: 'BR',
});
