import { expect, test } from 'vitest';
import { mailAddress, phoneAddress, webAddress } from './links.ts';

test('[CHK3] only absolute http and https addresses become links', () => {
  expect(webAddress('https://loja.example/a?b="c"')).toBe('https://loja.example/a?b="c"');
  expect(webAddress('http://loja.example')).toBe('http://loja.example');
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt://x',
    ' https://x',
    '//x',
    '/x',
    'data:text/html,x',
    'https://',
    '',
  ]) {
    expect(webAddress(url), url).toBeUndefined();
  }
  expect(webAddress('https://x.example/\u0000')).toBeUndefined();
});

test('mailto and tel contain only an address', () => {
  expect(mailAddress('oi+loja@lojaaurora.com.br')).toBe('mailto:oi+loja@lojaaurora.com.br');
  for (const email of ['a@b', 'a@b.c?bcc=x@y.z', 'a@b.c,d@e.f', 'a b@c.d', '<a@b.c>', '']) {
    expect(mailAddress(email), email).toBeUndefined();
  }
  expect(phoneAddress('+55 (11) 98765-4321')).toBe('tel:+5511987654321');
  for (const phone of ['ligue', '1', '*31#11987654321', 'tel:+5511987654321', '11987654321;ext=1']) {
    expect(phoneAddress(phone), phone).toBeUndefined();
  }
});
