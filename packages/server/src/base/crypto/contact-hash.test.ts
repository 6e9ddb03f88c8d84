import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { hashContactKey, contactKey, contactSecret } from './contact-hash.ts';

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));
const areaCode = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).map((both) => both.join(''));
/** The 8 digits after the ninth digit or, of a landline, after the area code. */
const local = fc.tuple(fc.integer({ min: 2, max: 9 }), digits(7)).map(([first, rest]) => `${first}${rest}`);

/** The spellings of a Brazilian number that people, stores and WhatsApp use. */
const spellings = (area: string, number: string): string[] => {
  const spaced = `${number.slice(0, -4)}-${number.slice(-4)}`;
  return [
    `+55${area}${number}`,
    `55${area}${number}`,
    `${area}${number}`,
    `0${area}${number}`,
    `0055${area}${number}`,
    ` +55 (${area}) ${spaced} `,
    `(${area}) ${spaced}`,
    `+55.${area}.${number}`,
  ];
};
const addresses = fc.oneof(fc.emailAddress(), fc.integer({ min: 7, max: 15 }).chain(digits), fc.string());
const phone = (value: string): string | null => contactKey('phone', value);

describe('the key of a contact', () => {
  test('is the same for every spelling of a Brazilian number, with or without 55 and ninth digit', () => {
    fc.assert(
      fc.property(areaCode, local, (area, number) => {
        const written = [...spellings(area, number), ...spellings(area, `9${number}`)];
        expect(new Set(written.map(phone))).toEqual(new Set([area + number]));
      }),
    );
  });

  test('differs with the area code and with any of the last 8 digits', () => {
    fc.assert(
      fc.property(fc.tuple(areaCode, local), fc.tuple(areaCode, local), (one, other) => {
        fc.pre(one.join('') !== other.join(''));
        expect(phone(`+55${one[0]}9${one[1]}`)).not.toBe(phone(`+55${other[0]}9${other[1]}`));
      }),
    );
  });

  test('of a foreign number consists of all its digits, as in WhatsApp’s spelling', () => {
    expect(phone('+1 (415) 555-2671')).toBe('14155552671');
    expect(phone('14155552671')).toBe('14155552671');
    expect(phone('+351 912 345 678')).toBe('351912345678');
    expect(phone('00351912345678')).toBe('351912345678');
    expect(phone('+34 912 345 678')).toBe(phone('34912345678')); // could be Brazilian, too
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 7, max: 14 }).chain(digits), (first, rest) => {
        const number = `${first}${rest}`;
        fc.pre(!number.startsWith('55') && !/^[1-9]{2}(?:9\d{8}|[2-9]\d{7})$/.test(number));
        expect(phone(`+${number}`)).toBe(number);
      }),
    );
  });

  test('distinguishes area code 55 from the country code', () => {
    expect(phone('55 99999-0000')).toBe('5599990000'); // 11 digits begin with an area code
    expect(phone('(55) 99999-0000')).toBe('5599990000');
    expect(phone('+55 55 99999-0000')).toBe('5599990000');
    expect(phone('5599990000')).toBe('5599990000');
  });

  test('of an e-mail address does not depend on case or the spaces around it', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\t', '\n'), (address, space) => {
        const key = contactKey('email', address.toLowerCase());
        expect(key).toBe(address.toLowerCase());
        expect(contactKey('email', `${space}${address.toUpperCase()}${space}`)).toBe(key);
      }),
    );
  });

  test('is the same for what was pasted: marks, dashes, spaces, wide digits, carriers, punctuation', () => {
    const phones = [
      '+55 11 98765-4321',
      '\u202a+55 11 98765-4321\u202c',
      '+55 11 98765\u20114321',
      '(11) 98765\u20134321',
      '11987654321\u200b',
      '\u2066(11)\u00a098765\u22124321\u2069',
      '１１９８７６５４３２１',
      '0 15 11 98765-4321',
      '01511987654321',
      '+55 (0)11 98765-4321',
    ];
    expect(new Set(phones.map(phone))).toEqual(new Set(['1187654321']));
    const mails = [
      'Maria@gmail.com\u200b',
      '\u202amaria@gmail.com\u202c',
      'maria@gmail.com.',
      'maria@gmail.com;',
      '<maria@gmail.com>',
      'ｍaria@gmail.com',
    ];
    expect(new Set(mails.map((value) => contactKey('email', value)))).toEqual(new Set(['maria@gmail.com']));
    expect(contactKey('email', 'ana@xn--aa-4iaz.example')).toBe(contactKey('email', 'Ana@açaí.example'));
    expect(['11 98765-4321 ramal 12', '11 98765-4321 ou 11 98765-4322'].map(phone)).toEqual([null, null]);
  });

  test('is null for an invalid address, and maps to itself', () => {
    expect(['', ' ', 'Maria', '@x', 'x@', 'a b@c'].map((value) => contactKey('email', value))).toEqual(
      Array(6).fill(null),
    );
    expect(['', '+', '1234567', 'maria', '1'.repeat(16)].map(phone)).toEqual(Array(5).fill(null));
    fc.assert(
      fc.property(addresses, fc.constantFrom('email' as const, 'phone' as const), (value, kind) => {
        const key = contactKey(kind, value);
        if (key !== null) expect(contactKey(kind, key)).toBe(key);
      }),
    );
  });
});

describe('the hash of a contact', () => {
  const secret = contactSecret('a secret for tests of thirty-two characters');
  const [store, other] = [newId(), newId()];
  const hex = (...[key, id, person]: Parameters<typeof hashContactKey>): string =>
    hashContactKey(key, id, person).toString('hex');

  test('is 16 bytes, the same in every process with the secret', () => {
    const again = contactSecret('a secret for tests of thirty-two characters');
    expect(hashContactKey(secret, store, '1100000000')).toHaveLength(16);
    expect(hex(again, store, '1100000000')).toBe(hex(secret, store, '1100000000'));
    expect(hex(secret, '5a0d7c1c-2b5e-4a3b-9a57-7a2b4f0f3c11', '1100000000')).toMatchInlineSnapshot(
      `"5d38b956bd90e4b9e32aade11aff375a"`,
    );
  });

  test('differs with the contact, the store and the secret', () => {
    const hashes = [
      hex(secret, store, '1100000000'),
      hex(secret, store, '2100000000'),
      hex(secret, other, '1100000000'),
      hex(contactSecret('another secret of thirty-two characters'), store, '1100000000'),
    ];
    expect(new Set(hashes).size).toBe(4);
  });
});
