// COM37: personal data as destinations compare it. Pure. Each destination's payload.ts chooses what it sends.
import { hash } from 'node:crypto';
import { checkPhone, cleanEmail, type Cents } from '@retoma/commerce';

/** SHA-256 in lower-case hex of a UTF-8 text. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Decimal reais of integer cents. The quotient is the number nearest to the exact decimal, so JSON writes at most two decimals. */
export const reais = (cents: Cents): number => cents / 100;

/** An e-mail address in lower case, without what was pasted with it; null: it is none. */
export function normalEmail(email: string | null): string | null {
  const text = cleanEmail(email ?? '').toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}

/** A Brazilian phone in E.164 (`+5511987654321`); null: it is none. */
export function e164(phone: string | null): string | null {
  const checked = checkPhone(phone ?? '');
  return checked.ok ? checked.value : null;
}

/** First and last name, trimmed and in lower case, with their accents; null: unknown. */
export function normalNames(name: string | null): { first: string | null; last: string | null } {
  const parts = (name ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean);
  return { first: parts[0] ?? null, last: parts.length > 1 ? parts.at(-1)! : null };
}

/** A city or state in lower case without digits, spaces and `.-()`, with its accents; null: nothing is left. */
export const normalPlace = (place: string | null): string | null =>
  (place ?? '').toLowerCase().replaceAll(/[\d\s.\-()]/g, '') || null;

/** The eight digits of a CEP; null: there are not eight. */
export function normalZipcode(zipcode: string | null): string | null {
  const digits = (zipcode ?? '').replaceAll(/\D/g, '');
  return digits.length === 8 ? digits : null;
}

/** The members that are known. */
export const known = <T extends object>(members: T): { [Member in keyof T]?: NonNullable<T[Member]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as {
    [Member in keyof T]?: NonNullable<T[Member]>;
  };

/** The hash of a normalised member; null: unknown. */
export const hashed = (text: string | null): string | null => (text === null ? null : sha256(text));
