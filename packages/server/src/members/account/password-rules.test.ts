import { expect, test } from 'vitest';
import { isWeakPassword } from './password-rules.ts';

const owner = { email: 'ana.souza@loja.example', names: ['Ana Souza', 'Loja Aurora Boreal'] };

test.each([
  ['shorter than 12 characters', 'x7#kQ!m2vLz'],
  ['digits alone', '123456789012'],
  ['one of the most used, with digits', 'senha12345678'],
  ['one of the most used, with signs', '!!Password123!'],
  ['one of the most used, twice', 'qwertyqwerty'],
  ['a repeated word with digits', 'senhasenhasenha2026'],
  ['a Portuguese word with digits', 'Futebol2026!!'],
  ['a Portuguese name with digits', 'Gabriela19902'],
  ['a word with accents', 'coração123456'],
  ['two letters', 'abababababab'],
  ['the name of this service with digits', 'retoma123456'],
  ['a team with a digit', 'corinthians1'],
  ['another team with digits', 'palmeiras123'],
  ['a team of three words', 'vascodagama1'],
  ['two words with digits', 'minhaloja123'],
  ['a marketplace with a digit', 'mercadolivre1'],
  ['a shop system with a year', 'nuvemshop2025'],
  ['a bank with digits', 'bradesco1234'],
  ['words with digits between', 'minha2026loja'],
  ['letters replaced by signs', 'p4lm31r45123'],
  ['a city with a year', 'saopaulo2026'],
  ['keys in a row', 'qwertasdfg123'],
  ['a word of the store with digits', 'boreal202612'],
  ['the user’s names turned round', 'souzaana1234'],
  ['the e-mail', 'ana.souza@loja.example'],
  ['the e-mail’s name and digits', 'ana.souza2026'],
  ['the store’s name', 'Loja Aurora Boreal'],
  ['the store’s name in one word, with digits', 'lojaauroraboreal1'],
])('[AUT1] a password is refused: %s', async (_, password) => {
  expect(await isWeakPassword(password, owner)).toBe(true);
});

test.each(['cavalo bateria grampo correto', 'uma senha comprida', 'x7#kQ!m2vLzP', 'Aurora nasce às seis'])(
  '[AUT1] %j is accepted',
  async (password) => expect(await isWeakPassword(password, owner)).toBe(false),
);

test('[AUT1] a long password is checked like any other', async () => {
  expect(await isWeakPassword('ab'.repeat(128), owner)).toBe(true);
  expect(await isWeakPassword(`${'a'.repeat(120)}b${'a'.repeat(120)}cd`, owner)).toBe(false);
});
