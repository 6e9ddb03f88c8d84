import { checkDocument, checkEmail, checkPhone, cleanPasted, isHttpUrl, readSiteHosts } from '@retoma/commerce';
import type { BusinessHours } from '@retoma/flow';
import type { StoreChange } from './queries/stores.ts';

/** Unchecked settings of a store; null empties a setting that may be empty. */
export type StoreSettings = { [Member in keyof StoreChange]?: unknown };

/** The normalised settings; or the invalid ones, and what each accepts. */
export type CheckedSettings =
  { ok: true; change: StoreChange } | { ok: false; wrong: { member: keyof StoreChange; takes: string }[] };

/** The check of one setting. `read` returns the normalised value; undefined: invalid. */
type Check = { takes: string; mayBeEmpty: boolean; read: (value: unknown) => unknown };

const text = (longest: number): Check => ({
  takes: `text of 1 to ${longest} characters`,
  mayBeEmpty: true,
  read: (value) => {
    const line = typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
    return line !== '' && Array.from(line).length <= longest ? line : undefined;
  },
});
const flag: Check = {
  takes: 'true or false',
  mayBeEmpty: false,
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};
const integer = (min: number, max: number): Check => ({
  takes: `a number from ${min} to ${max}`,
  mayBeEmpty: false,
  read: (value) => (Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? value : undefined),
});
const address: Check = {
  takes: 'an absolute http or https address of at most 2000 characters',
  mayBeEmpty: true,
  read: (value) => (typeof value === 'string' && value.length <= 2_000 && isHttpUrl(value) ? value : undefined),
};
const checked = (takes: string, check: (text: string) => { ok: boolean; value?: string }): Check => ({
  takes,
  mayBeEmpty: true,
  read: (value) => (typeof value === 'string' ? check(value).value : undefined),
});

/** A Brazilian phone as `+55…`; numbers without an area code, such as 0800 and 4004, stay as written. */
function storePhone(written: string): { ok: boolean; value?: string } {
  const phone = checkPhone(written);
  if (phone.ok) return phone;
  const line = cleanPasted(written);
  return /^(0[3589]00|4\d{3}|3003)[\s.-]?[\d\s.-]{4,9}$/.test(line) ? { ok: true, value: line } : { ok: false };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** RUN22: business hours with their days in order; undefined: invalid. */
function readBusinessHours(value: unknown): BusinessHours | undefined {
  const { from, to, days } = (value ?? {}) as { [member in keyof BusinessHours]?: unknown };
  const isTime = (time: unknown): time is string => typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  if (!isTime(from) || !isTime(to) || from >= to || !Array.isArray(days)) return undefined;
  const chosen = [0, 1, 2, 3, 4, 5, 6].filter((day) => days.includes(day));
  return chosen.length > 0 && chosen.length === days.length ? { from, to, days: chosen } : undefined;
}

const checks = {
  name: { ...text(200), mayBeEmpty: false },
  active: flag,
  signedCartsOnly: flag,
  countMachines: flag,
  live: flag,
  timeZone: {
    takes: 'a time zone such as America/Sao_Paulo',
    mayBeEmpty: false,
    read: (value) => (typeof value === 'string' && isTimeZone(value) ? value : undefined),
  },
  legalName: text(200),
  document: checked('a CPF or CNPJ with right check digits', checkDocument),
  address: text(300),
  email: checked('an e-mail address', checkEmail),
  phone: checked('a Brazilian phone', storePhone),
  url: address,
  siteHosts: {
    takes: 'hosts such as loja.example, separated by commas',
    mayBeEmpty: true,
    read: (value) => (typeof value === 'string' && value.length <= 500 ? readSiteHosts(value) : undefined),
  },
  returnsUrl: address,
  privacyUrl: address,
  logoUrl: address,
  accent: checked('a colour such as #00687d', (written) =>
    /^#[0-9a-f]{6}$/i.test(written) ? { ok: true, value: written.toLowerCase() } : { ok: false },
  ),
  corners: {
    takes: 'square or round',
    mayBeEmpty: true,
    read: (value) => (value === 'square' || value === 'round' ? value : undefined),
  },
  returnsText: text(40),
  privacyText: text(40),
  senderName: text(100),
  senderEmail: checked('an e-mail address', checkEmail),
  pixMinutes: integer(15, 43_200),
  boletoDays: integer(1, 60),
  abandonMinutes: integer(10, 10_080),
  noReplyMinutes: integer(1, 10_080),
  lateMinutes: integer(1, 10_080),
  businessHours: {
    takes: 'days from 0 (Sunday) to 6, each once, and times of which the first is earlier',
    mayBeEmpty: false,
    read: readBusinessHours,
  },
} as const satisfies Record<keyof StoreChange, Check>;

/** Checks and normalises settings; absent ones are not changed. */
export function checkStoreSettings(settings: StoreSettings): CheckedSettings {
  const change: Record<string, unknown> = {};
  const wrong: { member: keyof StoreChange; takes: string }[] = [];
  for (const member of Object.keys(checks) as (keyof typeof checks)[]) {
    const input = settings[member];
    if (input === undefined) continue;
    const { mayBeEmpty, read, takes }: Check = checks[member];
    const value = input === null && mayBeEmpty ? null : read(input);
    if (value === undefined) wrong.push({ member, takes });
    else change[member] = value;
  }
  return wrong.length > 0 ? { ok: false, wrong } : { ok: true, change };
}
