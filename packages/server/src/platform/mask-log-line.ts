/**
 * CHK20: the last filter of a log line. It masks text in the form of a key, a token, an e-mail address, a CPF, a CNPJ, a card or a phone.
 * Every pattern is bounded, so the cost is linear in the length of the line.
 */
export function maskLogLine(line: string): string {
  return masks.reduce((masked, [pattern, word]) => masked.replace(pattern, word), line);
}

/** Excludes numbers as JSON values (`"time":1763769600000`) and parts of ids, which are not personal data. */
const notWithin = String.raw`(?<![\w.-]|":)`;
const notFollowed = String.raw`(?![\w-])`;
const digits = (text: string): RegExp => new RegExp(`${notWithin}${text}${notFollowed}`, 'g');

const masks: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s{1,4}[\w.~+/=-]{6,}/gi, '$1 [masked]'],
  [/\b(?:sk|pk|rk)[-_][\w-]{8,}/g, '[key]'],
  [/\brtm_\w{4,}/g, '[key]'],
  [/\b(?:APP_USR-|TEST-|whsec_|SG\.|xox[abp]-|ghp_|AKIA)[\w.-]{8,}/g, '[key]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g, '[token]'],
  [/(:\/\/)[^\s/@"]{1,200}@/g, '$1[masked]@'],
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[A-Za-z]{2,24}\b/gu, '[e-mail]'],
  [digits(String.raw`\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}`), '[CNPJ]'],
  [digits(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`), '[CPF]'],
  [digits(String.raw`\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{3,7}`), '[digits]'],
  [digits(String.raw`\+?(?:55[ -]?)?\(?[1-9]\d\)?[ -]?9?\d{4}[ -]?\d{4}`), '[phone]'],
  [digits(String.raw`\+?\d{10,14}`), '[digits]'],
];
