import { expect, test } from 'vitest';
import { metatags } from '../catalogue/index.ts';
import { samples } from '../catalogue/samples.ts';
import type { MetatagData } from './data.ts';
import type { TextKind } from '../../members/member.ts';
import { compileTemplate, render, type RenderOptions } from './render.ts';

const options: RenderOptions = { baseUrl: 'https://app.example' };

const data: MetatagData = {
  customer: { name: 'Ana <b> & "Zé"', email: 'ana@example.com', created_at: '2026-01-05T12:12:00Z' },
  order: {
    id: '1001',
    total: 123_456,
    created_at: '2026-03-12T17:05:00Z',
    pix_code: samples.pixCode,
    items: [
      { title: 'Camiseta', quantity: 2, price: 10_000, image: 'https://cdn.example/c.jpg?a=1&b=2', sku: 'C-1' },
      { name: 'Boné <x>', quantity: 1, price: 4_000 },
    ],
    number: 1042,
  },
  checkout: { url: 'https://pay.example/pay/1?a=1&b=2' },
  browser: { utms: { source: 'insta gram' } },
  lead: { isCompleted: true },
  current_year: 2026,
};

const show = (text: string, kind: TextKind = 'plain', values: MetatagData = data, more = {}): string =>
  render(compileTemplate(text, kind), values, { ...options, ...more });

test('[TAG1] money, dates, numbers, booleans and lists are formatted', () => {
  expect(show('{{order.total}}, {{order.created_at}}, {{order.number}}, {{lead.isCompleted}}, {{order.items}}')).toBe(
    'R$ 1.234,56, 12/03/2026 14:05, 1042, true, 2x Camiseta, 1x Boné <x>',
  );
  expect(show('{{order.created_at}}', 'plain', data, { timeZone: 'America/Manaus' })).toBe('12/03/2026 13:05');
  expect(show('{{order.items}}', 'html')).toBe('2x Camiseta<br>1x Boné &lt;x&gt;');
  expect(show('{{browser.utms.source}} {{current_year}}')).toBe('insta gram 2026');
});

test('[TAG1] totals are derived from the items, and explicit totals take precedence', () => {
  const first =
    '{{order.items.first.name}}|{{order.items.first.price}}|{{order.items.first.total}}|{{order.items.first.sku}}';
  expect(show(first)).toBe('Camiseta|R$ 100,00|R$ 200,00|C-1');
  expect(show('{{order.items_count}} {{order.items_quantity}} {{order.items_names}}')).toBe('2 3 Camiseta, Boné <x>');
  expect(show('{{order.items_with_price}}')).toBe('2x Camiseta (R$ 100,00), 1x Boné <x> (R$ 40,00)');
  expect(show('{{order.items_count}}', 'plain', { order: { items: [{ name: 'A' }], items_count: 7 } })).toBe('7');
  expect(show('{{order.items_html}}', 'html')).toMatch(/<td [^>]*>1x Boné &lt;x&gt;<\/td>/);
  expect(show('{{order.items_html}}', 'html')).toContain('src="https://cdn.example/c.jpg?a=1&amp;b=2"');
  expect(show('{{order.items_html}}{{order.items_count}}', 'html', { order: { items: [] } })).toBe('');
});

test('[DEF9] missing values and unknown metatags render as an empty string', () => {
  const every = metatags.map(({ name }) => `{{${name}}}`).join('');
  for (const kind of ['plain', 'html', 'url', 'subject', 'sender'] as const) {
    expect(show(every, kind, {})).toBe('');
    for (const nothing of [null, undefined, '', {}, [], Number.NaN, [null], [{}]]) {
      const empty = Object.fromEntries(metatags.map(({ category }) => [category, nothing])) as MetatagData;
      expect(show(every, kind, empty)).toBe('');
      const fields = Object.fromEntries(metatags.map(({ field }) => [field, nothing]));
      const hollow = Object.fromEntries(metatags.map(({ category }) => [category, fields])) as MetatagData;
      expect(show(every, kind, hollow)).not.toMatch(/undefined|null|object|NaN/);
    }
  }
  expect(show('a{{foo.bar}}{{event.amount}}b{{coupon.code}}c', 'plain', { coupon: { code: 'X' } })).toBe('abc');
});

