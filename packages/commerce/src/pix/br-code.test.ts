import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BrCode } from './br-code.ts';
import { buildBrCode } from './build-br-code.ts';
import { crc16 } from './crc16.ts';
import { parseBrCode } from './parse-br-code.ts';

/** From the central bank's manual and public code, with the checksum recomputed. */
const good: Record<string, { text: string; code: BrCode; rebuilt?: false }> = {
  'static, EVP': {
    text: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    code: {
      kind: 'static',
      key: '123e4567-e12b-12d1-a456-426655440000',
      name: 'Fulano de Tal',
      city: 'BRASILIA',
      once: false,
    },
  },
  'static, CPF and amount': {
    text: '00020126330014br.gov.bcb.pix0111123456789095204000053039865406123.455802BR5913Fulano de Tal6008Brasilia62070503***630479EE',
    code: {
      kind: 'static',
      key: '12345678909',
      amount: 12_345,
      name: 'Fulano de Tal',
      city: 'Brasilia',
      once: false,
    },
  },
  'dynamic, once': {
    text: '00020101021226480014br.gov.bcb.pix2526pix.example.com/qr/v2/12345204000053039865802BR5913Fulano de Tal6008Brasilia62070503***6304FC66',
    code: { kind: 'dynamic', url: 'pix.example.com/qr/v2/1234', name: 'Fulano de Tal', city: 'Brasilia', once: true },
  },
  'dynamic, domain in upper case': {
    text: '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
    code: {
      kind: 'dynamic',
      url: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
      name: 'EMPRESA',
      city: 'SAO PAULO',
      once: true,
    },
    rebuilt: false,
  },
  'dynamic, amount, name of 25': {
    text: '00020101021226850014br.gov.bcb.pix2563exemplodeurl.com.br/pix/v2/11111111-1111-1111-1111-11111111111152040000530398654040.015802BR5925TESTE DE TESTE DO TESTEIE6014RIO DE JANEIRO62070503***6304CD52',
    code: {
      kind: 'dynamic',
      url: 'exemplodeurl.com.br/pix/v2/11111111-1111-1111-1111-111111111111',
      amount: 1,
      name: 'TESTE DE TESTE DO TESTEIE',
      city: 'RIO DE JANEIRO',
      once: true,
    },
  },
  'static, txid': {
    text: '00020126580014BR.GOV.BCB.PIX013611111111-1111-1111-1111-11111111111152040000530398654040.015802BR5925TESTE DO TESTE DO TESTEIE6009SAO PAULO6226052211111111111111111111116304642D',
    code: {
      kind: 'static',
      key: '11111111-1111-1111-1111-111111111111',
      amount: 1,
      name: 'TESTE DO TESTE DO TESTEIE',
      city: 'SAO PAULO',
      txid: '1111111111111111111111',
      once: false,
    },
    rebuilt: false,
  },
};
const vectors = Object.entries(good).map(([name, vector]) => ({ name, ...vector }));

test('[COM9] the checksum equals the published check value', () => expect(crc16('123456789')).toBe('29B1'));

test.each(vectors)('[COM9] $name is read', ({ text, code }) => {
  expect(parseBrCode(text)).toEqual({ ok: true, code, others: [] });
});

test.each(vectors.filter(({ rebuilt }) => rebuilt !== false))('[COM9] $name is built', ({ text, code }) => {
  expect(buildBrCode(code)).toEqual({ ok: true, text });
});

/** A code with these fields and the right checksum. */
const sealed = (body: string): string => `${body}6304${crc16(`${body}6304`)}`;
const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;
const domain = field('00', 'br.gov.bcb.pix');
const account = domain + field('01', '12345678909');
const parts = {
  '00': '01',
  '26': account,
  '52': '0000',
  '53': '986',
  '58': 'BR',
  '59': 'Fulano',
  '60': 'Brasilia',
  '62': field('05', '***'),
};
const having = (change: Record<string, string | undefined>): string => {
  const fields = Object.entries({ ...parts, ...change }).filter((entry) => entry[1] !== undefined);
  return sealed(
    fields
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([id, value]) => field(id, value))
      .join(''),
  );
};

const phone = (key: string): string =>
  `00020126360014br.gov.bcb.pix0114${key}5204000053039865802BR5906Fulano6008Brasilia62070503***6304`;

