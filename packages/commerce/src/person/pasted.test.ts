import { describe, expect, test } from 'vitest';
import {
  checkCnpj,
  checkDocument,
  checkEmail,
  checkPhone,
  cleanContact,
  cleanDocument,
  cleanEmail,
  cleanPasted,
  cleanPhone,
  isReachable,
  readPhone,
} from './index.ts';

/** Characters that no one sees, at any place of what is pasted. */
const marks = Array.from(
  '\u00ad\u034f\u061c\u115f\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2064\u2066\u2067' +
    '\u2068\u2069\u206a\u206f\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\ufff9\ufffc\u0001\u0007\u001b\u007f\u0084\u{e0001}\u{e0100}\u{1d173}',
);
const dashes = Array.from(
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u2796\ufe58\ufe63\uff0d\u207b\u02d7\u30fc',
);
const spaces = Array.from(
  ' \t\n\r\v\f\u00a0\u1680\u2000\u2003\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u2028\u2029\u0085\u2800',
);
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** A text with a character at its ends and between its halves. */
const marked = (text: string, mark: string): string => `${mark}${text.slice(0, 5)}${mark}${text.slice(5)}${mark}`;

describe('[COM13] what is pasted', () => {
  test.each(marks)('%j is removed wherever it stands', (mark) => {
    expect(checkPhone(marked('(11) 98765-4321', mark))).toEqual({ ok: true, value: '+5511987654321' });
    expect(checkEmail(marked('maria@gmail.com', mark))).toEqual({ ok: true, value: 'maria@gmail.com' });
    expect(checkDocument(marked('529.982.247-25', mark))).toEqual({ ok: true, value: '52998224725' });
    expect(checkCnpj(marked('12.ABC.345/01DE-35', mark))).toEqual({ ok: true, value: '12ABC34501DE35' });
  });

  test.each(dashes)('%j is a dash', (dash) => {
    expect(checkPhone(`(11) 98765${dash}4321`)).toEqual({ ok: true, value: '+5511987654321' });
    expect(checkDocument(`529.982.247${dash}25`)).toEqual({ ok: true, value: '52998224725' });
    expect(checkDocument(`12.ABC.345/01DE${dash}35`)).toEqual({ ok: true, value: '12ABC34501DE35' });
    expect(checkEmail(`ana${dash}lima@loja.example`)).toEqual({ ok: true, value: 'ana-lima@loja.example' });
  });

  test.each(spaces)('%j is a space', (space) => {
    expect(checkPhone(`${space}+55${space}11${space}98765${space}4321${space}`)).toEqual({
      ok: true,
      value: '+5511987654321',
    });
    expect(checkDocument(`529${space}982${space}247${space}25`)).toEqual({ ok: true, value: '52998224725' });
    expect(checkEmail(`${space}maria@gmail.com${space}`)).toEqual({ ok: true, value: 'maria@gmail.com' });
  });

  test('full-width forms are typed ones', () => {
    expect(checkPhone(wide('+55(11)98765-4321'))).toEqual({ ok: true, value: '+5511987654321' });
    expect(checkDocument(wide('12.abc.345/01de-35'))).toEqual({ ok: true, value: '12ABC34501DE35' });
    expect(checkEmail(wide('maria@gmail.com'))).toEqual({ ok: true, value: 'maria@gmail.com' });
  });

  test('a text that is too long for a contact stays', () => {
    const long = '\u200b'.repeat(501);
    expect(cleanPasted(long)).toBe(long);
  });

  // With quadratic time this would take minutes.
  test.each(['\u200b', ' ', '1', '1a', '.', '<', 'a@', '-'])('a long text of %j is read in linear time', (unit) => {
    const text = unit.repeat(300_000);
    expect([
      checkPhone(text).ok,
      checkEmail(text).ok,
      checkDocument(text).ok,
      readPhone(text)?.digits.length === 11,
    ]).toEqual([false, false, false, false]);
  });
});

describe('[COM13] a pasted e-mail address', () => {
  test.each([
    'maria@gmail.com…',
    'maria@gmail.com\u3002',
    '“maria@gmail.com”',
    '‘maria@gmail.com’',
    '[maria@gmail.com]',
    '*maria@gmail.com*',
    '`maria@gmail.com`',
    'maria@gmail.com|',
    'maria@gmail.com/',
    'maria@gmail.com-',
    'e-mail maria@gmail.com',
    '<mailto:maria@gmail.com>',
    'maria@gmail.com.',
    'maria@gmail.com;',
    'maria@gmail.com,',
    'maria@gmail.com>',
    'maria@gmail.com!',
    'maria@gmail.com).',
    '<maria@gmail.com>',
    '"maria@gmail.com"',
    '(maria@gmail.com)',
    'mailto:maria@gmail.com',
    'MAILTO: maria@gmail.com',
    'E-mail: maria@gmail.com',
    'Maria Lima <maria@gmail.com>',
    '"Lima, Maria" <maria@gmail.com>;',
    'email:maria@gmail.com',
    'maria@gmail.com\r\n',
    "maria@gmail.com'",
  ])('%j is the address in it', (text) => expect(cleanEmail(text)).toBe('maria@gmail.com'));

  test.each([
    "o'neil@a.example",
    'a.b+c@d-e.example',
    'joão@loja.example',
    'ana@açaí.example',
    'a@b.example, c@d.example',
    '<a>@gmail.com',
    'maria @gmail.com',
  ])('%j stays', (text) => expect(cleanEmail(text)).toBe(text));
});

