/**
 * EDT5: what a person types may hold the data of a shopper, copied from an order. A model needs none of it: addresses of e-mail, CPF,
 * CNPJ, cards and phones are taken out before anything is kept or sent.
 */
export function maskPersonal(text: string): string {
  return masks.reduce((masked, [pattern, word]) => masked.replace(pattern, word), text);
}

/** In this order: a CPF without dots is also eleven digits, as a phone is. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/gu, '[e-mail]'],
  [/(?<![\w.])\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}(?!\w)/g, '[cartão]'],
  [/(?<!\w)[A-Z0-9]{2}\.[A-Z0-9]{3}\.[A-Z0-9]{3}\/[A-Z0-9]{4}-\d{2}(?!\w)/g, '[CNPJ]'],
  [/(?<!\w)\d{3}\.?\d{3}\.?\d{3}-\d{2}(?!\w)/g, '[CPF]'],
  [/(?<!\w)\+?(?:55[ -]?)?\(?\d{2}\)?[ -]?9?\d{4}[ -]?\d{4}(?!\w)/g, '[telefone]'],
  [/(?<!\w)\d{8,}(?!\w)/g, '[número]'],
];
