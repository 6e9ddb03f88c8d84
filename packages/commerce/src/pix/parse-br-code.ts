import type { BrCode } from './br-code.ts';
import { crc16 } from './crc16.ts';
import { isPixUrl, maxLengths, noTxid, patterns, pixDomain } from './field-formats.ts';
import { refuse, type RefusedBrCode } from './refusal.ts';
import { readFields, type TlvField } from './tlv.ts';

/** The result of parsing: the code, with its unknown fields; or why the text is not a code. */
export type ParsedBrCode = { ok: true; code: BrCode; others: TlvField[] } | RefusedBrCode;

/** Printable characters of the Basic Multilingual Plane, for which the number of UTF-16 units is the number of characters. */
const readable = /^[\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd]*$/;
const knownTags = new Set(['00', '01', '26', '52', '53', '54', '58', '59', '60', '61', '62', '63']);

/** COM9: parses a PIX code and verifies its checksum. Never throws. */
export function parseBrCode(text: string): ParsedBrCode {
  const fields = readable.test(text) ? readFields(text) : undefined;
  if (!fields || fields.length === 0) return refuse('MALFORMED');
  if (!isInOrder(fields)) return refuse('WRONG_ORDER');
  if (fields.at(-1)!.id !== '63') return refuse('MISSING_FIELD', '63');
  if (fields.at(-1)!.value !== crc16(text.slice(0, -4))) return refuse('WRONG_CHECKSUM', '63');
  const values = new Map(fields.map(({ id, value }) => [id, value]));
  const wrong = checkFields(values);
  if (wrong) return wrong;
  const account = readAccount(values);
  if ('ok' in account) return account;
  const code = { ...account, ...readCommon(values) };
  return { ok: true, code, others: fields.filter(({ id }) => !knownTags.has(id)) };
}

/** Whether the ids are ascending, with the checksum last. */
function isInOrder(fields: readonly TlvField[]): boolean {
  const before = fields.filter(({ id }, index) => id !== '63' || index < fields.length - 1).map(({ id }) => id);
  return !before.includes('63') && before.every((id, index) => index === 0 || before[index - 1]! < id);
}

type Rule = { id: string; optional?: true; accepts: (value: string) => boolean };

const upTo =
  (limit: number) =>
  (value: string): boolean =>
    value.trim() !== '' && value.length <= limit;

/** The rules for fields outside the templates. */
const rules: readonly Rule[] = [
  { id: '00', accepts: (value) => value === '01' },
  { id: '01', optional: true, accepts: (value) => value === '11' || value === '12' },
  { id: '26', accepts: () => true },
  { id: '52', accepts: (value) => patterns.merchantCategory.test(value) },
  { id: '53', accepts: (value) => value === '986' },
  { id: '54', optional: true, accepts: (value) => patterns.amount.test(value) },
  { id: '58', accepts: (value) => value === 'BR' },
  { id: '59', accepts: upTo(maxLengths.name) },
  { id: '60', accepts: upTo(maxLengths.city) },
  { id: '61', optional: true, accepts: upTo(maxLengths.postalCode) },
  { id: '62', accepts: () => true },
];

function checkFields(values: ReadonlyMap<string, string>): RefusedBrCode | undefined {
  for (const { id, optional, accepts } of rules) {
    const value = values.get(id);
    if (value === undefined && !optional) return refuse('MISSING_FIELD', id);
    if (value !== undefined && !accepts(value)) return refuse('INVALID_FIELD', id);
  }
  return undefined;
}

function readCommon(
  values: ReadonlyMap<string, string>,
): Pick<BrCode, 'name' | 'city' | 'postalCode' | 'amount' | 'once'> {
  const amount = values.get('54');
  const postalCode = values.get('61');
  return {
    name: values.get('59')!,
    city: values.get('60')!,
    once: values.get('01') === '12',
    // At most 12 digits, so exact as a number.
    ...(amount !== undefined && { amount: Number(amount.replace('.', '')) }),
    ...(postalCode !== undefined && { postalCode }),
  };
}

type Account =
  { kind: 'static'; key: string; info?: string; txid?: string } | { kind: 'dynamic'; url: string } | RefusedBrCode;

/** Reads both templates: the receiver's account, and the payment's id. */
function readAccount(values: ReadonlyMap<string, string>): Account {
  const account = readTemplate(values.get('26')!);
  if (!account) return refuse('INVALID_FIELD', '26');
  const domain = account.get('00');
  if (domain === undefined) return refuse('MISSING_FIELD', '26.00');
  if (domain.toLowerCase() !== pixDomain) return refuse('INVALID_FIELD', '26.00');
  const withdrawal = account.get('03');
  if (withdrawal !== undefined && !patterns.withdrawal.test(withdrawal)) return refuse('INVALID_FIELD', '26.03');
  const txid = readTemplate(values.get('62')!)?.get('05');
  if (txid === undefined) return refuse('MISSING_FIELD', '62.05');
  if (txid !== noTxid && !patterns.txid.test(txid)) return refuse('INVALID_FIELD', '62.05');
  return account.has('25') ? readDynamic(account, txid) : readStatic(account, txid);
}

function readDynamic(account: ReadonlyMap<string, string>, txid: string): Account {
  const url = account.get('25')!;
  if (account.has('01')) return refuse('INVALID_FIELD', '26.01');
  if (account.has('02')) return refuse('INVALID_FIELD', '26.02');
  if (!isPixUrl(url)) return refuse('INVALID_FIELD', '26.25');
  if (txid !== noTxid) return refuse('INVALID_FIELD', '62.05');
  return { kind: 'dynamic', url };
}

function readStatic(account: ReadonlyMap<string, string>, txid: string): Account {
  const key = account.get('01');
  const info = account.get('02');
  if (key === undefined) return refuse('MISSING_FIELD', '26.01');
  if (!patterns.key.test(key)) return refuse('INVALID_FIELD', '26.01');
  if (info !== undefined && info.length > maxLengths.info) return refuse('INVALID_FIELD', '26.02');
  return { kind: 'static', key, ...(info !== undefined && { info }), ...(txid !== noTxid && { txid }) };
}

function readTemplate(text: string): Map<string, string> | undefined {
  const fields = readFields(text);
  return fields && new Map(fields.map(({ id, value }) => [id, value]));
}
