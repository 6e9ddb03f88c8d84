import { cnpjForms, masked, type Mask } from '../../base/log/mask-log-line.ts';

/**
 * EDT5: a person's text may contain a shopper's data, copied from an order. The model does not need it. E-mail addresses, CPF, CNPJ, card
 * and phone numbers are masked before the text is stored or sent.
 */
export function maskPersonal(text: string): string {
  return masked(text, masks);
}

/** The order matters: a CPF without dots has eleven digits, like a phone. */
const masks: readonly Mask[] = [
  [/(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:.]+(?:\.[^\s@<>"'(),;:.]+)+/gu, '[e-mail]'],
  [/(?<![\w.])\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}(?!\w)/g, '[cartão]'],
  ...cnpjForms,
  [/(?<!\w)\d{3}\.?\d{3}\.?\d{3}-\d{2}(?!\w)/g, '[CPF]'],
  [/(?<!\w)\+?(?:55[ -]?)?\(?\d{2}\)?[ -]?9?\d{4}[ -]?\d{4}(?!\w)/g, '[telefone]'],
  [/(?<!\w)\d{8,}(?!\w)/g, '[número]'],
];
