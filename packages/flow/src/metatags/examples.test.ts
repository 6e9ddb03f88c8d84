import { expect, test } from 'vitest';
import { metatags } from './catalogue/index.ts';
import { exampleSource, type ExampleKind } from './examples.ts';
import { compileTemplate, render } from './render/render.ts';

const renderExample = (text: string, kind: ExampleKind = 'complete', as: 'plain' | 'html' = 'plain'): string =>
  render(compileTemplate(text, as), exampleSource(kind), { baseUrl: 'https://app.example' });

test('[TAG1] the rendered example of a metatag equals the catalogue’s example', () => {
  // `order.items_with_price` is built from items with the same example.
  for (const { name, type, status, example } of metatags) {
    if (status === 'planned' || type === 'html') continue;
    expect([name, renderExample(`{{${name}}}`)]).toEqual([name, example]);
  }
});

test('[TAG1] in the sparse example optional data of a shopper is empty, and data of every order is not', () => {
  expect(renderExample('Oi, {{customer.first_name}}!', 'sparse')).toBe('Oi, !');
  expect(renderExample('{{order.total}} {{order.items_names}}', 'sparse')).toBe('R$ 189,90 Camiseta Azul, Boné');
});

test('[TAG1] the long example of a metatag is at least as long as the catalogue’s', () => {
  for (const { name, type, status } of metatags) {
    if (status === 'planned' || type === 'html') continue;
    const tag = `{{${name}}}`;
    expect([name, renderExample(tag, 'long').length]).toEqual([
      name,
      Math.max(renderExample(tag).length, renderExample(tag, 'long').length),
    ]);
  }
  expect(renderExample('{{customer.first_name}} {{order.total}}', 'long')).toBe('Maximiliano R$ 12.345,67');
});

test('[TAG2] HTML metatags contain the example’s items and code', () => {
  expect(renderExample('{{order.pix_qr_code}}', 'complete', 'html')).toMatch(
    /^<img src="https:\/\/app\.example\/public\/pix-qr/,
  );
  expect(renderExample('{{order.items_html}}', 'complete', 'html')).toContain('2x Boné');
});
