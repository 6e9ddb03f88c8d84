import type { FormField } from '../../../providers/connections/form-field.ts';

const where = {
  'pt-BR': 'Painel da Yampi → Perfil → Credenciais de API',
  en: 'Yampi’s panel → Profile → API credentials',
};

/** The alias of the shop. */
export const aliasField: FormField = {
  name: 'alias',
  kind: 'text',
  required: true,
  label: { 'pt-BR': 'Alias da loja', en: 'Alias of the shop' },
  hint: where,
  expects: { 'pt-BR': 'o alias, como lojaexemplo', en: 'the alias, such as lojaexemplo' },
};

/** The token of a user of the shop. */
export const tokenField: FormField = {
  name: 'token',
  kind: 'text',
  required: true,
  label: { 'pt-BR': 'Token', en: 'Token' },
  hint: where,
  expects: { 'pt-BR': 'o token da credencial', en: 'the token of the credential' },
};

/** The secret key of that token. */
export const secretField: FormField = {
  name: 'secret',
  kind: 'text',
  required: true,
  label: { 'pt-BR': 'Chave secreta', en: 'Secret key' },
  hint: where,
  expects: { 'pt-BR': 'a chave secreta da credencial', en: 'the secret key of the credential' },
};
