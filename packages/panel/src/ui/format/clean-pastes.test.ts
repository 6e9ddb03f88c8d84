import { expect, test } from 'vitest';
import { pastedLine } from './clean-pastes.ts';

test.each([
  ['\u202a+55 11 98765-4321\u202c', '+55 11 98765-4321'],
  ['maria@loja.example\u200b', 'maria@loja.example'],
  ['\ufeffEAAG\r\nabc\u2060', 'EAAGabc'],
  ['529.982.247\u00ad-25', '529.982.247-25'],
  ['Loja da Ana – Moda', 'Loja da Ana – Moda'],
  [' duas palavras ', ' duas palavras '],
  ['Loja 👩‍👧 ❤️', 'Loja 👩‍👧 ❤️'],
])('[COM13] %j is pasted as %j', (pasted, text) => {
  expect(pastedLine(pasted)).toBe(text);
});
