import type { Locale, Localized } from '@retoma/commerce/locale';
import { metatagNamed, type MetatagCategory } from './catalogue/index.ts';

const categories: Readonly<Record<MetatagCategory, Localized>> = {
  customer: { 'pt-BR': 'Cliente', en: 'Customer' },
  order: { 'pt-BR': 'Pedido', en: 'Order' },
  store: { 'pt-BR': 'Loja', en: 'Store' },
  shipping: { 'pt-BR': 'Entrega', en: 'Delivery' },
  tracking: { 'pt-BR': 'Rastreio', en: 'Tracking' },
  lead: { 'pt-BR': 'Contato', en: 'Lead' },
  cart: { 'pt-BR': 'Carrinho', en: 'Cart' },
  checkout: { 'pt-BR': 'Compra', en: 'Checkout' },
  browser: { 'pt-BR': 'Visita', en: 'Visit' },
  payment: { 'pt-BR': 'Pagamento', en: 'Payment' },
  coupon: { 'pt-BR': 'Cupom', en: 'Coupon' },
};

/** The label of a metatag: `order.total` → `Total do pedido`. An unknown metatag is shown by its name. */
export const metatagLabel = (name: string, locale: Locale): string => metatagNamed(name)?.label[locale] ?? name;

/** The label of a metatag's category; empty for null. */
export const metatagGroup = (category: string | null, locale: Locale): string =>
  (category !== null && categories[category as MetatagCategory]?.[locale]) || '';
