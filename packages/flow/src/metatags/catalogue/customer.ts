import { category, forPrograms, on, personal, personalText, planned, sensitive } from './row.ts';
import { samples } from './samples.ts';

/** The buyer, as stored with the order. */
// prettier-ignore
export const customer = category('customer', [
  ['name', 'text', on.order, 'Maria Souza Lima', ['Nome do cliente', 'Customer name'], ['Nome completo do cliente', 'Full name of the customer'], personalText],
  ['email', 'text', on.order, 'maria@cliente.example', ['E-mail do cliente', 'Customer e-mail'], ['E-mail do cliente', 'E-mail of the customer'], personal],
  ['phone', 'text', on.order, '+5511900000000', ['Telefone do cliente', 'Customer phone'], ['Telefone do cliente em formato internacional', 'Phone of the customer, in international form'], personal],
  ['state', 'text', on.order, 'SP', ['Estado do cliente', 'Customer state'], ['UF do endereço do cliente', "State of the customer's address"], personalText],
  ['id', 'text', on.order, 'c1f6a0b2-0f55-4c7e-8f0e-6f1f3f9f7d21', ['Código do cliente', 'Customer id'], ['Identificador do cliente na loja', 'Identifier of the customer at the store'], forPrograms],
  ['first_name', 'text', on.order, 'Maria', ['Primeiro nome do cliente', 'Customer first name'], ['Primeiro nome do cliente', 'First name of the customer'], personalText],
  ['last_name', 'text', on.order, 'Souza Lima', ['Sobrenome do cliente', 'Customer last name'], ['Sobrenome do cliente', 'Last name of the customer'], personalText],
  ['document', 'text', on.payment, '123.456.789-09', ['CPF ou CNPJ do cliente', 'Customer CPF or CNPJ'], ['CPF ou CNPJ do cliente', 'CPF or CNPJ of the customer'], sensitive],
  ['document_type', 'text', on.payment, 'CPF', ['Tipo de documento', 'Kind of document'], ['Tipo do documento (CPF ou CNPJ)', 'Kind of document (CPF or CNPJ)'], personal],
  ['zipcode', 'text', on.payment, '01001-000', ['CEP do cliente', 'Customer postal code'], ['CEP do cliente', 'Postal code of the customer'], personal],
  ['street', 'text', on.payment, 'Praça da Sé', ['Rua do cliente', 'Customer street'], ['Rua do endereço do cliente', "Street of the customer's address"], personalText],
  ['street_number', 'text', on.payment, '100', ['Número do endereço do cliente', 'Customer street number'], ['Número do endereço do cliente', "Number of the customer's address"], personalText],
  ['complement', 'text', on.payment, 'Apto 12', ['Complemento do endereço do cliente', 'Customer address, second line'], ['Complemento do endereço do cliente', "Second line of the customer's address"], personalText],
  ['neighborhood', 'text', on.payment, 'Sé', ['Bairro do cliente', 'Customer neighbourhood'], ['Bairro do cliente', 'Neighbourhood of the customer'], personalText],
  ['city', 'text', on.order, 'São Paulo', ['Cidade do cliente', 'Customer city'], ['Cidade do cliente', 'City of the customer'], personalText],
  ['country', 'text', on.payment, 'BR', ['País do cliente', 'Customer country'], ['País do cliente (código de duas letras)', 'Country of the customer (two-letter code)'], personalText],
  ['address', 'text', on.payment, samples.address, ['Endereço do cliente', 'Customer address'], ['Endereço completo do cliente em uma linha', 'Full address of the customer on one line'], personalText],
  ['created_at', 'date', on.payment, '05/01/2026 09:12', ['Cliente desde', 'Customer since'], ['Data do primeiro cadastro do cliente na loja', 'When the customer was first registered at the store']],
  ['orders_count', 'integer', on.payment, '3', ['Pedidos do cliente', 'Orders of the customer'], ['Quantidade de pedidos do cliente na loja', 'Number of orders of the customer at the store']],
  ['birth_date', 'date', on.payment, '01/02/1990 00:00', ['Nascimento do cliente', 'Customer birth date'], ['Planejado: data de nascimento do cliente', 'Planned: birth date of the customer'], { ...sensitive, ...planned }],
]);
