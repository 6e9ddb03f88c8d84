import type { Trigger } from '../members/trigger.ts';
import type { MetatagName } from './catalogue/index.ts';

/** The metatags that messages of a trigger use most, in the order in which the editor offers them. Some are for e-mails only. */
export const usualMetatags = {
  'pix.generated': [
    'order.pix_code',
    'order.url_pix_gerado',
    'order.total',
    'customer.first_name',
    'order.items',
    'order.number',
    'order.pix_expires_at',
    'store.name',
    'order.pix_qr_code',
  ],
  'boleto.generated': [
    'order.boleto_line',
    'order.boleto_url',
    'order.total',
    'customer.first_name',
    'order.items',
    'order.boleto_expires_at',
    'order.number',
    'store.name',
  ],
  'cart.abandoned': [
    'cart.url_checkout',
    'lead.firstName',
    'cart.total',
    'cart.items',
    'cart.items.first.name',
    'store.name',
  ],
  'payment.failed': [
    'checkout.url',
    'order.refusal_reason',
    'order.total',
    'customer.first_name',
    'order.items',
    'order.number',
    'store.name',
  ],
  'payment.confirmed': [
    'order.number',
    'customer.first_name',
    'order.total',
    'order.items',
    'shipping.estimated_date',
    'order.payment_method_label',
    'store.name',
  ],
  'lead.created': ['checkout.url', 'lead.firstName', 'store.name', 'store.whatsapp_url'],
  tracking_code_updated: [
    'tracking.code',
    'tracking.url',
    'tracking.statusLabel',
    'customer.first_name',
    'order.number',
    'order.items',
    'tracking.carrier',
    'store.name',
  ],
} as const satisfies Record<Trigger, readonly MetatagName[]>;

/** Search terms without accents, and the metatags that people mean by them. */
const meanings: readonly { terms: string; names: readonly MetatagName[] }[] = [
  {
    terms: 'valor preco total quanto amount price value',
    names: ['order.total', 'cart.total', 'order.paid_amount', 'order.items.first.price'],
  },
  { terms: 'codigo copia cola code copy', names: ['order.pix_code', 'order.boleto_line', 'tracking.code'] },
  {
    terms: 'link endereco url pagar comprar pay buy',
    names: ['order.url_pix_gerado', 'order.boleto_url', 'checkout.url', 'cart.url_checkout', 'lead.url_checkout'],
  },
  { terms: 'link acompanhar entrega follow delivery', names: ['tracking.url'] },
  {
    terms: 'produto compra item product purchase',
    names: ['order.items', 'order.items.first.name', 'order.items_html', 'cart.items', 'cart.items.first.name'],
  },
  { terms: 'nome name', names: ['customer.first_name', 'customer.name', 'lead.firstName', 'lead.name'] },
  {
    terms: 'vencimento validade prazo expira due expiry',
    names: ['order.pix_expires_at', 'order.boleto_expires_at', 'shipping.turnaround', 'shipping.estimated_date'],
  },
  { terms: 'celular whatsapp fone mobile', names: ['customer.phone', 'lead.phone', 'store.whatsapp_url'] },
  { terms: 'motivo erro recusa why refusal', names: ['order.refusal_reason'] },
  { terms: 'foto imagem picture image', names: ['order.items.first.image', 'cart.items.first.image', 'store.logo'] },
  { terms: 'sair descadastrar cancelar leave', names: ['store.unsubscribe_url'] },
];

const synonyms = new Map<string, string[]>();
for (const { terms, names } of meanings)
  for (const name of names) synonyms.set(name, [...(synonyms.get(name) ?? []), ...terms.split(' ')]);

/** Search terms for a metatag besides its label and name, in both languages, without accents. */
export const metatagSynonyms = (name: string): readonly string[] => synonyms.get(name) ?? [];
