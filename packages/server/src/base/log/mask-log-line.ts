import { checkCnpj } from '@retoma/commerce';

/**
 * CHK20: the last filter of a log line. It masks text in the form of a key, a token, an e-mail address, a CPF, a CNPJ, a card or a phone.
 * Every pattern is bounded, so the cost is linear in the length of the line.
 */
export function maskLogLine(line: string): string {
  return masked(line, masks);
}

/** What is searched for, and what takes its place. */
export type Mask = readonly [RegExp, string | ((text: string) => string)];

/** A text with masks in place of what they search for. */
export const masked = (text: string, masks: readonly Mask[]): string =>
  masks.reduce((text, [pattern, word]) => text.replace(pattern, word as string), text);

/** Excludes numbers as JSON values (`"time":1763769600000`) and parts of ids, which are not personal data. */
const notWithin = String.raw`(?<![\w.-]|":)`;
const notFollowed = String.raw`(?![\w-])`;
const digits = (text: string): RegExp => new RegExp(`${notWithin}${text}${notFollowed}`, 'g');

const dash = String.raw`[-\u2010-\u2015\u2212]`;
const cnpj = (form: string, flags: string): RegExp => new RegExp(`${notWithin}${form}${notFollowed}`, flags);

/**
 * The spellings of a CNPJ, which may have letters since July 2026. Where it has no dots, its branch has a digit; where it has no punctuation
 * either, its letters are capitals, or its check digits are right: other texts of such lengths are words and ids.
 */
export const cnpjForms: readonly Mask[] = [
  [cnpj(String.raw`[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}[ /.-]?[0-9A-Z]{4}(?:${dash}|[ .])?\d{2}`, 'gi'), '[CNPJ]'],
  [cnpj(String.raw`[0-9A-Z]{8}\/(?=[A-Z]{0,3}\d)[0-9A-Z]{4}${dash}?\d{2}`, 'gi'), '[CNPJ]'],
  [
    cnpj(
      String.raw`[0-9A-Z]{2}[ -]?[0-9A-Z]{3}[ -]?[0-9A-Z]{3}[ /-]?(?=[A-Z]{0,3}\d)[0-9A-Z]{4}(?:${dash}| )?\d{2}`,
      'g',
    ),
    '[CNPJ]',
  ],
  [cnpj(String.raw`[0-9A-Z]{12}\d{2}`, 'g'), '[CNPJ]'],
  [cnpj(String.raw`[0-9a-zA-Z]{12}${dash}?\d{2}`, 'g'), (text) => (checkCnpj(text).ok ? '[CNPJ]' : text)],
];

const masks: readonly Mask[] = [
  [/\b(Bearer|Basic)\s{1,4}[\w.~+/=-]{6,}/gi, '$1 [masked]'],
  [/\b(?:sk|pk|rk)[-_][\w-]{8,}/g, '[key]'],
  [/\brtm_\w{4,}/g, '[key]'],
  [/\b(?:APP_USR-|TEST-|whsec_|SG\.|xox[abp]-|ghp_|AKIA)[\w.-]{8,}/g, '[key]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g, '[token]'],
  [/(:\/\/)[^\s/@"]{1,200}@/g, '$1[masked]@'],
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[A-Za-z]{2,24}\b/gu, '[e-mail]'],
  ...cnpjForms,
  [digits(String.raw`\d{3}\.\d{3}\.\d{3}${dash}\d{2}`), '[CPF]'],
  [digits(String.raw`\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{3,7}`), '[digits]'],
  [digits(String.raw`\+?(?:55[ -]?)?\(?[1-9]\d\)?[ -]?9?\d{4}[ -]?\d{4}`), '[phone]'],
  [digits(String.raw`\+?\d{10,14}`), '[digits]'],
];