describe('[COM9] invalid PIX codes are refused', () => {
  test.each([
    ['', 'MALFORMED', ''],
    ['https://pague.example/pix', 'MALFORMED', ''],
    ['0002', 'MALFORMED', ''],
    ['000201\n', 'MALFORMED', ''],
    ['00020100020163041D3D', 'MALFORMED', ''],
    ['000201', 'MISSING_FIELD', '63'],
    [sealed('000201'), 'MISSING_FIELD', '26'],
    [sealed(`${field('26', account)}000201`), 'WRONG_ORDER', ''],
    [`${sealed('000201')}8001A`, 'WRONG_ORDER', ''],
    [good['static, EVP']!.text.replace('1D3D', '1d3d'), 'WRONG_CHECKSUM', '63'],
    // Errors seen in public code: the manual's checksum with other data, a missing digit, an invented checksum.
    [good['static, EVP']!.text.replace('BRASILIA', 'SAOPAULO'), 'WRONG_CHECKSUM', '63'],
    [`${phone('+551198765432')}170E`, 'WRONG_ORDER', ''],
    [`${phone('+5511987654321')}170E`, 'WRONG_CHECKSUM', '63'],
    [having({ '00': '02' }), 'INVALID_FIELD', '00'],
    [having({ '01': '13' }), 'INVALID_FIELD', '01'],
    [having({ '26': 'x' }), 'INVALID_FIELD', '26'],
    [having({ '26': field('01', '12345678909') }), 'MISSING_FIELD', '26.00'],
    [having({ '26': field('00', 'com.example') }), 'INVALID_FIELD', '26.00'],
    [having({ '26': domain }), 'MISSING_FIELD', '26.01'],
    [having({ '26': domain + field('01', 'a b') }), 'INVALID_FIELD', '26.01'],
    [having({ '26': account + field('25', 'pix.example/1') }), 'INVALID_FIELD', '26.01'],
    [having({ '26': domain + field('02', 'a') + field('25', 'pix.example/1') }), 'INVALID_FIELD', '26.02'],
    [having({ '26': account + field('03', '1234567') }), 'INVALID_FIELD', '26.03'],
    [having({ '26': domain + field('25', 'https://pix.example/1') }), 'INVALID_FIELD', '26.25'],
    [having({ '52': '00' }), 'INVALID_FIELD', '52'],
    [having({ '53': '840' }), 'INVALID_FIELD', '53'],
    [having({ '54': '10,00' }), 'INVALID_FIELD', '54'],
    [having({ '54': '12345678901.00' }), 'INVALID_FIELD', '54'],
    [having({ '58': 'US' }), 'INVALID_FIELD', '58'],
    [having({ '59': undefined }), 'MISSING_FIELD', '59'],
    [having({ '59': 'x'.repeat(26) }), 'INVALID_FIELD', '59'],
    [having({ '60': ' ' }), 'INVALID_FIELD', '60'],
    [having({ '60': 'x'.repeat(16) }), 'INVALID_FIELD', '60'],
    [having({ '61': '01310-10000' }), 'INVALID_FIELD', '61'],
    [having({ '62': 'x' }), 'MISSING_FIELD', '62.05'],
    [having({ '62': field('05', 'a-b') }), 'INVALID_FIELD', '62.05'],
    [having({ '26': domain + field('25', 'pix.example/1'), '62': field('05', 'abc') }), 'INVALID_FIELD', '62.05'],
  ])('%j: %s %s', (text, code, where) => {
    expect(parseBrCode(text)).toEqual({ ok: false, code, field: where });
  });
});

test('[COM9] unknown fields are kept, and accents are read unchanged', () => {
  const recurrence = domain + field('25', 'pix.example/rec/1');
  expect(parseBrCode(having({ '59': 'José', '80': recurrence }))).toMatchObject({
    ok: true,
    code: { name: 'José' },
    others: [{ id: '80', value: recurrence }],
  });
});

const letters = fc.constantFrom(...'abcXYZ059 .&-/@*'.split(''));
const word = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: letters, minLength: 1, maxLength }).filter((text) => text.trim() === text && text !== '');
const common = {
  name: word(25),
  city: word(15),
  postalCode: fc.option(fc.stringMatching(/^\d{8}$/), { nil: undefined }),
  amount: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }), { nil: undefined }),
  once: fc.boolean(),
};
const keys = fc.oneof(
  fc.uuid(),
  fc.constantFrom('12345678909', '12ABC34501DE35', '+5511987654321', `${'a'.repeat(65)}@loja.example`),
);
const staticCodes = fc
  .record({
    ...common,
    kind: fc.constant('static' as const),
    key: keys,
    info: fc.option(word(72), { nil: undefined }),
    txid: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/), { nil: undefined }),
  })
  .filter(({ key, info }) => (info?.length ?? 0) <= 73 - key.length);