test('[TAG3] a malformed metatag is unchanged', () => {
  for (const text of ['{{ order.id }}', '{{order.id}', '{{order}}', '{{{order.id}}}', '{order.id}'])
    expect(show(text)).toBe(text);
});

test('[DEF9] an alias shows its target, a legacy metatag its replacement; without these, their own value', () => {
  expect(show('{{order.url_checkout}}')).toBe('https://pay.example/pay/1?a=1&b=2');
  expect(show('{{payment.pix_code}}')).toBe(samples.pixCode);
  expect(show('{{order.tracking_code}}', 'plain', { order: { tracking_code: 'AA1' } })).toBe('AA1');
  expect(show('{{order.tracking_code}}', 'plain', { order: { tracking_code: 'AA1' }, tracking: { code: 'BB2' } })).toBe(
    'BB2',
  );
});

test('[TAG2] values are escaped in HTML, encoded in an address, and unchanged in plain text', () => {
  expect(show('<a title="{{customer.name}}">', 'html')).toBe('<a title="Ana &lt;b&gt; &amp; &quot;Zé&quot;">');
  expect(show('{{customer.name}}')).toBe('Ana <b> & "Zé"');
  expect(show('https://x.example/?n={{customer.name}}&t={{order.total}}', 'url')).toBe(
    'https://x.example/?n=Ana%20%3Cb%3E%20%26%20%22Z%C3%A9%22&t=R%24%201.234%2C56',
  );
  expect(show('{{checkout.url}}', 'url')).toBe('https://pay.example/pay/1?a=1&b=2');
  expect(show('{{checkout.url}}', 'html')).toBe('https://pay.example/pay/1?a=1&amp;b=2');
});

test('[TAG2] an address with an executable scheme is left out', () => {
  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
  ]) {
    for (const kind of ['html', 'url'] as const) expect(show('{{checkout.url}}', kind, { checkout: { url } })).toBe('');
  }
  expect(show('{{checkout.url}}', 'url', { checkout: { url: '/pay/1' } })).toBe('/pay/1');
});

test('[TAG2] subject and sender hold no line breaks, neither of a value nor of the template', () => {
  const values: MetatagData = { store: { name: 'Ana\r\nBcc: x@y.example\u2028\u202e!' } };
  for (const kind of ['subject', 'sender'] as const) {
    expect(show('Oi,\r\n {{store.name}}\n', kind, values)).toBe('Oi, AnaBcc: x@y.example!');
  }
});

test('[TAG2] nothing in a value is expanded', () => {
  expect(show('{{store.name}}', 'plain', { store: { name: '{{order.id}}' }, order: { id: '1' } })).toBe('{{order.id}}');
  expect(show('{{store.name}}order.id}}', 'plain', { store: { name: '{{' }, order: { id: '1' } })).toBe('{{order.id}}');
});

const column = (content: string): string =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

const font = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#1f2933';
const cell = `<td align="center" style="padding:10px 25px;${font}">`;
const image = (d: string): string =>
  `<img src="https://app.example/public/pix-qr.png?d=${d}&s=240" width="240" height="240" alt="QR Code PIX" style="border:0;${font}">`;
const pix = image(encodeURIComponent(samples.pixCode));

test('[TAG1] every cell of a table of items has a font, a size, a line height and a colour, and a cart has the same table', () => {
  const table = show('{{order.items_html}}', 'html');
  const cells = [...table.matchAll(/<td [^>]*style="([^"]*)"/g)].map(([, style]) => style!);
  expect(cells).toHaveLength(6);
  expect(cells.filter((style) => !style.includes(font))).toEqual([]);
  expect(show('{{cart.items_html}}', 'html', { cart: data.order! })).toBe(table);
  const minimal = { order: { items: [{ name: 'Boné', quantity: 1, price: 100 }] } };
  expect(show('{{order.items_html}}', 'html', minimal)).not.toMatch(/<img|width="64"/);
});

