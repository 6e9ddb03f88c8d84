import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metatags } from '../catalogue/index.ts';
import type { MetatagData } from './data.ts';
import { compileTemplate, render } from './render.ts';

const options = { baseUrl: 'https://app.example' };
const kinds = ['plain', 'html', 'url', 'subject', 'sender'] as const;

const hostileText = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=y>',
    "' onload='x",
    'a\r\nBcc: b@c.example',
    '{{customer.name}}',
    '{{',
    '}}',
    '$&',
    '\u202egnp.exe',
    '\ud800',
    '\udc00\ud800',
    '\0',
    'javascript:x',
    'x'.repeat(100_000),
    '&'.repeat(100_000),
  ),
  fc.string({ unit: 'binary' }),
);
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true, withTypedArray: true, withMap: true }),
  fc.array(fc.record({ name: hostileText, quantity: fc.anything(), price: fc.anything(), image: hostileText }), {
    maxLength: 3,
  }),
);

/** Data with a value for every metatag of the catalogue, except those read from the items. */
const hostileData = fc
  .array(hostileValue, { minLength: metatags.length, maxLength: metatags.length })
  .map((values): MetatagData => {
    const data: Record<string, Record<string, unknown>> = {};
    for (const [index, { category, field }] of metatags.entries()) {
      const fields = (data[category ?? ''] ??= {});
      const [first = '', second] = field.split('.');
      if (second === undefined) fields[first] = values[index];
      else if (first === 'utms') fields[first] = { ...(fields[first] as object), [second]: values[index] };
    }
    return data;
  });

const tagged = fc.uniqueArray(fc.constantFrom(...metatags), { minLength: 1, maxLength: 12 });

test('[TAG2] for any values, rendering does not throw and returns text that can be stored', () => {
  fc.assert(
    fc.property(hostileData, tagged, fc.constantFrom(...kinds), (data, tags, kind) => {
      const text = render(compileTemplate(tags.map(({ name }) => `[{{${name}}}]`).join(''), kind), data, options);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain('\0');
      expect(text).not.toMatch(/\[object|\[undefined\]|\[null\]|\[NaN\]/);
      if (kind === 'subject' || kind === 'sender') expect(text).not.toMatch(/[\r\n\u2028\u2029\u202e]/);
    }),
  );
});

test('[TAG2] no value adds an element or ends its attribute: outside HTML metatags the only markup is <br>', () => {
  const escapable = metatags.filter(({ type }) => type !== 'html');
  fc.assert(
    fc.property(hostileData, fc.constantFrom(...escapable), (data, { name }) => {
      const text = render(compileTemplate(`{{${name}}}`, 'html'), data, options).replaceAll('<br>', '');
      expect(text).not.toMatch(/[<>"']/);
      expect(text.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
    }),
  );
});

test('[TAG2] HTML metatags contain only their own elements', () => {
  fc.assert(
    fc.property(hostileData, fc.constantFrom('order.pix_qr_code', 'order.items_html'), (data, name) => {
      const text = render(compileTemplate(`{{${name}}}`, 'html'), data, options);
      expect(text.replace(/<\/?(?:table|tr|td|img)(?: [a-z]+="[^"<>]*")*>/g, '')).not.toMatch(/[<>"']/);
      expect(text).not.toContain('src="javascript');
    }),
  );
});

test('[TAG2] nothing in a value is expanded: each value appears exactly once, unchanged', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (name, id) => {
      const text = render(
        compileTemplate('{{store.name}}|{{order.id}}', 'plain'),
        { store: { name }, order: { id } },
        options,
      );
      const stored = (value: string): string => value.toWellFormed().replaceAll('\0', '');
      expect(text).toBe(`${stored(name)}|${stored(id)}`);
    }),
  );
});

test('[TAG2] a value in an address stays in its position', () => {
  fc.assert(
    fc.property(hostileText, (name) => {
      const text = render(
        compileTemplate('https://a.example/?n={{store.name}}&x=1', 'url'),
        { store: { name } },
        options,
      );
      const url = new URL(text);
      expect([url.host, url.searchParams.get('n'), url.searchParams.get('x')]).toEqual([
        'a.example',
        name.toWellFormed(),
        '1',
      ]);
    }),
  );
});

test('[DEF9] a text without braces is rendered unchanged, except for line breaks in a header', () => {
  fc.assert(
    fc.property(hostileText, fc.constantFrom(...kinds), (text, kind) => {
      const without = text.replace(/[{}]/g, '');
      const expected =
        kind === 'subject' || kind === 'sender' ? without.replace(/[\r\n\v\f\u0085\u2028\u2029]/g, '') : without;
      expect(render(compileTemplate(without, kind), {}, options)).toBe(expected);
    }),
  );
});

test.each(['<mj-raw', '<mj-column>', '{{order.pix_qr_code}}<mj-raw>', '<!--', '<mj-a-a', '{{'])(
  'compiling a megabyte of %j finishes',
  (unit) => {
    const text = `<mjml>${unit.repeat(1_000_000 / unit.length)}{{order.pix_qr_code}}`;
    expect(render(compileTemplate(text, 'html'), {}, options).length).toBeGreaterThan(0);
  },
);
