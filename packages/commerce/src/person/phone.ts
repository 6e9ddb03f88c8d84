import { refused, valid, type CheckedField } from './issue.ts';
import { cleanPasted } from './pasted.ts';

/** The existing area codes (DDD): for each first digit their second digits: 11 to 19, 21, 22, 24, … */
const areas = ['123456789', '12478', '1234578', '123456789', '1345', '123456789', '134579', '123456789', '123456789'];

const areaExists = (area: string): boolean => areas[Number(area[0]) - 1]?.includes(area[1]!) ?? false;

/**
 * A phone that was written: its digits without what is dialled before a number. `prefix`: `+` before a country code, `0` of long-distance
 * calls in Brazil, with the code of a carrier or without; '' for neither.
 */
export type WrittenPhone = { readonly digits: string; readonly prefix: '+' | '0' | '' };

/**
 * Area and number behind the code of a carrier. A number of 8 digits whose area begins with 9 is not read: the same digits may be a mobile number
 * with one too many.
 */
const carried = /^0[1-9]\d([1-8][1-9][2-9]\d{7}|[1-9][1-9]9\d{8})$/;

/** The number in a text; undefined: there is none, or more than one, or one with an extension. */
export function readPhone(text: string): WrittenPhone | undefined {
  // 0xx11 …: any carrier
  const plain = cleanPasted(text).replace(/\b0 ?(?:xx|\*\*)/i, '0');
  const [written] = /\d(?:.*\d)?/.exec(plain) ?? [];
  if (written === undefined || /[\p{L}#*,;/=]/u.test(written)) return undefined;
  const typed = written.replace(/\D/g, '');
  // +55 (0)11 …
  const all = typed.replace(/^(?:0*55(?=0))+/, '');
  const digits = all.replace(/^0+/, '');
  const [, called] = carried.exec(all) ?? [];
  if (called !== undefined || all !== typed || /^0[1-9]/.test(all)) return { digits: called ?? digits, prefix: '0' };
  return { digits, prefix: plain.slice(0, plain.indexOf(written)).includes('+') ? '+' : '' };
}

/** Checks a Brazilian mobile or landline phone; its value is `+55`, area and number. Accepts +55, 0, carriers, parentheses, spaces and dashes. */
export function checkPhone(text: string): CheckedField {
  const plain = cleanPasted(text);
  if (!/[^\s().-]/.test(plain)) return refused('phone_missing');
  const phone = readPhone(plain);
  if (!phone || /\d/.test(plain.slice(0, plain.lastIndexOf('+') + 1))) return refused('phone_wrong');
  if (phone.prefix === '+' && !phone.digits.startsWith('55')) return refused('phone_country');
  const digits = nationalDigits(phone);
  if (digits.length >= 2 && !areaExists(digits)) return refused('phone_area');
  if (digits.length < 10) return refused('phone_short', 11 - digits.length);
  if (digits.length > 11) return refused('phone_long', digits.length - 11);
  const isLandline = /^..[2-5]\d{7}$/.test(digits);
  if (!isLandline && !/^..9\d{8}$/.test(digits)) return refused(digits.length === 10 ? 'phone_short' : 'phone_nine', 1);
  return valid(`+55${digits}`);
}

/** Area and number, without the country code, which only a long number can have. */
const nationalDigits = ({ digits, prefix }: WrittenPhone): string =>
  digits.startsWith('55') && (prefix === '+' || digits.length >= 12) ? digits.slice(2) : digits;

/** A phone of any country as it is stored: one that was pasted or has the code of a carrier in E.164 where it can be, others as written. */
export function cleanPhone(text: string): string {
  const plain = cleanPasted(text);
  const read = readPhone(plain);
  if (!read || (plain === text.trim() && read.digits === plain.replace(/\D/g, '').replace(/^0+/, ''))) return plain;
  const checked = checkPhone(plain);
  return checked.ok ? checked.value : `${read.prefix === '+' ? '+' : ''}${read.digits}`;
}

/** Formats a phone: `+5511987654321` → `(11) 98765-4321`; other texts are returned unchanged. */
export const formatPhone = (phone: string): string => phone.replace(/^\+55(\d\d)(\d{4,5})(\d{4})$/, '($1) $2-$3');

/** Formats a Brazilian phone in any spelling, with or without its country code; others are returned unchanged. */
export function formatAnyPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const isForeign = phone.trim().startsWith('+') && !digits.startsWith('55');
  const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits;
  return !isForeign && /^[1-9][1-9](9\d{8}|[2-9]\d{7})$/.test(national) ? formatPhone(`+55${national}`) : phone;
}
