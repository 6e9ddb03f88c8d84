import type { Locale, Localized } from '../locale.ts';

/** The fields of a person at a checkout; `document` is a CPF or CNPJ. */
export type PersonField =
  | 'name'
  | 'email'
  | 'phone'
  | 'document'
  | 'zipcode'
  | 'street'
  | 'number'
  | 'complement'
  | 'neighborhood'
  | 'city'
  | 'state';

type Text = string | ((count: number) => string);

const short =
  (of: string, total: string): Text =>
  (count) =>
    count === 1
      ? `Falta 1 número no ${of}. São ${total} no total.`
      : `Faltam ${count} números no ${of}. São ${total} no total.`;
const long =
  (of: string, total: string): Text =>
  (count) =>
    count === 1
      ? `Sobra 1 número no ${of}. São ${total} no total.`
      : `Sobram ${count} números no ${of}. São ${total} no total.`;
const characters = (count: number): string => (count === 1 ? '1 caractere' : `${count} caracteres`);
const digits = (count: number): string => (count === 1 ? '1 digit' : `${count} digits`);
const lacks =
  (of: string, total: string): Text =>
  (count) =>
    `The ${of} is ${digits(count)} short. It has ${total} in all.`;
const exceeds =
  (of: string, total: string): Text =>
  (count) =>
    `The ${of} is ${digits(count)} too long. It has ${total} in all.`;

/** The texts for refused fields of a person: what is missing or must be checked, without blame. `count`: number of characters. */
export const personIssues = {
  name_missing: { 'pt-BR': 'Digite o nome completo.', en: 'Enter the full name.' },
  name_letters: { 'pt-BR': 'Digite o nome com letras.', en: 'Enter the name in letters.' },
  name_long: { 'pt-BR': 'Use até 100 letras no nome.', en: 'Use up to 100 letters for the name.' },
  email_missing: { 'pt-BR': 'Digite o e-mail.', en: 'Enter the e-mail address.' },
  email_at: { 'pt-BR': 'Digite o e-mail com @.', en: 'Enter the e-mail address with @.' },
  email_ending: {
    'pt-BR': 'Falta o final do e-mail, como gmail.com.',
    en: 'The end of the e-mail address is missing, such as gmail.com.',
  },
  email_space: { 'pt-BR': 'Tire o espaço do e-mail.', en: 'Remove the space from the e-mail address.' },
  email_accent: { 'pt-BR': 'Tire os acentos do e-mail.', en: 'Remove the accents from the e-mail address.' },
  email_wrong: {
    'pt-BR': 'Confira o e-mail: um dos sinais não existe em e-mails.',
    en: 'Check the e-mail address: one of its signs does not occur in addresses.',
  },
  document_missing: { 'pt-BR': 'Digite o CPF ou CNPJ.', en: 'Enter the CPF or CNPJ.' },
  cpf_short: { 'pt-BR': short('CPF', '11'), en: lacks('CPF', '11') },
  cpf_long: { 'pt-BR': long('CPF', '11'), en: exceeds('CPF', '11') },
  cpf_letters: { 'pt-BR': 'O CPF só tem números.', en: 'A CPF has digits only.' },
  cpf_wrong: {
    'pt-BR': 'Confira o CPF: um dos números está trocado.',
    en: 'Check the CPF: one of the digits is off.',
  },
  cnpj_short: {
    'pt-BR': (count) =>
      `${count === 1 ? 'Falta' : 'Faltam'} ${characters(count)} no CNPJ. São 14 no total, entre letras e números.`,
    en: (count) => `The CNPJ is ${count} short. It has 14 letters and digits in all.`,
  },
  cnpj_long: {
    'pt-BR': (count) =>
      `${count === 1 ? 'Sobra' : 'Sobram'} ${characters(count)} no CNPJ. São 14 no total, entre letras e números.`,
    en: (count) => `The CNPJ is ${count} too long. It has 14 letters and digits in all.`,
  },
  cnpj_wrong: {
    'pt-BR': 'Confira o CNPJ: uma das letras ou um dos números está trocado.',
    en: 'Check the CNPJ: one of the letters or digits is off.',
  },
  phone_missing: { 'pt-BR': 'Digite o celular com DDD.', en: 'Enter the mobile phone with its area code.' },
  phone_short: { 'pt-BR': short('celular', '11 com o DDD'), en: lacks('mobile phone', '11 digits with its area code') },
  phone_long: { 'pt-BR': long('celular', '11 com o DDD'), en: exceeds('mobile phone', '11 digits with its area code') },
  phone_area: { 'pt-BR': 'Confira o DDD: ele não existe.', en: 'Check the area code: it does not exist.' },
  phone_nine: {
    'pt-BR': 'Confira o celular: depois do DDD vem um 9.',
    en: 'Check the mobile phone: a 9 follows the area code.',
  },
  phone_wrong: { 'pt-BR': 'Confira o telefone.', en: 'Check the phone.' },
  phone_country: { 'pt-BR': 'Digite um telefone do Brasil.', en: 'Enter a Brazilian phone.' },
  zipcode_missing: { 'pt-BR': 'Digite o CEP.', en: 'Enter the CEP.' },
  zipcode_short: { 'pt-BR': short('CEP', '8'), en: lacks('CEP', '8') },
  zipcode_long: { 'pt-BR': long('CEP', '8'), en: exceeds('CEP', '8') },
  zipcode_wrong: { 'pt-BR': 'Confira o CEP: ele só tem números.', en: 'Check the CEP: it has digits only.' },
  zipcode_unknown: {
    'pt-BR': 'Não achamos este CEP. Preencha o endereço.',
    en: 'We did not find this CEP. Fill in the address.',
  },
  street_missing: { 'pt-BR': 'Digite a rua.', en: 'Enter the street.' },
  number_missing: {
    'pt-BR': 'Digite o número, ou marque “Sem número”.',
    en: 'Enter the number, or tick “No number”.',
  },
  neighborhood_missing: { 'pt-BR': 'Digite o bairro.', en: 'Enter the neighbourhood.' },
  city_missing: { 'pt-BR': 'Digite a cidade.', en: 'Enter the city.' },
  state_missing: { 'pt-BR': 'Escolha o estado.', en: 'Choose the state.' },
  text_address: { 'pt-BR': 'Escreva sem endereço de site.', en: 'Leave out the web address.' },
  text_long: {
    'pt-BR': (count) => `Use até ${count} letras aqui.`,
    en: (count) => `Use up to ${count} letters here.`,
  },
} as const satisfies Record<string, Localized<Text>>;

/** The stable code of an issue. */
export type PersonIssueCode = keyof typeof personIssues;

/** An issue of one field. `count`: the number of characters in question. */
export type PersonIssue = { field: PersonField; code: PersonIssueCode; count?: number };

/** The text of an issue for shoppers: the same in the browser and on the server. */
export function personIssueText({ code, count = 0 }: Omit<PersonIssue, 'field'>, locale: Locale): string {
  const text: Text = personIssues[code][locale];
  return typeof text === 'string' ? text : text(count);
}

/** The result of checking a field: its normalised value, or the code of its refusal. */
export type CheckedField = { ok: true; value: string } | { ok: false; code: PersonIssueCode; count?: number };

/** An accepted field with its normalised value. */
export const valid = (value: string): CheckedField => ({ ok: true, value });

/** A refused field. */
export const refused = (code: PersonIssueCode, count?: number): CheckedField => ({
  ok: false,
  code,
  ...(count !== undefined && { count }),
});
