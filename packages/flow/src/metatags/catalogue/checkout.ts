import { category, forPrograms, on } from './row.ts';
import { samples } from './samples.ts';

/** The checkout created from the cart. */
// prettier-ignore
export const checkout = category('checkout', [
  ['url', 'url', on.checkout, samples.payPage, ['Link da compra', 'Checkout link'], ['Link do checkout', 'Link to the checkout']],
  ['id', 'text', on.checkout, '3f0c9a52-7d1e-4b8a-9c55-1e2d3c4b5a69', ['Código da compra', 'Checkout id'], ['Identificador do checkout', 'Identifier of the checkout'], forPrograms],
  ['createdAt', 'date', on.checkout, '12/03/2026 13:58', ['Compra começada em', 'Checkout made at'], ['Data e hora em que o checkout foi criado', 'When the checkout was created']],
  ['status', 'text', on.checkout, 'open', ['Situação da compra (sigla)', 'Checkout state (code)'], ['Situação do checkout (open, completed, abandoned, expired)', 'State of the checkout (open, completed, abandoned, expired)'], forPrograms],
  ['successUrl', 'url', on.checkout, 'https://www.loja.example/obrigado', ['Página depois de pagar', 'Page after payment'], ['Endereço de retorno após o pagamento', 'Return address after payment']],
  ['cancelUrl', 'url', on.checkout, 'https://www.loja.example/carrinho', ['Página de quem desiste', 'Page for who gives up'], ['Endereço de retorno em caso de desistência', 'Return address when the shopper gives up']],
]);