test('[DEF9] the PIX image is an img with the payload and the size, in e-mail only, and empty without a PIX', () => {
  expect(show('<p>{{order.pix_qr_code}}</p>', 'html')).toBe(`<p>${pix}</p>`);
  expect(show('{{order.pix_qr_code}}', 'html', { order: {} })).toBe('');
  for (const kind of ['plain', 'url', 'subject', 'sender'] as const)
    expect(show('{{order.pix_qr_code}}', kind)).toBe('');
  expect(show('{{order.pix_qr_code}}', 'html', { order: { pix_qr_code: '<script>' } })).toBe('');
});

test.each([
  'PIX-123',
  '"><script>\ud800',
  'loja.example/pix',
  samples.pixCode.slice(0, -1),
  samples.pixCode.replace('BR5912', 'BR5913'),
])('[DEF9] a payload that is not a BR Code gives no image, and its text stays: %j', (pix_code) => {
  const values: MetatagData = { order: { pix_code } };
  expect(show('<p>{{order.pix_qr_code}}</p>', 'html', values)).toBe('<p></p>');
  expect(show(column('{{order.pix_qr_code}}'), 'html', values)).toBe(column(''));
  expect(show('{{order.pix_code}}', 'plain', values)).toBe(pix_code.toWellFormed());
});

test('[TAG1] without the code the page that shows it stands in its place: its address in texts, a link for the image', () => {
  const page = 'https://loja.example/pagar/1?a=1&b="2"';
  const values: MetatagData = { order: { pix_code: '', url_pix_gerado: page } };
  for (const name of ['order.pix_code', 'payment.pix_code', 'order.url_pix_gerado'])
    expect(show(`{{${name}}}`, 'plain', values)).toBe(page);
  const link = `<a href="https://loja.example/pagar/1?a=1&amp;b=&quot;2&quot;" style="${font}">Abrir a página do PIX</a>`;
  expect(show('{{order.pix_qr_code}}', 'html', values)).toBe(link);
  const script: MetatagData = { order: { url_pix_gerado: 'javascript:1' } };
  expect(show('{{order.pix_qr_code}}', 'html', script)).toBe('');
  expect(show('{{order.pix_code}}', 'plain', { order: { pix_code: '000201', url_pix_gerado: page } })).toBe('000201');
});

test.each([
  `${samples.pixCode}\n`,
  ` ${samples.pixCode}`,
  `\ufeff${samples.pixCode}\u200b`,
  `${samples.pixCode.slice(0, 40)}\r\n${samples.pixCode.slice(40)}`,
])('[COM9] a PIX code keeps its image whatever was pasted with it: %j', (pix_code) =>
  expect(show('<p>{{order.pix_qr_code}}</p>', 'html', { order: { pix_code } })).toBe(`<p>${pix}</p>`),
);

test.each([
  [column('{{order.pix_qr_code}}'), column(`<mj-raw><tr>${cell}${pix}</td></tr></mj-raw>`)],
  [
    column('<mj-image src="x" />{{order.pix_qr_code}}'),
    column(`<mj-image src="x" /><mj-raw><tr>${cell}${pix}</td></tr></mj-raw>`),
  ],
  [
    column('<mj-text>A</mj-text>{{order.pix_qr_code}}'),
    column(`<mj-text>A</mj-text><mj-raw><tr>${cell}${pix}</td></tr></mj-raw>`),
  ],
  [column('<mj-text>A {{order.pix_qr_code}}</mj-text>'), column(`<mj-text>A <mj-raw>${pix}</mj-raw></mj-text>`)],
  [column('<mj-raw>{{order.pix_qr_code}}</mj-raw>'), column(`<mj-raw><tr>${cell}${pix}</td></tr></mj-raw>`)],
  [
    column('<mj-raw><tr><td>{{order.pix_qr_code}}</td></tr></mj-raw>'),
    column(`<mj-raw><tr><td>${pix}</td></tr></mj-raw>`),
  ],
  ['<mjml><mj-body>{{order.pix_qr_code}}</mj-body></mjml>', `<mjml><mj-body><mj-raw>${pix}</mj-raw></mj-body></mjml>`],
  [
    '<mjml><mj-body><mj-raw>{{order.pix_qr_code}}</mj-raw></mj-body></mjml>',
    `<mjml><mj-body><mj-raw>${pix}</mj-raw></mj-body></mjml>`,
  ],
  [
    column('<!-- <mj-raw> -->{{order.pix_qr_code}}'),
    column(`<!-- <mj-raw> --><mj-raw><tr>${cell}${pix}</td></tr></mj-raw>`),
  ],
])('[DEF9] in MJML the image is in one mj-raw, and in a row if the parent is a table: %s', (text, expected) => {
  expect(show(text, 'html')).toBe(expected);
});

