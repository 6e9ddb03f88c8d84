import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const text = 'Nº do pedido;Código\r\n1001;“AA1” – é\n';
const utf16 = (isLittle: boolean, mark: string): Uint8Array => {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return isLittle ? bytes : bytes.swap16();
};

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE with its mark', utf16(true, '\ufeff')],
  ['UTF-16LE', utf16(true, '')],
  ['UTF-16BE with its mark', utf16(false, '\ufeff')],
  ['UTF-16BE', utf16(false, '')],
  ['windows-1252', Buffer.from(text.replaceAll('“', '\x93').replaceAll('”', '\x94').replace('–', '\x96'), 'latin1')],
])('[COM2] a text file is decoded: %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});

test('[COM2] a file that is not a text is refused, and an empty one is not', () => {
  expect(decodeText(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 8]))).toBeUndefined();
  expect(decodeText(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]))).toBeUndefined();
  expect(decodeText(Buffer.from([0, 0, 0, 0]))).toBeUndefined();
  expect(decodeText(Buffer.alloc(0))).toBe('');
});