describe('[COM13] a pasted document', () => {
  test.each([
    'CPF 529.982.247-25',
    'CPF: 529.982.247-25',
    'cpf:52998224725',
    'CPF52998224725',
    'CPF nº 529.982.247-25',
    'CPF/CNPJ: 529.982.247-25',
    'Cpf - 529 982 247 25',
    'CPF n.º: 529.982.247-25',
    'CPF529.982.247-25',
    'CPF/MF 529.982.247-25',
    'Documento: 529.982.247-25',
    'CPF do titular: 529.982.247-25',
    '"529.982.247-25"',
    '(529.982.247-25).',
    '529,982,247-25',
  ])('%j is a CPF', (text) => expect(checkDocument(text)).toEqual({ ok: true, value: '52998224725' }));

  test.each([
    'CNPJ 12.ABC.345/01DE-35',
    'CNPJ: 12ABC34501DE35',
    'cnpj12.abc.345/01de-35',
    'CNPJ12ABC34501DE35',
    'CPF/CNPJ 12.ABC.345/01DE-35',
    'CNPJ nº 12.ABC.345/01DE-35',
    'CNPJ:\u00a012.ABC.345/01DE\u201135',
  ])('%j is a CNPJ', (text) => expect(checkDocument(text)).toEqual({ ok: true, value: '12ABC34501DE35' }));

  test('what is wrong with a number is said of the number', () => {
    expect(checkDocument('CPF 529.982.247')).toMatchObject({ code: 'cpf_short', count: 2 });
    expect(checkDocument('RG 52.998.224-7')).toMatchObject({ ok: false });
    expect(cleanDocument('CPFAB12300135')).toBe('CPFAB12300135');
  });
});

describe('[COM13] a written phone', () => {
  test.each([
    '0 15 11 98765-4321',
    '01511987654321',
    '0 21 11 98765-4321',
    '0 (41) (11) 98765-4321',
    '031 11 98765 4321',
    '0 99 11 987654321',
    '(0xx11) 98765-4321',
    '0XX11 98765-4321',
    '(0**11) 98765-4321',
    '+55 (0xx11) 98765-4321',
    '+55 0 15 11 98765-4321',
    '55 015 11 98765-4321',
    '+55 (011) 98765-4321',
    '0 55 11 98765-4321',
    '0055 11 98765-4321',
    'tel: (11) 98765-4321',
    'Tel.: +55 11 98765-4321',
    'WhatsApp 11 98765-4321',
    '11 98765-4321 (Maria)',
    'tel:+5511987654321',
    '(11) 98765-4321.',
  ])('%j is the number', (text) => {
    expect(checkPhone(text)).toEqual({ ok: true, value: '+5511987654321' });
    expect(readPhone(text)?.digits).toMatch(/^(55)?11987654321$/);
  });

  test('a landline behind the code of a carrier', () => {
    expect(checkPhone('0 15 11 3333-4444')).toEqual({ ok: true, value: '+551133334444' });
    // 0, area, and a mobile number with one digit too many
    expect(checkPhone('0 15 98235-43211').ok).toBe(false);
  });

  test.each([
    '11 98765-4321 ramal 12',
    '11 98765-4321 r. 12',
    '11 98765-4321 x12',
    '11 98765-4321 ext 12',
    '11 98765-4321, 12',
    '11 98765-4321;12',
    '11 98765-4321#12',
    '11 98765-4321*12',
    '1133334444/5555',
    '11 98765-4321 ou 11 98765-4322',
    'tel:+55-11-3333-4444;ext=12',
    '11 3333-4444 ram. 201',
  ])('%j is no one number', (text) => {
    expect(readPhone(text)).toBeUndefined();
    expect(checkPhone(text)).toEqual({ ok: false, code: 'phone_wrong' });
    expect(isReachable({ phone: text })).toBe(false);
  });
});

test('[COM1] an e-mail address with signs that no domain has makes no lead', () => {
  const emails = [
    'ana@loja.example',
    'ana@açaí.example',
    'joão@loja.example',
    'ana@lo|ja.example',
    'ana@loja;example.com',
    'ana@loja..example',
    'ana@a.b, c@d.e',
  ];
  expect(emails.map((email) => isReachable({ email }))).toEqual([true, true, true, false, false, false, false]);
});

test('[COM1] a contact is kept without what was pasted with it; any other is the same object', () => {
  const pasted = {
    name: ' Maria ',
    email: 'Maria@gmail.com\u200b',
    phone: '\u202a+55 11 98765-4321\u202c',
    document: '529.982.247\u201325',
    note: '\u200b',
  };
  expect(cleanContact(pasted)).toEqual({
    name: ' Maria ',
    email: 'Maria@gmail.com',
    phone: '+5511987654321',
    document: '529.982.247-25',
    note: '\u200b',
  });
  for (const usual of [
    {},
    { email: ' ana@b.example ', phone: '(11) 98765-4321', document: '529.982.247-25' },
    { email: null, phone: 7, document: 'a\0b' },
    { phone: '+351 912 345 678', email: 'n/a' },
  ]) {
    expect(cleanContact(usual)).toBe(usual);
  }
  expect(['01511987654321', '11 98765\u20134321 ramal 12', '+351\u00a0912\u2011345\u2011678'].map(cleanPhone)).toEqual([
    '+5511987654321',
    '11 98765-4321 ramal 12',
    '+351912345678',
  ]);
});