test('[DEF9] in MJML without a PIX there is no empty mj-raw', () => {
  expect(show(column('{{order.pix_qr_code}}'), 'html', {})).toBe(column(''));
});

test('only own members are values', () => {
  class Row {
    name = 'own';
    get email(): string {
      return 'inherited';
    }
  }
  const inherited = Object.create({ name: 'inherited', utms: { source: 'inherited' } }) as Record<string, string>;
  const text = '{{customer.name}}{{customer.email}}{{browser.name}}{{browser.utms.source}}';
  expect(show(text, 'plain', { customer: new Row() as never, browser: inherited })).toBe('own');
  expect(show(text, 'plain', Object.create({ customer: { name: 'inherited' } }) as MetatagData)).toBe('');
  const hostile = JSON.parse(
    '{"customer":{"__proto__":{"name":"hostile"}},"__proto__":{"browser":{"name":"hostile"}}}',
  );
  expect(show(text, 'plain', hostile as MetatagData)).toBe('');
});

test('only own members are values, even if Object.prototype has more', () => {
  Object.assign(Object.prototype, { name: 'polluted', browser: { name: 'polluted' } });
  try {
    expect(show('{{customer.name}}{{browser.name}}', 'plain', { customer: {} })).toBe('');
  } finally {
    for (const key of ['name', 'browser']) Reflect.deleteProperty(Object.prototype, key);
  }
});

test('values may come from a function, by name', () => {
  const values = new Map<string, unknown>([
    ['order.total', 5],
    ['order.items', [{ name: 'A', quantity: 1 }]],
    ['checkout.url', 'https://a.example'],
  ]);
  const template = compileTemplate(
    '{{order.total}} {{order.items}} {{order.items_count}} {{order.url_checkout}} {{order.id}}',
    'plain',
  );
  expect(render(template, (name) => values.get(name), options)).toBe('R$ 0,05 1x A 1 https://a.example ');
});

test('[COM20] a web address in a shopper’s text is removed from every kind of text, and stays where the address is the value', () => {
  const name = 'Voce ganhou R$500 http://mau.example/0';
  const values: MetatagData = {
    customer: { name, first_name: 'mau.com', city: 'www.mau.example', email: 'ana@loja.example' },
    lead: { name, utmSource: 'mau.com/x' },
    shipping: { recipient: name, complement: 'bit.ly/abc' },
    browser: { utms: { source: 'mau.com', campaign: 'outono.2026' } },
    order: { discount_title: 'PRIMEIRA www.mau.example' },
    checkout: { url: 'https://pay.example/pay/1' },
  };
  const text =
    '{{customer.name}}|{{lead.name}}|{{shipping.recipient}}|{{customer.first_name}}|{{customer.city}}|{{lead.utmSource}}|' +
    '{{shipping.complement}}|{{browser.utms.source}}|{{browser.utms.campaign}}|{{order.discount_title}}|{{customer.email}}|{{checkout.url}}';
  const left = 'Voce ganhou R$500';
  const expected = `${left}|${left}|${left}||||||outono.2026|PRIMEIRA|ana@loja.example|https://pay.example/pay/1`;
  for (const kind of ['plain', 'html', 'subject', 'sender'] as const) expect(show(text, kind, values)).toBe(expected);
  expect(show('{{customer.name}}', 'url', values)).toBe('Voce%20ganhou%20R%24500');
  expect(show('{{customer.name}}', 'plain', { customer: { name: 'João P. Souza' } })).toBe('João P. Souza');
});

