import { category, emailOnly, forPrograms, on } from './row.ts';
import { samples } from './samples.ts';

/** The cart as the store sent it. */
// prettier-ignore
export const cart = category('cart', [
  ['total', 'money', on.cart, 'R$ 189,90', ['Total do carrinho', 'Cart total'], ['Valor total do carrinho, sem o frete', 'Total of the cart, without shipping']],
  ['items', 'list', on.cart, '1x Camiseta Azul, 2x Boné', ['Itens do carrinho', 'Cart items'], ['Lista dos itens do carrinho em texto', 'Items of the cart as text']],
  ['url_checkout', 'url', on.openCart, `${samples.payPage}?recover=1`, ['Link do carrinho', 'Cart link'], ['Link para retomar o carrinho no checkout', 'Link to resume the cart at checkout']],
  ['abandonedAt', 'date', on.abandoned, '12/03/2026 14:35', ['Carrinho abandonado em', 'Cart abandoned at'], ['Data e hora em que o carrinho foi considerado abandonado', 'When the cart was taken as abandoned']],
  ['token', 'text', on.cart, 'ext_7f3a9c10', ['Código do carrinho', 'Cart id'], ['Identificador do carrinho', 'Identifier of the cart'], forPrograms],
  ['subtotal', 'money', on.cart, 'R$ 180,00', ['Subtotal do carrinho', 'Cart subtotal'], ['Soma dos itens do carrinho', 'Sum of the items of the cart']],
  ['discount', 'money', on.cart, 'R$ 10,00', ['Desconto do carrinho', 'Cart discount'], ['Descontos do carrinho', 'Discounts of the cart']],
  ['itemsCount', 'integer', on.cart, '2', ['Itens diferentes do carrinho', 'Different items of the cart'], ['Quantidade de itens diferentes no carrinho', 'Number of different items in the cart']],
  ['createdAt', 'date', on.cart, '12/03/2026 13:58', ['Carrinho criado em', 'Cart made at'], ['Data e hora em que o carrinho foi recebido', 'When the cart was received']],
  ['items_html', 'html', on.abandoned, '<table role="presentation">...</table>', ['Tabela dos itens do carrinho', 'Table of the cart items'], ['Tabela dos itens do carrinho com imagem, quantidade e preço (somente e-mail)', 'Table of the items of the cart with image, quantity and price (e-mail only)'], emailOnly],
  ['items.first.name', 'text', on.cart, 'Camiseta Azul', ['Primeiro item do carrinho', 'First item of the cart'], ['Nome do primeiro item do carrinho', 'Name of the first item of the cart']],
  ['items.first.image', 'url', on.cart, 'https://cdn.loja.example/camiseta.jpg', ['Foto do primeiro item do carrinho', 'Picture of the first cart item'], ['Endereço da imagem do primeiro item do carrinho', "Address of the image of the cart's first item"]],
  ['minutesSinceActivity', 'integer', on.abandoned, '60', ['Minutos desde a última atividade', 'Minutes since the last activity'], ['Minutos desde a última atividade no checkout', 'Minutes since the last activity at checkout']],
]);
