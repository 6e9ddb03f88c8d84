import { expect, test } from 'vitest';
import { withShortLinks } from './short-links.ts';

const source = {
  store: { url: 'https://loja.example' },
  order: { url_checkout: 'https://pay.loja.example/pay/0197a3c2', items: [{ url: 'https://evil.example/p' }] },
  customer: { name: 'Ana https://evil.example' },
};
const short = (text: string, template = text): string =>
  withShortLinks(text, template, source, (found) => `[${found.length}]`);

test.each([
  ['Pague: https://pay.loja.example/pay/0197a3c2.', '{{order.url_checkout}}', 'Pague: [37].'],
  ['(https://loja.example/ofertas?a=1&b=2)', '', '([36])'],
  ['https://LOJA.example https://loja.example!', '', '[20] [20]!'],
  ['https://rastreio.example/AA1', 'https://rastreio.example/{{tracking.code}}', '[28]'],
  // Addresses of other sites are not shortened.
  ['Ana https://evil.example, oi', '{{customer.name}}, oi', 'Ana https://evil.example, oi'],
  ['https://evil.example/p', '{{order.items.first.url}}', 'https://evil.example/p'],
  ['https://loja.example.evil.example/', '', 'https://loja.example.evil.example/'],
  ['https://loja.example@evil.example/', '', 'https://loja.example@evil.example/'],
  ['https://user@loja.example/', '', 'https://user@loja.example/'],
  ['https://loja.example\\@evil.example/', '', 'https://loja.example\\@evil.example/'],
  // An address that the author started and a value completed is not the author's.
  ['https://evil.example/', 'https://{{customer.name}}/', 'https://evil.example/'],
  ['sem endereço', '', 'sem endereço'],
])('%s of %s is %s', (text, template, expected) => {
  expect(short(text, template)).toBe(expected);
});
