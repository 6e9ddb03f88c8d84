import type { Trigger } from '../members/trigger.ts';
import type { RunData } from '../interpret/data.ts';

/** The start of every analysis scenario. */
export const witnessStart = '2026-01-05T10:00:00-03:00';

/** The payment status at the time of the event; undefined: there is no order yet. */
const statusAt: { readonly [Name in Trigger]: string | undefined } = {
  'pix.generated': 'PENDING',
  'boleto.generated': 'PENDING',
  'payment.confirmed': 'PAID',
  'payment.failed': 'FAILED',
  'cart.abandoned': undefined,
  'lead.created': undefined,
  tracking_code_updated: 'PAID',
};

const methodAt: { readonly [Name in Trigger]: string } = {
  'pix.generated': 'pix',
  'boleto.generated': 'boleto',
  'payment.confirmed': 'pix',
  'payment.failed': 'credit_card',
  'cart.abandoned': 'pix',
  'lead.created': 'pix',
  tracking_code_updated: 'pix',
};

/** The data of an ordinary run of a trigger, right after its event. */
export function naturalData(trigger: Trigger): RunData {
  const status = statusAt[trigger];
  const method = methodAt[trigger];
  const link = 'https://pay.loja.example/pay/1';
  const order = {
    id: '1001',
    number: '1001',
    status,
    payment_method: method,
    total: 12_990,
    domain: link,
    ...(method === 'pix' && { pix_code: '00020126580014br.gov.bcb.pix', url_pix_gerado: link }),
    items: [{ name: 'Camiseta', quantity: 1, price: 12_990 }],
  };
  const person = { name: 'Ana', phone: '+5511987654321', email: 'ana@example.com' };
  return {
    store: { name: 'Loja Exemplo', domain: 'loja.example', url: 'https://loja.example' },
    customer: { ...person, first_name: 'Ana', state: 'SP' },
    lead: { ...person, url_checkout: link },
    ...(status !== undefined && { order }),
    cart: { total: 12_990, url_checkout: link },
    checkout: { url: link },
    shipping: { name: 'PAC', turnaround: '5 dias úteis', price: 1990 },
    ...(trigger === 'tracking_code_updated' && {
      tracking: {
        code: 'AA123456785BR',
        url: 'https://rastreio.example/AA123456785BR',
        carrier: 'Correios',
        status: 'posted',
      },
    }),
    event: { amount: 12_990 },
  };
}
