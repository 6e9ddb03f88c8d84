import type { FormField } from '../../../providers/connections/form-field.ts';

/** The site of the shop. */
export const addressField: FormField = {
  name: 'address',
  kind: 'text',
  required: true,
  label: { 'pt-BR': 'Endereço da loja', en: 'Address of the shop' },
  hint: { 'pt-BR': 'Como aparece no navegador: minhaloja.com.br', en: 'As the browser shows it: myshop.com' },
  expects: { 'pt-BR': 'o endereço de um site com https', en: 'the address of a site with https' },
};

const where = {
  'pt-BR': 'WooCommerce → Configurações → Avançado → REST API, com permissão de leitura e escrita',
  en: 'WooCommerce → Settings → Advanced → REST API, with permission to read and write',
};

/** The consumer key. */
export const keyField: FormField = {
  name: 'key',
  kind: 'text',
  required: true,
  label: { 'pt-BR': 'Chave do consumidor', en: 'Consumer key' },
  hint: where,
  expects: { 'pt-BR': 'uma chave que começa com ck_', en: 'a key that begins with ck_' },
};

/** The consumer secret. */
export const secretField: FormField = {
  name: 'secret',
  kind: 'text',
  required: true,
  label: { 'pt-BR': 'Segredo do consumidor', en: 'Consumer secret' },
  expects: { 'pt-BR': 'um segredo que começa com cs_', en: 'a secret that begins with cs_' },
};
