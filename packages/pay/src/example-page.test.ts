// A first look at the package: the data of a purchase to the page that a shopper sees, with the policy that the page needs.
import { expect, test } from 'vitest';
import { pickLocale, renderCheckout } from './index.ts';
import { parseHtml } from './testing/parse-html.ts';
import { checkout } from './testing/views.ts';

test('a purchase becomes a page in the language of the browser, and the policy of the page', () => {
  const locale = pickLocale('en-US,en;q=0.9');
  const { html, policy } = renderCheckout(checkout(), locale);
  expect(parseHtml(html).text).toContain('Camiseta Aurora');
  expect(policy).toContain("default-src 'none'");
});

test('values are escaped', () => {
  const view = checkout();
  const [item] = view.items;
  const { html } = renderCheckout({ ...view, items: [{ ...item!, title: '<script>' }] }, 'pt-BR');
  expect(html).toContain('&lt;script&gt;');
});
