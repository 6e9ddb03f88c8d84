import { category, emailOnly, on } from './row.ts';
import { samples } from './samples.ts';

/** The cart as the store sent it. */
// prettier-ignore
export const cart = category('cart', [
  ['total', 'money', on.cart, 'R$ 189,90', 'Valor total do carrinho, sem o frete', 'Total of the cart, without shipping'],
  ['items', 'list', on.cart, '1x Camiseta Azul, 2x Boné', 'Lista dos itens do carrinho em texto', 'Items of the cart as text'],
  ['url_checkout', 'url', on.openCart, `${samples.payPage}?recover=1`, 'Link para retomar o carrinho no checkout', 'Link to resume the cart at checkout'],
  ['abandonedAt', 'date', on.abandoned, '12/03/2026 14:35', 'Data e hora em que o carrinho foi considerado abandonado', 'When the cart was taken as abandoned'],
  ['token', 'text', on.cart, 'ext_7f3a9c10', 'Identificador do carrinho', 'Identifier of the cart'],
  ['subtotal', 'money', on.cart, 'R$ 180,00', 'Soma dos itens do carrinho', 'Sum of the items of the cart'],
  ['discount', 'money', on.cart, 'R$ 10,00', 'Descontos do carrinho', 'Discounts of the cart'],
  ['itemsCount', 'integer', on.cart, '2', 'Quantidade de itens diferentes no carrinho', 'Number of different items in the cart'],
  ['createdAt', 'date', on.cart, '12/03/2026 13:58', 'Data e hora em que o carrinho foi recebido', 'When the cart was received'],
  ['items_html', 'html', on.abandoned, '<table role="presentation">...</table>', 'Tabela dos itens do carrinho com imagem, quantidade e preço (somente e-mail)', 'Table of the items of the cart with image, quantity and price (e-mail only)', emailOnly],
  ['items.first.name', 'text', on.cart, 'Camiseta Azul', 'Nome do primeiro item do carrinho', 'Name of the first item of the cart'],
  ['items.first.image', 'url', on.cart, 'https://cdn.loja.example/camiseta.jpg', 'Endereço da imagem do primeiro item do carrinho', "Address of the image of the cart's first item"],
  ['minutesSinceActivity', 'integer', on.abandoned, '60', 'Minutos desde a última atividade no checkout', 'Minutes since the last activity at checkout'],
]);
