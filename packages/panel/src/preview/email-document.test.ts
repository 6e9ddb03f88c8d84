import { expect, test } from 'vitest';
import { emailDocument } from './email-document.ts';

const html =
  '<!doctype html><html><head><title>x</title></head><body><img src="https://cdn.loja.example/a.jpg"></body></html>';

test('a frame without pictures may load none, and a dark one inverts an e-mail without dark styles', () => {
  expect(emailDocument(html, { dark: false, images: false })).toContain(
    '<head><meta http-equiv="Content-Security-Policy" content="img-src data:',
  );
  expect(emailDocument(html, { dark: false, images: true })).toMatch(/<img src="data:image\/svg/);
  expect(emailDocument(html, { dark: true, images: true })).toContain('invert(1)');
  const own = html.replace('<title>', '<style>@media (prefers-color-scheme: dark) {}</style><title>');
  expect(emailDocument(own, { dark: true, images: true })).not.toContain('invert(1)');
  expect(emailDocument('<p>Oi</p>', { dark: false, images: true })).toBe(
    '<!doctype html><head><base target="_blank"></head><p>Oi</p>',
  );
});
