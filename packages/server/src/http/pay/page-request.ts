import { paymentMethods, type PaymentMethod } from '@retoma/commerce';
import type { FastifyRequest } from 'fastify';

/** What the address of a page asks for, beyond what the purchase itself would show. */
export type PageRequest = {
  /** Details to change; `boleto`: an address for a boleto. */
  edit: 'details' | 'boleto' | null;
  /** To choose another way of paying, or this one. */
  choose: boolean;
  method: PaymentMethod | null;
  documentKind: 'cpf' | 'cnpj' | null;
};

/** Reads it of `?edit`, `?edit=boleto`, `?choose`, `?method=pix` and `?document=cnpj`; anything else is left alone. */
export function toPageRequest({ query }: FastifyRequest): PageRequest {
  const { edit, choose, method, document } = query as Record<string, unknown>;
  return {
    edit: edit === undefined ? null : edit === 'boleto' ? 'boleto' : 'details',
    choose: choose !== undefined,
    method: paymentMethods.find((one) => one === method) ?? null,
    documentKind: document === 'cnpj' || document === 'cpf' ? document : null,
  };
}
