import { freightText } from '@retoma/commerce/freight';
import { defaultTimeZone, zoneFormatters } from './zone-formatters.ts';

/**
 * Formats cents: `R$ 1.234,56`, negative ones `-R$ 1,99`. The space is an ordinary one: Intl's no-break space would turn an SMS into UCS-2
 * (TAG1). Cents may be a number, a bigint or digits; anything else is ''.
 */
export function formatMoney(value: unknown): string {
  const cents = integerOf(value);
  if (cents === null) return '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const reais = digits.slice(0, -2);
  const grouped = reais.length > 3 ? reais.replace(/\B(?=(?:\d{3}){1,6}$)/g, '.') : reais;
  return `${cents < 0 ? '-' : ''}R$ ${grouped},${digits.slice(-2)}`;
}

/** Formats freight as the payment page does (COM12): cents as money, 0 as free, `agreed` as to be agreed; '' for anything else. */
export function formatFreight(value: unknown): string {
  if (value === 'agreed') return freightText({ kind: 'agreed' });
  const price = integerOf(value);
  return price === null ? '' : freightText({ kind: 'chosen', name: null, price }, 'pt-BR', formatMoney);
}

/** Formats an integer without separators: `1435`; '' for anything else. */
export function formatInteger(value: unknown): string {
  const integer = integerOf(value);
  return integer === null ? '' : String(integer);
}

/** Text, a number or a boolean as text; '' for anything else, so that `undefined` or `[object Object]` is never shown. */
export function formatText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : '';
}

/**
 * Formats an instant as `DD/MM/YYYY HH:mm` in an IANA time zone; an invalid zone counts as the default (TAG1). Accepts ISO 8601 text, a
 * Date or milliseconds since 1970. Text without an offset is UTC, as in the database; a date without a time is that calendar day in any
 * zone. '' for anything else.
 */
export function formatDate(value: unknown, timeZone: string = defaultTimeZone): string {
  if (typeof value === 'string') {
    const match = isoDate.exec(value);
    if (!match || !isCalendarDay(match)) return '';
    const [, year, month, day, time, offset] = match;
    if (time === undefined) return `${day}/${month}/${year} 00:00`;
    return formatInstant(Date.parse(`${year}-${month}-${day}T${time}${offset ?? 'Z'}`), timeZone);
  }
  if (value instanceof Date) return formatInstant(value.getTime(), timeZone);
  return typeof value === 'number' ? formatInstant(value, timeZone) : '';
}

/** The year of an instant in milliseconds since 1970, in a time zone. */
export const currentYear = (now: number, timeZone: string): string => formatDate(now, timeZone).slice(6, 10);

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Whether a date exists: Date.parse turns 30 February into 2 March. */
function isCalendarDay([, year, month, day]: RegExpExecArray): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.getUTCDate() === Number(day);
}

function formatInstant(instant: number, timeZone: string): string {
  if (!(instant >= earliest && instant <= latest)) return '';
  // The formatter writes `12/03/2026, 14:05`; slicing ignores the separator and is twice as fast as formatToParts.
  const text = clockOf(timeZone).format(instant);
  return `${text.slice(0, 10)} ${text.slice(-5)}`;
}

/** The bounds of instants whose year has four digits in every time zone. */
const earliest = Date.UTC(1000, 0, 3);
const latest = Date.UTC(9999, 11, 29);

const clockOf = zoneFormatters('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A whole number from a value of a database or JSON document; null if there is no exact one. */
function integerOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^-?\d{1,16}$/.test(value)) return null;
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return null;
  const integer = Math.round(Number(value));
  return Number.isSafeInteger(integer) ? integer || 0 : null;
}
