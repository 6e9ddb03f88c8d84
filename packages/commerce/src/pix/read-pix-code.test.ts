import { describe, expect, test } from 'vitest';
import { buildBrCode } from './build-br-code.ts';
import { readPixCode } from './read-pix-code.ts';

const built = buildBrCode({
  kind: 'static',
  name: 'Loja Aurora Boreal',
  city: 'Sao Paulo',
  once: false,
  key: 'ana@loja.example',
  amount: 9980,
});
const code = built.ok ? built.text : '';
const at = code.indexOf(' Boreal');
const crc = code.slice(-4);

describe('[COM9] a PIX code with what was pasted', () => {
  test.each([
    ['a line break behind it', `${code}\n`],
    ['a space in front', ` ${code}`],
    ['a break in the middle', `${code.slice(0, 30)}\r\n${code.slice(30)}`],
    ['breaks in many places', code.replace(/.{20}/g, '$&\n')],
    ['an indented second line', `${code.slice(0, 30)}\n    ${code.slice(30)}`],
    ['a line that was broken at a space', `${code.slice(0, at)}\r\n${code.slice(at + 1)}`],
    ['no-break spaces', code.replaceAll(' ', '\u00a0')],
    ['a byte order mark', `\ufeff${code}`],
    ['a zero-width space', `${code.slice(0, 9)}\u200b${code.slice(9)}`],
    ['marks of direction', `\u202a${code}\u202c`],
    ['tabs around it', `\t${code}\t`],
    ['a separator of lines', `${code.slice(0, 30)}\u2028${code.slice(30)}`],
    ['small letters in the checksum', code.slice(0, -4) + crc.toLowerCase()],
    ['nothing', code],
  ])('%s', (_, text) => expect(readPixCode(text)).toEqual({ code, isRead: true }));

  test('a checksum without its zeros', () => {
    const short = Array.from({ length: 400 }, (_, amount) =>
      buildBrCode({ kind: 'static', name: 'A', city: 'B', once: false, key: 'a@b.example', amount: amount + 1 }),
    )
      .flatMap((one) => (one.ok ? [one.text] : []))
      .find((text) => text.at(-4) === '0');
    expect(readPixCode(short!.slice(0, -4) + short!.slice(-3))).toEqual({ code: short, isRead: true });
  });

  test.each([
    ['', ''],
    [' PIX-123\n', 'PIX-123'],
    [`${code.slice(0, -1)}\n`, code.slice(0, -1)],
    [code.replace('Boreal', 'Boreaz'), code.replace('Boreal', 'Boreaz')],
  ])('%j is none', (text, cleaned) => expect(readPixCode(text)).toEqual({ code: cleaned, isRead: false }));

  test('a text that is far too long is not read', () => {
    const long = ' '.repeat(3_000);
    expect(readPixCode(long)).toEqual({ code: long, isRead: false });
  });
});
