import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metatags } from '../catalogue/index.ts';
import { findMetatags } from './find.ts';

const found = (text: string): unknown[] =>
  findMetatags(text).map((tag) =>
    tag.wellFormed ? { name: tag.name } : { written: text.slice(tag.start, tag.end), intended: tag.intended },
  );

test('[DEF9] finds metatags with their exact position', () => {
  const text = 'Olá {{customer.name}}, 😀 {{order.items.first.name}}!{{current_year}}';
  expect(findMetatags(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '{{customer.name}}',
    '{{order.items.first.name}}',
    '{{current_year}}',
  ]);
});

test.each([
  ['{{ order.id }}', '{{ order.id }}', 'order.id'],
  ['{{order}}', '{{order}}', null],
  ['a {{order.id} b', '{{order.id}', 'order.id'],
  ['a {order.id}} b', '{order.id}}', 'order.id'],
  ['a {order.id} b', '{order.id}', 'order.id'],
  ['a order.id}} b', 'order.id}}', 'order.id'],
  ['{{{order.id}}}', '{{{order.id}}}', 'order.id'],
  ['{{{order.id}}', '{{{order.id}}', 'order.id'],
  ['{{order.id e obrigado', '{{order.id', 'order.id'],
  ['{{order.id. Obrigado', '{{order.id', 'order.id'],
  ['{{}}', '{{}}', null],
  ['{{', '{{', null],
  ['{{order..id}}', '{{order..id}}', null],
  ['{{order.id.}}', '{{order.id.}}', 'order.id'],
  ['{{#if order.id}}', '{{#if order.id}}', null],
  ['{{order.<b>id</b>}}', '{{order.<b>id</b>}}', 'order.id'],
  ['{{&nbsp;order.id\u00a0\u200b}}', '{{&nbsp;order.id\u00a0\u200b}}', 'order.id'],
  ['{{\n  order.id\n}}', '{{\n  order.id\n}}', 'order.id'],
  ['{{pedido.código}}', '{{pedido.código}}', null],
])('[TAG3] %j is malformed', (text, written, intended) => {
  expect(found(text)).toEqual([{ written, intended }]);
});

test.each([
  '%7B%7Bcart.url_checkout%7D%7D',
  '%7b%7bcart.url_checkout%7d%7d',
  '{%7Bcart.url_checkout%7D}',
  '%7B{cart.url_checkout}}',
  '{{cart.url_checkout%7D%7D',
  '%257B%257Bcart.url_checkout%257D%257D',
  '&#123;&#123;cart.url_checkout&#125;&#125;',
  '&#x7B;&#x7b;cart.url_checkout&#x7D;&#x7d;',
])('[DEF9] %s, as an editor of e-mails saves it, is a metatag', (written) => {
  const text = `<a href="${written}?x=%20">{{order.id}}</a>`;
  expect(found(text)).toEqual([{ name: 'cart.url_checkout' }, { name: 'order.id' }]);
  expect(findMetatags(text).map(({ start, end }) => text.slice(start, end))).toEqual([written, '{{order.id}}']);
});

test('[DEF9] encoded braces around anything else are none, and malformed ones are named', () => {
  expect(found('%7B%7B 100%25 %7D%7D %7Border.id%7D %7B%7B%7B a{b:1} &#123; %7D%7D')).toEqual([]);
  expect(found('%7B%7B%20order.id%20%7D%7D')).toEqual([
    { written: '%7B%7B%20order.id%20%7D%7D', intended: 'order.id' },
  ]);
});

test('[TAG3] an unclosed tag does not hide the next one', () => {
  expect(found('{{order.id {{order.total}}')).toEqual([
    { written: '{{order.id', intended: 'order.id' },
    { name: 'order.total' },
  ]);
  expect(found('{{order.id}}}')).toEqual([{ name: 'order.id' }]);
});

test.each([
  '.a{color:red}',
  '@media (max-width:600px){.a{width:100%}}',
  '{"a":{"b":1}}',
  '{nome}',
  'chaves } soltas }} e { assim',
  '',
])('[TAG3] braces that are not a metatag are ignored: %j', (text) => {
  expect(findMetatags(text)).toEqual([]);
});

const fragment = fc.oneof(
  fc.constantFrom('{{', '}}', '{', '}', '{{{', ' ', 'order.id', '<b>', '{{order.id}}', '\ud800', '.'),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(...metatags.map(({ name }) => `{{${name}}}`)),
);
const text = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

test('[TAG3] positions ascend without overlap, and a valid metatag is exactly its name in braces', () => {
  fc.assert(
    fc.property(text, (text) => {
      let last = 0;
      for (const tag of findMetatags(text)) {
        expect(tag.start).toBeGreaterThanOrEqual(last);
        expect(tag.end).toBeGreaterThan(tag.start);
        expect(tag.end).toBeLessThanOrEqual(text.length);
        last = tag.end;
        if (tag.wellFormed) expect(text.slice(tag.start, tag.end)).toBe(`{{${tag.name}}}`);
      }
    }),
  );
});

test('[DEF9] finds at least every match of the plain pattern, in any text without other braces', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom(...metatags))), (parts) => {
      const padded = parts.map(([before, { name }]) => `${before.replace(/[{}]/g, '')}{{${name}}}`).join('');
      expect(found(padded)).toEqual(parts.map(([, { name }]) => ({ name })));
    }),
  );
});

/** A search that is not linear would exceed the time limit of a test. */
test.each(['{', '{{', '{{{ ', '}}', '{{a', '{ a', '{{a.b}', 'a.b}}', '{{<', '{{order.id', 'x'])(
  'a long text of %j is searched in linear time',
  (unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    expect(findMetatags(text).length).toBeLessThanOrEqual(text.length / 2);
  },
);
