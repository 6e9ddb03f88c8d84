import type { Payer, PaymentItem, PaymentRequest } from '../provider.ts';
import { amountText } from './amount.ts';
import { expirationOf } from './expiry.ts';
import type { MercadopagoSettings } from './form.ts';

/** The body of POST /v1/orders; undefined: the amount is too large. */
export function paymentRequest(
  payment: PaymentRequest,
  settings: Pick<MercadopagoSettings, 'statementDescriptor'>,
): Record<string, unknown> | undefined {
  const amount = amountText(payment.amount);
  if (amount === undefined) return undefined;
  const { method, shipping, items } = payment;
  const date_of_expiration = expirationOf(method, payment.expiresAt, payment.now);
  return {
    type: 'online',
    processing_mode: 'automatic',
    total_amount: amount,
    external_reference: payment.paymentId,
    description: `Pedido ${payment.orderNumber} - ${payment.storeName}`.slice(0, 150),
    payer: payerOf(payment.payer),
    ...(shipping && { shipment: { address: orderAddress(shipping) } }),
    ...(items.length > 0 && { items: items.map(itemOf) }),
    additional_info: {
      'payer.is_first_purchase_online': payment.customerSince === null,
      ...(payment.customerSince !== null && { 'payer.registration_date': inBrazil(payment.customerSince) }),
    },
    transactions: {
      payments: [
        { amount, ...(date_of_expiration && { date_of_expiration }), payment_method: methodOf(payment, settings) },
      ],
    },
    ...(method === 'card' && {
      capture_mode: 'automatic_async',
      config: { online: { transaction_security: { validation: 'on_fraud_risk', liability_shift: 'required' } } },
    }),
  };
}

function methodOf(
  { method, card }: PaymentRequest,
  { statementDescriptor }: Pick<MercadopagoSettings, 'statementDescriptor'>,
): Record<string, unknown> {
  if (method === 'pix') return { id: 'pix', type: 'bank_transfer' };
  if (method === 'boleto') return { id: 'boleto', type: 'ticket' };
  // from Mercado Pago's script: visa, master, elo; debit cards are debvisa, debmaster, debelo
  const id = card?.brand ?? '';
  const isDebit = id.startsWith('deb');
  return {
    id,
    type: isDebit ? 'debit_card' : 'credit_card',
    token: card?.token ?? '',
    ...(!isDebit && { installments: card?.installments ?? 1 }),
    ...(statementDescriptor !== undefined && { statement_descriptor: statementDescriptor }),
  };
}

const itemOf = ({ id, title, quantity, unitPrice }: PaymentItem): Record<string, unknown> => ({
  title: title.slice(0, 150),
  quantity,
  unit_price: amountText(unitPrice) ?? '0.00',
  ...(id !== null && { external_code: id.slice(0, 100) }),
});

/** An instant with an offset. Brazil has had no summer time since 2019, and any offset denotes the same instant. */
const inBrazil = (at: number): string => new Date(at - 3 * 3_600_000).toISOString().replace('Z', '-03:00');

function payerOf({ name, email, phone, document, address }: Payer): Record<string, unknown> {
  const [first, ...rest] = (name ?? '').split(/\s+/).filter((part) => part !== '');
  const [, area_code, number] = /^\+55(\d\d)(\d{8,9})$/.exec(phone ?? '') ?? [];
  return {
    ...(email !== null && { email }),
    ...(first !== undefined && { first_name: first, last_name: rest.join(' ') || first }),
    ...(document !== null && {
      identification: { type: document.length === 11 ? 'CPF' : 'CNPJ', number: document },
    }),
    ...(number !== undefined && { phone: { area_code, number } }),
    ...(address && { address: orderAddress(address) }),
  };
}

/** An address; members that are not known are left out. */
function orderAddress(address: Readonly<Record<string, string>>): Record<string, string> {
  const members = {
    zip_code: address['zipcode'],
    street_name: address['street'],
    street_number: address['number'],
    neighborhood: address['neighborhood'],
    city: address['city'],
    state: address['state'],
    complement: address['complement'],
  };
  return Object.fromEntries(Object.entries(members).filter((one): one is [string, string] => Boolean(one[1])));
}
