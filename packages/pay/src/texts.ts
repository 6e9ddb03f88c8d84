import type { Locale } from './locale.ts';
import type { NoticeKind } from './view.ts';

type Texts = {
  payment: string;
  secure: string;
  summary: string;
  items: (count: number, shown: string) => string;
  units: (count: number) => string;
  each: (price: string) => string;
  originalPrice: string;
  price: string;
  subtotal: string;
  discount: string;
  shipping: string;
  shippingLater: string;
  total: string;
  order: (total: string) => string;
  noMethod: string;
  noMethodNext: string;
  back: string;
  contact: (store: string) => string;
  document: string;
  code: (requestId: string) => string;
  notices: Record<NoticeKind, { title: string; text: string }>;
};

/** What the page says. */
export const texts = {
  'pt-BR': {
    payment: 'Pagamento',
    secure: 'Pagamento seguro',
    summary: 'Resumo',
    items: (count, shown) => `${shown} ${count === 1 ? 'item' : 'itens'}`,
    units: (count) => `${count}\u00a0un.`,
    each: (price) => `${price} cada`,
    originalPrice: 'Preço original:',
    price: 'Preço:',
    subtotal: 'Subtotal',
    discount: 'Desconto',
    shipping: 'Frete',
    shippingLater: 'calculado com o endereço',
    total: 'Total',
    order: (total) => `Seu pedido: ${total}`,
    noMethod: 'Esta loja ainda não ativou as formas de pagamento.',
    noMethodNext: 'Seu carrinho está salvo neste link. Fale com a loja para combinar o pagamento ou volte mais tarde.',
    back: 'Voltar para a loja',
    contact: (store) => `Falar com ${store}`,
    document: 'Documento',
    code: (requestId) => `Código para o suporte: ${requestId}`,
    notices: {
      'unknown-link': {
        title: 'Este link não está disponível',
        text: 'Confira se o endereço está completo. Se estiver, peça um link novo à loja.',
      },
      'store-inactive': {
        title: 'A loja não está recebendo pagamentos agora',
        text: 'Seu carrinho está salvo neste link. Tente de novo mais tarde ou fale com a loja.',
      },
      'service-fault': {
        title: 'Algo falhou do nosso lado',
        text: 'Não conseguimos abrir este pagamento agora. Tente de novo em alguns minutos.',
      },
      expired: {
        title: 'Este link venceu',
        text: 'Volte para a loja e feche o pedido de novo para receber um link novo.',
      },
    },
  },
  en: {
    payment: 'Payment',
    secure: 'Secure payment',
    summary: 'Summary',
    items: (count, shown) => `${shown} ${count === 1 ? 'item' : 'items'}`,
    units: (count) => `Qty\u00a0${count}`,
    each: (price) => `${price} each`,
    originalPrice: 'Original price:',
    price: 'Price:',
    subtotal: 'Subtotal',
    discount: 'Discount',
    shipping: 'Shipping',
    shippingLater: 'calculated from your address',
    total: 'Total',
    order: (total) => `Your order: ${total}`,
    noMethod: 'This store has not switched on any payment method yet.',
    noMethodNext: 'Your cart is saved at this link. Ask the store how to pay, or come back later.',
    back: 'Back to the store',
    contact: (store) => `Contact ${store}`,
    document: 'Tax id',
    code: (requestId) => `Code for support: ${requestId}`,
    notices: {
      'unknown-link': {
        title: 'This link is not available',
        text: 'Check that the address is complete. If it is, ask the store for a new link.',
      },
      'store-inactive': {
        title: 'The store is not taking payments right now',
        text: 'Your cart is saved at this link. Try again later, or contact the store.',
      },
      'service-fault': {
        title: 'Something failed on our side',
        text: 'We could not open this payment right now. Try again in a few minutes.',
      },
      expired: {
        title: 'This link has expired',
        text: 'Go back to the store and check out again for a new link.',
      },
    },
  },
} as const satisfies Record<Locale, Texts>;
