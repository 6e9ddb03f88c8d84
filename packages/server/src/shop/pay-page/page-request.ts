import { paymentMethods, type PaymentMethod } from '@retoma/commerce';
import type { FastifyRequest } from 'fastify';

/** What the query of a page requests instead of the default view of the purchase. */
export type PageRequest = {
  /** The details to edit. `boleto`: with the address that a boleto needs. */
  edit: 'details' | 'boleto' | null;
  /** `choose`: choose another payment method. `method`: select this one. */
  choose: boolean;
  method: PaymentMethod | null;
  documentKind: 'cpf' | 'cnpj' | null;
  /** The test number to fill in (COM25); any text. */
  testNumber: string | null;
  /** COM39: the card holder comes from the bank's page of a challenge, whose result is not known yet. */
  returned: boolean;
  /** COM24: show the order's open payment, though it has the data of another shopper. */
  placed: boolean;
};

/** A request of the default view. */
export const plainRequest: PageRequest = {
  edit: null,
  choose: false,
  method: null,
  documentKind: null,
  testNumber: null,
  returned: false,
  placed: false,
};

/** Reads `?edit`, `?edit=boleto`, `?choose`, `?method=pix`, `?document=cnpj`, `?test=4242…`, `?returned` and `?placed`; anything else is ignored. */
export function toPageRequest({ query }: FastifyRequest): PageRequest {
  const { edit, choose, method, document, test, returned, placed } = query as Record<string, unknown>;
  return {
    edit: edit === undefined ? null : edit === 'boleto' ? 'boleto' : 'details',
    choose: choose !== undefined,
    method: paymentMethods.find((one) => one === method) ?? null,
    documentKind: document === 'cnpj' || document === 'cpf' ? document : null,
    testNumber: typeof test === 'string' ? test : null,
    returned: returned !== undefined,
    placed: placed !== undefined,
  };
}
