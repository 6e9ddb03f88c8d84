import { category, on, personal, personalText } from './row.ts';
import { samples } from './samples.ts';

/** How and where the order is delivered. */
// prettier-ignore
export const shipping = category('shipping', [
  ['name', 'text', on.order, 'PAC', ['Forma de entrega', 'Delivery method'], ['Nome da forma de entrega escolhida', 'Name of the chosen delivery method']],
  ['turnaround', 'text', on.order, '5 a 8 dias úteis', ['Prazo de entrega', 'Delivery time'], ['Prazo de entrega da forma escolhida', 'Delivery time of the chosen method']],
  ['price', 'money', on.order, 'R$ 19,90', ['Valor do frete', 'Shipping price'], ['Valor do frete cobrado', 'Shipping price charged']],
  ['carrier', 'text', on.order, 'Correios', ['Transportadora', 'Carrier'], ['Transportadora da forma de entrega escolhida', 'Carrier of the chosen delivery method']],
  ['estimated_date', 'date', on.order, '20/03/2026 23:59', ['Previsão de entrega', 'Expected delivery'], ['Data prevista de entrega', 'Expected delivery date']],
  ['recipient', 'text', on.order, 'Maria Souza Lima', ['Quem recebe a entrega', 'Recipient'], ['Nome de quem recebe a entrega', 'Name of who receives the delivery'], personalText],
  ['address', 'text', on.order, samples.address, ['Endereço de entrega', 'Delivery address'], ['Endereço de entrega completo em uma linha', 'Full delivery address on one line'], personalText],
  ['street', 'text', on.payment, 'Praça da Sé', ['Rua da entrega', 'Delivery street'], ['Rua da entrega', 'Street of the delivery'], personalText],
  ['street_number', 'text', on.payment, '100', ['Número da entrega', 'Delivery street number'], ['Número da entrega', 'Number of the delivery address'], personalText],
  ['complement', 'text', on.payment, 'Apto 12', ['Complemento da entrega', 'Delivery address, second line'], ['Complemento da entrega', 'Second line of the delivery address'], personalText],
  ['neighborhood', 'text', on.payment, 'Sé', ['Bairro da entrega', 'Delivery neighbourhood'], ['Bairro da entrega', 'Neighbourhood of the delivery'], personalText],
  ['city', 'text', on.order, 'São Paulo', ['Cidade da entrega', 'Delivery city'], ['Cidade da entrega', 'City of the delivery'], personalText],
  ['state', 'text', on.order, 'SP', ['Estado da entrega', 'Delivery state'], ['UF da entrega', 'State of the delivery'], personalText],
  ['zipcode', 'text', on.payment, '01001-000', ['CEP da entrega', 'Delivery postal code'], ['CEP da entrega', 'Postal code of the delivery'], personal],
]);