const dynamicCodes = fc.record({
  ...common,
  kind: fc.constant('dynamic' as const),
  url: fc.stringMatching(/^[a-z]{1,10}\.example\/[!-~]{0,50}$/),
});
const codes = fc
  .oneof(staticCodes, dynamicCodes)
  // Omitted members are absent from the code.
  .map((code) => JSON.parse(JSON.stringify(code)) as BrCode);

const built = (code: BrCode): string => {
  const result = buildBrCode(code);
  if (!result.ok) throw new Error(`${result.code} ${result.field}`);
  return result.text;
};

test('[COM9] a built code is read back with the same fields', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(parseBrCode(built(code))).toEqual({ ok: true, code, others: [] });
    }),
    { numRuns: 1_000 },
  );
});

test('[COM9] any single changed character is refused', () => {
  fc.assert(
    fc.property(codes, fc.nat(), fc.integer({ min: 1, max: 94 }), (code, place, shift) => {
      const text = built(code);
      const at = place % text.length;
      const other = String.fromCharCode(32 + ((text.charCodeAt(at) - 32 + shift) % 95));
      expect(parseBrCode(text.slice(0, at) + other + text.slice(at + 1)).ok).toBe(false);
    }),
    { numRuns: 5_000 },
  );
});

test('[COM9] no input makes the reader throw', () => {
  const ids = fc.constantFrom(...Object.keys(parts), '01', '54', '61', '80');
  const fields = fc.array(fc.tuple(ids, fc.string({ maxLength: 30 })), { maxLength: 12 });
  const wholes = fields.map((fields) => sealed(fields.map(([id, value]) => field(id, value)).join('')));
  const texts = fc.oneof(fc.string({ unit: 'binary' }), wholes);
  fc.assert(fc.property(texts, (text) => void parseBrCode(text)));
});

const shop: BrCode = { kind: 'static', key: '12345678909', name: 'Loja', city: 'Santos', once: false };

test('[COM9] accents are folded, other non-ASCII characters are removed, then the text is cut and trimmed', () => {
  const text = built({
    ...shop,
    name: 'Pão de Açúcar & Cafés 😀 da Esquina',
    city: 'São José dos Campos',
    info: 'Ação nº 1',
  });
  expect(parseBrCode(text)).toMatchObject({
    code: { name: 'Pao de Acucar & Cafes  da', city: 'Sao Jose dos Ca', info: 'Acao n 1' },
  });
});

test('[COM9] the additional info is dropped if the key leaves no room', () => {
  const key = `${'a'.repeat(60)}@loja.example`;
  expect(parseBrCode(built({ ...shop, key, info: 'a word' }))).not.toHaveProperty('code.info');
  expect(parseBrCode(built({ ...shop, info: 'x'.repeat(72) }))).toMatchObject({ code: { info: 'x'.repeat(62) } });
});

const dynamic: BrCode = { kind: 'dynamic', url: 'pix.example/1', name: 'Loja', city: 'Santos', once: true };

test.each<[string, BrCode]>([
  ['59', { ...shop, name: '日本' }],
  ['60', { ...shop, city: ' ' }],
  ['61', { ...shop, postalCode: '01310-10000' }],
  ['54', { ...shop, amount: 0 }],
  ['54', { ...shop, amount: 1.5 }],
  ['54', { ...shop, amount: 1_000_000_000_000 }],
  ['26.01', { ...shop, key: '12345678900' }],
  ['62.05', { ...shop, txid: '' }],
  ['62.05', { ...shop, txid: 'a'.repeat(26) }],
  ['26.25', { ...dynamic, url: 'https://pix.example/1' }],
  ['26.25', { ...dynamic, url: `pix.example/${'1'.repeat(66)}` }],
])('[COM9] a field %s that does not fit is refused', (where, code) => {
  expect(buildBrCode(code)).toEqual({ ok: false, code: 'INVALID_FIELD', field: where });
});