const person = { customer: { name: 'A&b=c d#é' }, store: { url: 'https://loja.example/a' }, order: { id: '1/2' } };

test.each([
  ['<a href="https://e.com/?n={{customer.name}}">x</a>', '<a href="https://e.com/?n=A%26b%3Dc%20d%23%C3%A9">x</a>'],
  ["<img alt='{{customer.name}}' src='/{{order.id}}.png'>", "<img alt='A&amp;b=c d#é' src='/1%2F2.png'>"],
  [
    '<a title=x href={{store.url}}?n={{customer.name}}>',
    '<a title=x href=https://loja.example/a?n=A%26b%3Dc%20d%23%C3%A9>',
  ],
  [
    '<mj-button href="https://e.com/{{order.id}}" background-url="/{{order.id}}">{{order.id}}</mj-button>',
    '<mj-button href="https://e.com/1%2F2" background-url="/1%2F2">1/2</mj-button>',
  ],
  ['<a href="mailto:a@b.c?subject={{customer.name}}">', '<a href="mailto:a@b.c?subject=A%26b%3Dc%20d%23%C3%A9">'],
  ['<a href="tel:{{order.id}}">{{customer.name}}</a>', '<a href="tel:1/2">A&amp;b=c d#é</a>'],
  ['<a href="x">{{order.id}}</a href="{{order.id}}">', '<a href="x">1/2</a href="1%2F2">'],
])('[TAG2] in an address of an e-mail values are percent-encoded: %s', (text, expected) => {
  expect(show(text, 'html', person)).toBe(expected);
});

test('[TAG5] rendering stops once a text is too long', () => {
  let reads = 0;
  const source = (): string => {
    reads++;
    return 'x'.repeat(1_000);
  };
  const template = compileTemplate('{{customer.name}}'.repeat(10_000), 'html');
  expect(render(template, source, { baseUrl: '' }, 50_000)).toHaveLength(51_000);
  expect(reads).toBe(51);
});

test('[DEF9] a metatag with encoded braces is replaced like any other, also as an address of MJML', () => {
  const cart = { url_checkout: 'https://loja.example/c?a=1&b=2' };
  expect(show('<a href="%7B%7Bcart.url_checkout%7D%7D">Voltar</a>', 'html', { cart })).toBe(
    '<a href="https://loja.example/c?a=1&amp;b=2">Voltar</a>',
  );
  expect(show('<mj-image src="{%7bcart.url_checkout%7D}" />', 'html', { cart })).toContain(
    'src="https://loja.example/c?a=1&amp;b=2"',
  );
});

test('[TAG1] a table of items leaves room in an e-mail that Gmail does not clip, and counts what it leaves out', () => {
  const item = (name: string) => ({
    name,
    price: 4990,
    quantity: 1,
    image: `https://cdn.loja.example/${'p'.repeat(120)}.jpg`,
  });
  const tableOf = (count: number, name = 'Camiseta de algodão'): string =>
    show('{{order.items_html}}', 'html', { order: { items: Array.from({ length: count }, () => item(name)) } });
  expect(tableOf(20)).not.toContain('e mais');
  const large = tableOf(100);
  expect(Buffer.byteLength(large)).toBeLessThan(37_000);
  const rows = large.match(/<img /g)!.length;
  expect(large).toContain(`<td colspan="3" align="left"`);
  expect(large).toContain(`>e mais ${100 - rows} itens</td></tr></table>`);
  expect(Buffer.byteLength(tableOf(100, '&é"'.repeat(160)))).toBeLessThan(40_000);
  expect(tableOf(1, 'x'.repeat(50_000))).not.toContain('e mais');
});
