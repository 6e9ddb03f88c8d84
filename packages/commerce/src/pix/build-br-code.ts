import type { BrCode, StaticBrCode } from './br-code.ts';
import { crc16 } from './crc16.ts';
import { isPixUrl, maxLengths, noTxid, patterns, pixDomain } from './field-formats.ts';
import { pixKeyKind } from './pix-key.ts';
import { refuse, type RefusedBrCode } from './refusal.ts';
import { writeField } from './tlv.ts';

/** The code as text, to copy or to draw as a QR code; or why it cannot be built. */
export type BuiltBrCode = { ok: true; text: string } | RefusedBrCode;

const maxAmount = 999_999_999_999;

/**
 * COM9: builds a PIX code. Name, city and info lose accents and other characters outside ASCII, are cut to their length and trimmed; info
 * is also cut to the space that the key leaves in their template. Any other value that does not fit is refused. Never throws.
 */
export function buildBrCode(code: BrCode): BuiltBrCode {
  const name = asciiOf(code.name, maxLengths.name);
  const city = asciiOf(code.city, maxLengths.city);
  const { amount, postalCode } = code;
  if (name === '') return refuse('INVALID_FIELD', '59');
  if (city === '') return refuse('INVALID_FIELD', '60');
  if (postalCode !== undefined && !/^[\d-]{1,10}$/.test(postalCode)) return refuse('INVALID_FIELD', '61');
  if (amount !== undefined && !(Number.isSafeInteger(amount) && amount > 0 && amount <= maxAmount))
    return refuse('INVALID_FIELD', '54');
  const account = code.kind === 'static' ? staticAccount(code) : dynamicAccount(code.url);
  if (typeof account !== 'string') return account;
  const txid = code.kind === 'static' ? (code.txid ?? noTxid) : noTxid;
  if (txid !== noTxid && !patterns.txid.test(txid)) return refuse('INVALID_FIELD', '62.05');
  const body = fieldsOf([
    ['00', '01'],
    ['01', code.once ? '12' : undefined],
    ['26', account],
    ['52', '0000'],
    ['53', '986'],
    ['54', amount === undefined ? undefined : reais(amount)],
    ['58', 'BR'],
    ['59', name],
    ['60', city],
    ['61', postalCode],
    ['62', fieldsOf([['05', txid]])],
  ]);
  return { ok: true, text: `${body}6304${crc16(`${body}6304`)}` };
}

/** Joins fields whose values are known to fit; fields without a value are left out. */
const fieldsOf = (fields: readonly (readonly [id: string, value: string | undefined])[]): string =>
  fields.map(([id, value]) => (value === undefined ? '' : writeField(id, value))).join('');

function staticAccount({ key, info }: StaticBrCode): string | RefusedBrCode {
  if (pixKeyKind(key) === undefined) return refuse('INVALID_FIELD', '26.01');
  const start = fieldsOf([
    ['00', pixDomain],
    ['01', key],
  ]);
  const infoLength = Math.min(maxLengths.info, Math.max(0, maxLengths.template - start.length - 4));
  const word = asciiOf(info ?? '', infoLength);
  return start + fieldsOf([['02', word === '' ? undefined : word]]);
}

function dynamicAccount(url: string): string | RefusedBrCode {
  if (!isPixUrl(url)) return refuse('INVALID_FIELD', '26.25');
  return fieldsOf([
    ['00', pixDomain],
    ['25', url],
  ]);
}

/** Text in ASCII, cut to a length: `São José` → `Sao Jose`. */
function asciiOf(text: string, length: number): string {
  const ascii = text.normalize('NFD').replace(/[^\u0020-\u007e]/g, '');
  return ascii.slice(0, length).trim();
}

/** Cents as reais: `18990` → `189.90`. */
function reais(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
