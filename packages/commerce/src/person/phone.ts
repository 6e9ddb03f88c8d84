import { refused, valid, type CheckedField } from './issue.ts';

/** The existing area codes (DDD): for each first digit their second digits: 11 to 19, 21, 22, 24, … */
const areas = ['123456789', '12478', '1234578', '123456789', '1345', '123456789', '134579', '123456789', '123456789'];

const areaExists = (area: string): boolean => areas[Number(area[0]) - 1]?.includes(area[1]!) ?? false;

/** Checks a Brazilian mobile or landline phone; its value is `+55`, area and number. Accepts +55, 0, parentheses, spaces and dashes. */
export function checkPhone(text: string): CheckedField {
  const typed = text.replace(/[\s().-]/g, '');
  if (typed === '') return refused('phone_missing');
  if (!/^\+?\d+$/.test(typed)) return refused('phone_wrong');
  if (typed.startsWith('+') && !typed.startsWith('+55')) return refused('phone_country');
  const digits = withoutPrefix(typed);
  if (digits.length >= 2 && !areaExists(digits)) return refused('phone_area');
  if (digits.length < 10) return refused('phone_short', 11 - digits.length);
  if (digits.length > 11) return refused('phone_long', digits.length - 11);
  const isLandline = /^..[2-5]\d{7}$/.test(digits);
  if (!isLandline && !/^..9\d{8}$/.test(digits)) return refused(digits.length === 10 ? 'phone_short' : 'phone_nine', 1);
  return valid(`+55${digits}`);
}

/** Area and number, without the country code, which only a long number can have, and without the 0 of long-distance calls. */
function withoutPrefix(typed: string): string {
  const digits = typed.replace(/^\+55/, '').replace(/^0+/, '');
  return !typed.startsWith('+') && digits.length >= 12 && digits.startsWith('55') ? digits.slice(2) : digits;
}

/** Formats a phone: `+5511987654321` → `(11) 98765-4321`; other texts are returned unchanged. */
export const formatPhone = (phone: string): string => phone.replace(/^\+55(\d\d)(\d{4,5})(\d{4})$/, '($1) $2-$3');
