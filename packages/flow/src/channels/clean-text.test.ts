import { describe, expect, test } from 'vitest';
import { cleanAddress, cleanCode, cleanLine, cleanText, shorten } from './clean-text.ts';

describe('cleaning a text to send', () => {
  test.each([
    ['Oi, Ana!\n\n*Obrigado* 😀  \t ok', 'Oi, Ana!\n\n*Obrigado* 😀  \t ok'],
    [' a\r\nb\rc\u2028d ', 'a\nb\nc\nd'],
    ['a\0b\u0007c\u202ed\u2069', 'abcd'],
    ['{{name}} {{{x}}}', '{ {name} } { { {x} } }'],
    ['a\ud800b', 'a\ufffdb'],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
    expect(cleanText(clean)).toBe(clean);
  });

  test('labels are one line; codes lose line breaks and keep spaces', () => {
    expect(cleanLine('a\r\n b\t\tc')).toBe('a b c');
    expect(cleanCode(' 0002 01\r\n26  A ')).toBe('0002 0126  A');
    expect(cleanCode('{\n{')).toBe('{ {');
  });

  test.each([
    ['https://loja.example/a?b=c#d', 'https://loja.example/a?b=c#d'],
    [' HTTPS://Loja.Example ', 'https://loja.example/'],
    ['https://loja.example/{{x}}|y z', 'https://loja.example/%7B%7Bx%7D%7D%7Cy%20z'],
    ['https://loja.example/?a={{x}}|', 'https://loja.example/?a=%7B%7Bx%7D%7D%7C'],
    ['https://loja.example/ação\u202e', 'https://loja.example/a%C3%A7%C3%A3o%E2%80%AE'],
    ['https://user:senha@loja.example/', null],
    ['javascript:alert(1)', null],
    ['//loja.example', null],
    ['https://', null],
    ['', null],
    ['https://loja.example/a\nb', null],
  ])('the address %j becomes %j', (address, clean) => {
    expect(cleanAddress(address)).toBe(clean);
  });

  test('a shortened text ends in an ellipsis and splits no character', () => {
    expect(shorten('Pagar agora', 11)).toBe('Pagar agora');
    expect(shorten('Pagar agora', 7)).toBe('Pagar…');
    expect(shorten('😀'.repeat(10), 20)).toBe('😀'.repeat(10));
    expect(shorten('😀'.repeat(11), 20)).toBe(`${'😀'.repeat(9)}…`);
  });
});
