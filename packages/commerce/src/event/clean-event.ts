import { asInstant } from '../instant.ts';
import { cleanContact } from '../person/index.ts';
import { readPixCode } from '../pix/read-pix-code.ts';
import type { StoreEvent } from './schema.ts';

/**
 * COM6: a checked event with cleaned values: contacts without what was pasted with them, instants as `2026-03-12T17:05:00-03:00`,
 * a PIX code that banks read. All other members are as they came.
 */
export function cleanEvent(event: StoreEvent): StoreEvent {
  const { customer, lead, payment, order } = event.data;
  return {
    ...event,
    occurred_at: asInstant(event.occurred_at),
    data: {
      ...event.data,
      ...(customer && { customer: cleanContact(customer) }),
      ...(lead && { lead: cleanContact(lead) }),
      ...(order?.created_at && { order: { ...order, created_at: asInstant(order.created_at) } }),
      ...(payment && { payment: cleanPayment(payment) }),
    },
  };
}

type Payment = NonNullable<StoreEvent['data']['payment']>;

function cleanPayment(payment: Payment): Payment {
  const { pix, boleto } = payment;
  return {
    ...payment,
    ...(pix && {
      pix: {
        ...pix,
        ...(pix.payload && { payload: readPixCode(pix.payload).code }),
        ...(pix.expires_at && { expires_at: asInstant(pix.expires_at) }),
      },
    }),
    ...(boleto?.expires_at && { boleto: { ...boleto, expires_at: asInstant(boleto.expires_at) } }),
  };
}
