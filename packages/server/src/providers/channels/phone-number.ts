import { readPhone } from '@retoma/commerce';

/** A Brazilian number without its country code: area code, then 8 digits, or 9 with the ninth digit of mobiles. */
const national = /^([1-9][1-9])(9\d{8}|[2-9]\d{7})$/;

/**
 * A phone number for WhatsApp and SMS providers: digits only, country code first. Brazilian mobiles get a missing ninth digit; landlines
 * have none. A number without `+` is foreign only if it is long enough to include a country code: a local number without area code must
 * not become a foreign number, nor one with the 0 of long-distance calls. Null: ambiguous.
 */
export function phoneNumber(phone: string): string | null {
  const { digits = '', prefix = '' } = readPhone(phone) ?? {};
  const isInternational = prefix === '+';
  const isOfBrazil = /^55\d{10,11}$/.test(digits);
  const brazilian = isInternational && !isOfBrazil ? null : national.exec(isOfBrazil ? digits.slice(2) : digits);
  if (brazilian) {
    const [, area = '', local = ''] = brazilian;
    return `55${area}${local.length === 8 && local >= '6' ? '9' : ''}${local}`;
  }
  if (prefix === '0' || isOfBrazil || (isInternational && digits.startsWith('55'))) return null;
  // A number of North America has eleven digits: others that begin with 1 are of São Paulo, with digits too many.
  if (/^1(?!\d{10}$)/.test(digits)) return null;
  return digits.length >= (isInternational ? 8 : 11) && digits.length <= 15 ? digits : null;
}

/**
 * A Brazilian mobile as it was before its ninth digit; null: it has none. Without it, a local number that begins with 2 to 5 would be
 * someone's landline.
 */
export function withoutNinthDigit(digits: string): string | null {
  const [, area, local] = /^55([1-9][1-9])9([6-9]\d{7})$/.exec(digits) ?? [];
  return area && local ? `55${area}${local}` : null;
}
