import { checkPhone, decimalMoney, MAX_CENTS } from '@retoma/commerce';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latestInstant, readInstant } from './read-instant.ts';
import { cutText, listAt, readJson, textAt, valueAt } from './read-json.ts';
import { readCents, sumCents } from './read-money.ts';
import { readPerson } from './read-person.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('JSON', () => {
  test('[CON2] numbers keep their digits', () => {
    expect(readJson(bytes('{"id":900719925474099312345,"total":1.10,"e":1.5e3,"at":[0,-1],"s":"1.10"}'))).toEqual({
      id: '900719925474099312345',
      total: '1.10',
      e: '1.5e3',
      at: ['0', '-1'],
      s: '1.10',
    });
  });

  test('[CON2] any JSON without numbers is read as it is', () => {
    const json = fc.json({ maxDepth: 8 }).filter((text) => !/\d/.test(text));
    fc.assert(
      fc.property(json, (text) => {
        expect(readJson(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['no JSON', bytes('{"a":')],
    ['nothing', bytes('')],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['1 MB of nesting', bytes('['.repeat(1_000_000))],
    ['1 MB of escaped quotes', bytes(`"${String.raw`\"`.repeat(500_000)}`)],
    ['nesting behind an escaped quote', bytes(`["\\"",${'['.repeat(80)}${']'.repeat(80)}]`)],
  ])('[CON2] %s is undefined', (_, body) => expect(readJson(body)).toBeUndefined());

  test('[CON2] brackets in texts are no nesting, and a byte order mark is no text', () => {
    expect(readJson(bytes(`\ufeff{"a":"${'['.repeat(100)}"}`))).toEqual({ a: '['.repeat(100) });
  });

  test('[CON2] members are found at paths, whatever their types are', () => {
    const json = readJson(bytes('{"a":{"b":[{"c":" x\\u0000 "}]},"n":7,"l":{},"__proto__":{"p":"own"}}'));
    expect(textAt(json, 'a', 'b', 0, 'c')).toBe('x');
    expect(textAt(json, 'n')).toBe('7');
    expect(textAt(json, 'a')).toBeUndefined();
    expect(valueAt(json, 'toString')).toBeUndefined();
    expect(valueAt(json, '__proto__', 'p')).toBe('own');
    expect(listAt(json, 'l')).toEqual([]);
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.string()), (value, path) => {
        textAt(value, ...path);
        expect(Array.isArray(listAt(value, ...path))).toBe(true);
      }),
    );
  });

  test('[CON2] a text is cut between characters', () => {
    expect(cutText('😀😀😀', 2)).toBe('😀😀');
    expect(cutText(undefined, 2)).toBeUndefined();
  });
});

describe('money', () => {
  test.each([
    ['290.35', 29_035],
    ['9', 900],
    ['1.005', 101],
    ['1.0049', 100],
    ['0.29', 29],
    ['-1.005', -101],
    ['-0.001', 0],
  ])('[CON2] %s reais', (text, cents) => expect(readCents(text)).toBe(cents));

  test.each(['', '1.000,00', '1,00', '1e3', '+1', '1.', '.5', '1 000', 'R$ 1', '9'.repeat(16), 9, null])(
    '[CON2] %j is no amount',
    (text) => expect(readCents(text)).toBeUndefined(),
  );

  test('[CON2] a comma only where the platform writes it', () => {
    expect(readCents('19,92', ',')).toBe(1_992);
    expect(readCents('19.92', ',')).toBeUndefined();
  });

  test('[CON2] the cents of a text are its digits', () => {
    const cents = fc.integer({ min: 0, max: MAX_CENTS });
    fc.assert(
      fc.property(cents, (amount) => {
        expect(readCents(decimalMoney(amount))).toBe(amount);
      }),
    );
  });

  test('[CON2] a sum with an unknown amount is unknown', () => {
    expect(sumCents([1, 2])).toBe(3);
    expect(sumCents([1, undefined])).toBeUndefined();
    expect(sumCents([])).toBeUndefined();
  });
});

describe('instants', () => {
  test.each([
    ['2026-11-29T05:43:38-03:00', undefined, '2026-11-29T08:43:38.000Z'],
    ['2026-11-29T08:43:38+0000', undefined, '2026-11-29T08:43:38.000Z'],
    ['2026-11-29T08:43:38', 'Z', '2026-11-29T08:43:38.000Z'],
    ['2026-11-29 05:43:38.123456', '-03:00', '2026-11-29T08:43:38.123Z'],
    ['2026-11-29T08:43:38', undefined, undefined],
    ['2026-02-31T08:43:38Z', undefined, undefined],
    ['0000-00-00 00:00:00', 'Z', undefined],
    ['29/11/2026', 'Z', undefined],
    [1_764_000_000, 'Z', undefined],
  ] as const)('[CON2] %s with %s', (text, offset, instant) => expect(readInstant(text, offset)).toBe(instant));

  test('[CON2] the latest of some', () => {
    expect(latestInstant('2026-01-01T00:00:00.000Z', undefined, '2026-02-01T00:00:00.000Z')).toMatch(/^2026-02/);
    expect(latestInstant(undefined)).toBeUndefined();
  });
});

describe('persons', () => {
  test('[CON2] names are joined, and the first valid phone counts', () => {
    expect(
      readPerson({
        id: '7',
        names: [' Ana', ' Maria  Souza '],
        emails: ['noreply@loja.example', 'ana@correio.example'],
        phones: ['123', '(11) 98765-4321', '11 3333-4444'],
        documents: [undefined, '123.456.789-09'],
      }),
    ).toEqual({
      id: '7',
      name: 'Ana Maria Souza',
      email: 'ana@correio.example',
      phone: '+5511987654321',
      document: '123.456.789-09',
    });
  });

  test.each([
    ['1187654321', '1187654321'],
    ['(11) 3333-4444', '+551133334444'],
  ])('[CON2] the digit 9 is not added: %s', (written, phone) =>
    expect(readPerson({ phones: [written] })).toEqual({ phone }),
  );

  test('[CON2] placeholders are unknown', () => {
    expect(
      readPerson({ id: '7', names: ['Não informado'], emails: ['email@naoinformado.com'], phones: ['(00) 0000-0000'] }),
    ).toBeUndefined();
  });

  test('[CON2] a phone that was read is read as the same again', () => {
    const digits = fc.stringMatching(/^(?:\+55|55|0)?\(?[1-9]{2}\)? ?9?[2-9]\d{3}-?\d{4}$/);
    fc.assert(
      fc.property(digits, (written) => {
        const phone = readPerson({ phones: [written] })!.phone!;
        expect(readPerson({ phones: [phone] })).toEqual({ phone });
        if (checkPhone(written).ok) expect(checkPhone(phone)).toEqual({ ok: true, value: phone });
      }),
    );
  });
});
