import type { Channel, Trigger } from '../../members/trigger.ts';
import { availableMetatags, isAvailable } from '../available.ts';
import { metatagNamed, metatags } from '../catalogue/index.ts';
import type { Metatag } from '../catalogue/row.ts';
import { editDistance } from '../../members/edit-distance.ts';

/** The available metatag that an unknown name probably means; null if none is near. */
export function nearestMetatag(written: string, trigger: Trigger, channel: Channel): string | null {
  const name = inEnglish(written);
  const here = availableMetatags(trigger, channel);
  const near = nearestAmong(name, here);
  if (near !== null) return near;
  const anyTrigger = nearestAmong(name, metatags);
  return anyTrigger === null ? null : relatedMetatag(anyTrigger, trigger, channel);
}

/** A similar metatag that is available where this one is not; null if there is none. */
export function relatedMetatag(name: string, trigger: Trigger, channel: Channel): string | null {
  for (const { names, except } of relatives) {
    if (!names.includes(name) || except?.includes(trigger)) continue;
    const related = names.find((other) => other !== name && isUsable(other, trigger, channel));
    if (related) return related;
  }
  return null;
}

/** Whether an active metatag of that name is available for the trigger and the channel. */
export function isUsable(name: string, trigger: Trigger, channel: Channel): boolean {
  const metatag = metatagNamed(name);
  return metatag !== undefined && isAvailable(metatag, trigger, channel);
}

/** Metatags that can replace one another, the best first, except for triggers in which none of them makes sense. */
const relatives: readonly { readonly names: readonly string[]; readonly except?: readonly Trigger[] }[] = [
  // A paid order needs no payment link.
  {
    names: [
      'order.url_pix_gerado',
      'checkout.url',
      'order.domain',
      'order.boleto_url',
      'order.pix_code',
      'order.pix_qr_code',
      'cart.url_checkout',
      'lead.url_checkout',
      'payment.pix_code',
    ],
    except: ['payment.confirmed', 'tracking_code_updated'],
  },
  { names: ['order.domain', 'checkout.url', 'cart.url_checkout', 'lead.url_checkout'] },
  ...[
    ['order.items', 'order.items_html', 'cart.items', 'cart.items_html', 'order.items_names', 'order.items_with_price'],
    ['order.total', 'cart.total', 'order.paid_amount'],
    ['order.subtotal', 'cart.subtotal'],
    ['order.discount', 'cart.discount'],
    ['order.items_count', 'cart.itemsCount'],
    ['order.items.first.name', 'cart.items.first.name'],
    ['order.items.first.image', 'cart.items.first.image'],
    ['order.created_at', 'cart.createdAt', 'checkout.createdAt', 'lead.createdAt'],
    ['customer.name', 'lead.name', 'shipping.recipient'],
    ['customer.first_name', 'lead.firstName'],
    ['customer.email', 'lead.email'],
    ['customer.phone', 'lead.phone'],
    ['customer.document', 'lead.document'],
    ['customer.address', 'shipping.address'],
    ['tracking.carrier', 'shipping.carrier', 'shipping.name'],
    ['tracking.estimatedDate', 'shipping.estimated_date'],
    ['tracking.statusLabel', 'order.status_label'],
  ].map((names) => ({ names })),
];

function nearestAmong(name: string, candidates: readonly Metatag[]): string | null {
  const key = normalizeName(name);
  const same = candidates.find((candidate) => normalizeName(candidate.name) === key);
  if (same) return same.name;
  const sameField = candidates.filter((candidate) => normalizeName(candidate.field) === key);
  if (sameField.length === 1) return sameField[0]!.name;
  return closest(name.toLowerCase(), candidates);
}

/** A name as letters and digits only: `Order.ID`, `order_id` and `orderid` are spellings of one name. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The candidate with the smallest edit distance, the first of several; null above one error in four letters. */
function closest(name: string, candidates: readonly Metatag[]): string | null {
  let best: string | null = null;
  let fewest = Math.min(3, Math.floor(name.length / 4)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.name.length - name.length) >= fewest) continue;
    const mistakes = editDistance(name, candidate.name.toLowerCase());
    if (mistakes >= fewest) continue;
    fewest = mistakes;
    best = candidate.name;
  }
  return best;
}

/** Portuguese words that authors write in the English names. */
const translations: ReadonlyMap<string, string> = new Map([
  ['cliente', 'customer'],
  ['pedido', 'order'],
  ['loja', 'store'],
  ['carrinho', 'cart'],
  ['entrega', 'shipping'],
  ['frete', 'shipping'],
  ['rastreio', 'tracking'],
  ['rastreamento', 'tracking'],
  ['cupom', 'coupon'],
  ['nome', 'name'],
  ['primeiro_nome', 'first_name'],
  ['telefone', 'phone'],
  ['celular', 'phone'],
  ['cidade', 'city'],
  ['estado', 'state'],
  ['endereco', 'address'],
  ['valor', 'total'],
  ['itens', 'items'],
  ['produtos', 'items'],
  ['codigo', 'code'],
  ['codigo_pix', 'pix_code'],
  ['numero', 'number'],
  ['prazo', 'turnaround'],
  ['transportadora', 'carrier'],
  ['preco', 'price'],
]);

const inEnglish = (name: string): string =>
  name
    .split('.')
    .map((part) => translations.get(part.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')) ?? part)
    .join('.');
