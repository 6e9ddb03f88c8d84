import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHttpUrl } from './http-url.ts';

test.each([
  'http://a.example/b.png',
  'HTTPS://CDN.LOJA.EXAMPLE/a',
  'https://localhost:3000/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://münchen.example/ä ö.png',
  'https://u:p@a.example/?q=1#f',
])('[CHK3] %s is an HTTP address', (value) => expect(isHttpUrl(value)).toBe(true));

test.each([
  '',
  ' ',
  'a',
  '/a',
  '//a.example/b',
  'http:/a.example',
  'http:a.example',
  'http://',
  'https:// a.example',
  ' https://a.example',

  'javascript:alert(1)',
  'data:image/png;base64,AA',
  'ftp://a.example',
  'https://a.example/\n',
  'https://a.exa\tmple',
  'https://a b.example',
  'https://%zz/',
  'https://a.example:99999/',
  'https://1.2.3.400/',
  'https://[::1',
])('[CHK3] %j is not', (value) => expect(isHttpUrl(value)).toBe(false));

test('[CHK3] the fast check accepts exactly what the parser accepts', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'ab1-.:/?#%@x[]_~ é'.split('')) });
  fc.assert(
    fc.property(letters, (rest) => {
      const value = `https://${rest}`;
      const parsed = URL.canParse(value) && /^https:\/\/[^\s]/.test(value);
      expect(isHttpUrl(value)).toBe(parsed);
    }),
    { numRuns: 5_000 },
  );
});
