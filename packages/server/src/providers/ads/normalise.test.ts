import { expect, test } from 'vitest';
import { e164, hashed, normalEmail, normalNames, normalPlace, normalZipcode, reais, sha256 } from './normalise.ts';

test.each([
  [
    normalEmail(' Maria@Cliente.example'),
    'maria@cliente.example',
    'bda05147046a85712e2e8286cbed6ab054585be5276c48b86ba85ae0fff41155',
  ],
  [
    e164('(11) 98765-4321')?.slice(1),
    '5511987654321',
    '029c7290f14c4516673508635f0519db95f7daf42057fd0e4ad1de84c5408a66',
  ],
  [e164('+5511987654321'), '+5511987654321', '38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441'],
  [normalNames('João Lima').first, 'joão', 'd147147c3dcbe0ac2756b42297dd7f013f8b2fa6178e209c3f74dc7d752243ef'],
  [normalPlace('São Paulo'), 'sãopaulo', '3eda1428ae1aece064071f8d40f08fe2bc59ffa66c171a163caf15122ec4d7f0'],
  [normalPlace('SP'), 'sp', 'be18b85f77fc024db379acf19e8a1ce62307ab7bb1bca395389ecfc2dafaf741'],
  [normalZipcode('01310-100'), '01310100', '9a4a139dfbfcd2fc89a3cb4302dad65a35abd8d29a56c09a962b69c5cf3bca40'],
  ['br', 'br', '885036a0da3dff3c3e05bc79bf49382b12bc5098514ed57ce0875aba1aa2c40d'],
])('[COM37] personal data is normalised before it is hashed: %s', (normal, text, digest) => {
  expect([normal, sha256(text)]).toEqual([text, digest]);
});

test('[COM37] what is not an address, phone or CEP is not sent', () => {
  expect([
    normalEmail('ana'),
    normalEmail(null),
    e164('+1 212 555 0100'),
    e164(null),
    normalZipcode('0131'),
    normalPlace('123'),
  ]).toEqual(Array(6).fill(null));
  expect([normalNames(null), normalNames('Ana')]).toEqual([
    { first: null, last: null },
    { first: 'ana', last: null },
  ]);
  expect(hashed(null)).toBeNull();
});

test('[COM37] cents become decimal reais exactly', () => {
  const texts = [0, 1, 9, 10, 99, 100, 29_035, 69_300, 1_999_999_999].map((cents) => JSON.stringify(reais(cents)));
  expect(texts).toEqual(['0', '0.01', '0.09', '0.1', '0.99', '1', '290.35', '693', '19999999.99']);
  for (let cents = 0; cents < 200_000; cents++) {
    const [units, part = ''] = JSON.stringify(reais(cents)).split('.');
    if (Number(units) * 100 + Number(part.padEnd(2, '0')) !== cents) expect(cents).toBe('its decimal');
  }
});
