import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, renderCheckout, renderNotice } from '../index.ts';
import type { CheckoutView, NoticeKind, StoreView } from '../index.ts';
import { mailAddress, phoneAddress, webAddress } from '../links.ts';
import { parseHtml, type Page } from '../testing/parse-html.ts';
import { checkout, item, store } from '../testing/views.ts';

const words = ({ text }: Page): string => text.replace(/\s+/g, ' ').trim();
const render = (view: CheckoutView, locale: 'pt-BR' | 'en' = 'pt-BR'): Page => parseHtml(renderCheckout(view, locale));
const kinds: NoticeKind[] = ['unknown-link', 'store-inactive', 'service-fault', 'expired'];

describe('the page of an open checkout', () => {
  test('[A5] shows the store, the lines, what they were before, and the totals', () => {
    const items = [
      item({
        title: 'Camiseta',
        quantity: 2,
        unitPrice: 4990,
        originalUnitPrice: 5990,
        options: [{ name: 'Cor', value: 'Azul' }],
      }),
      item({ title: 'Boné', quantity: 3, unitPrice: 5990, lineTotal: 16_000 }),
    ];
    const discounts = [
      { title: 'BEMVINDO', amount: 1000 },
      { title: 'Frete grátis', amount: 0 },
    ];
    const page = render(checkout(items, { discounts, discount: 1000 }));
    const text = words(page);
    expect(text).toContain('Camiseta 2 un. · R$ 49,90 cada · Cor: Azul Preço original: R$ 119,80 Preço: R$ 99,80');
    // 3 x 59,90 is 179,70: what was taken off the line is told, and no unit price that would not multiply.
    expect(text).toContain('Boné 3 un. Preço original: R$ 179,70 Preço: R$ 160,00');
    expect(text).toContain('Subtotal R$ 259,80 BEMVINDO − R$ 10,00 Frete calculado com o endereço Total R$ 249,80');
    expect(text).toContain('Loja Aurora Comércio Ltda · CNPJ 12.345.678/0001-95 · Rua das Flores, 100, São Paulo');
    expect(text).toContain('Esta loja ainda não ativou as formas de pagamento. Seu carrinho está salvo neste link.');
    expect(text).not.toContain('Frete grátis');
    expect(page.tags.filter(({ name }) => name === 'button' || name === 'form')).toEqual([]);
  });

  test('[A5] discounts that come to more than the subtotal are one row, of what counts', () => {
    const discounts = [
      { title: 'A', amount: 4000 },
      { title: 'B', amount: 4000 },
    ];
    const text = words(render(checkout([item()], { discounts, discount: 4990 })));
    expect(text).toContain('Subtotal R$ 49,90 Desconto − R$ 49,90 Frete');
    expect(text).toContain('Total R$ 0,00');
  });

  test('nothing is said of shipping where nothing is shipped', () => {
    expect(words(render(checkout([item()], { requiresShipping: false })))).not.toMatch(/frete/i);
  });

  test('speaks English where asked', () => {
    const page = render(checkout([item({ quantity: 2 })]), 'en');
    expect(page.tags.find(({ name }) => name === 'html')!.attributes).toEqual({ lang: 'en' });
    expect(words(page)).toContain('Summary · 2 items R$ 99.80');
    expect(words(page)).not.toMatch(/[ãçõ] |Voltar|Pagamento|cada|un\./);
  });

  test('is a document that can be read aloud: language, title, one h1, pictures with a size, links that say where', () => {
    const { tags, text } = render(checkout());
    const named = (name: string) => tags.filter((tag) => tag.name === name).map(({ attributes }) => attributes);
    expect(named('html')).toEqual([{ lang: 'pt-BR' }]);
    expect(named('h1')).toHaveLength(1);
    expect(text).toContain('Pagamento · Loja Aurora');
    expect(named('meta')).toContainEqual({ name: 'robots', content: 'noindex,nofollow' });
    expect(named('img')).toEqual([
      {
        src: 'https://lojaaurora.example/camiseta.png',
        alt: '',
        width: '52',
        height: '52',
        loading: 'lazy',
        decoding: 'async',
        referrerpolicy: 'no-referrer',
      },
    ]);
    expect(named('a').map(({ href }) => href)).toEqual([
      'https://lojaaurora.example/',
      'mailto:oi@lojaaurora.example',
      'tel:11987654321',
      'https://lojaaurora.example/',
    ]);
  });

  test('leads back to where the request says, else to the store, else nowhere', () => {
    const back = (view: CheckoutView) => render(view).tags.find(({ attributes }) => attributes.class === 'button');
    expect(back(checkout([], { backUrl: 'https://x.example/cart' }))?.attributes.href).toBe('https://x.example/cart');
    expect(back(checkout([], { backUrl: 'javascript:alert(1)' }))?.attributes.href).toBe(store.url);
    expect(back(checkout([], { store: { name: 'X', url: 'ftp://x' } }))).toBeUndefined();
  });
});

describe('safety', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '</title></style></summary></main><h1>',
      `" onerror="alert(1)" x='`,
      'javascript:alert(1)',
      '\u202eR$ 1,00',
      '\u0000<\u0000script>',
      '\ud800"',
      'https://x.example/"><script>',
      'https://x.example/\u0000',
    ),
  );
  const address = fc.oneof(hostile, fc.webUrl({ withQueryParameters: true, withFragments: true }));
  const views = fc.record<CheckoutView>({
    store: fc.record({
      name: hostile,
      legalName: hostile,
      document: hostile,
      address: hostile,
      email: hostile,
      phone: hostile,
      url: address,
    }),
    items: fc.array(
      fc.record({
        title: hostile,
        quantity: fc.integer({ min: 1, max: 999 }),
        image: address,
        unitPrice: fc.maxSafeNat(),
        originalUnitPrice: fc.maxSafeNat(),
        lineTotal: fc.maxSafeNat(),
        options: fc.array(fc.record({ name: hostile, value: hostile }), { maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
    subtotal: fc.maxSafeNat(),
    discounts: fc.array(fc.record({ title: hostile, amount: fc.nat() }), { maxLength: 3 }),
    discount: fc.nat(),
    total: fc.maxSafeNat(),
    requiresShipping: fc.boolean(),
    backUrl: address,
  });

  /** Tags and the names of their attributes, in order: what a page is, whatever its texts say. */
  const shape = ({ tags }: Page): string[] =>
    tags.map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' '));

  // A harmless twin of a view: every text is a plain word, every address a plain one of its kind where it is one at all.
  const word = (text: string | undefined): string | undefined => text && 'x';
  const twinOfStore = (store: StoreView): StoreView => ({
    name: 'x',
    legalName: word(store.legalName),
    document: word(store.document),
    address: word(store.address),
    url: webAddress(store.url) && 'https://x.example',
    email: mailAddress(store.email) && 'a@x.example',
    phone: phoneAddress(store.phone) && '11987654321',
  });
  const twinOf = (view: CheckoutView): CheckoutView => ({
    ...view,
    store: twinOfStore(view.store),
    backUrl: webAddress(view.backUrl) && 'https://x.example',
    items: view.items.map((item) => ({
      ...item,
      title: 'x',
      image: webAddress(item.image) ? 'https://x.example' : '',
      options: item.options.map(() => ({ name: 'x', value: 'x' })),
    })),
    discounts: view.discounts.map(({ amount }) => ({ title: 'x', amount })),
  });

  /** Addresses of the page that are neither web, mail nor phone addresses. */
  const strangeAddresses = ({ tags }: Page): string[] =>
    tags
      .flatMap(({ attributes: { href, src } }) => [href ?? [], src ?? []].flat())
      .filter((address) => !/^(https?:\/\/|mailto:|tel:|data:,$)/i.test(address));

  test('no value changes the page around it: it has the tags and attributes of a harmless one', () => {
    fc.assert(
      fc.property(views, fc.constantFrom('pt-BR', 'en'), (view, locale) => {
        const page = render(view, locale);
        expect(shape(page)).toEqual(shape(render(twinOf(view), locale)));
        expect(strangeAddresses(page)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('a notice is as safe', () => {
    const notices = fc.record({
      kind: fc.constantFrom(...kinds),
      store: fc.record({ name: hostile, url: address, email: hostile }),
      backUrl: address,
      requestId: hostile,
    });
    fc.assert(
      fc.property(notices, (view) => {
        const page = parseHtml(renderNotice(view, 'pt-BR'));
        const backUrl = webAddress(view.backUrl) && 'https://x.example';
        const twin = { ...view, store: twinOfStore(view.store), backUrl, requestId: word(view.requestId) };
        expect(shape(page)).toEqual(shape(parseHtml(renderNotice(twin, 'pt-BR'))));
        expect(strangeAddresses(page)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('the policy names the hash of the very style that is in the page, and allows no script', () => {
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(renderCheckout(checkout(), 'pt-BR')) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(contentSecurityPolicy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src http: https: data:; ` +
        `base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(renderCheckout(checkout(), 'pt-BR')).not.toMatch(/\sstyle=|\son\w+=|@import|url\(/);
  });

  test('asks for nothing from elsewhere but the pictures', () => {
    const { tags } = render(checkout());
    const loads = tags.filter(({ name }) => ['img', 'link', 'script', 'iframe', 'object', 'use'].includes(name));
    expect(loads.map(({ attributes }) => attributes.src ?? attributes.href)).toEqual([
      'data:,',
      'https://lojaaurora.example/camiseta.png',
    ]);
  });
});

describe('weight', () => {
  const line = (_: unknown, index: number) =>
    item({
      title: `Produto número ${index} com um nome de tamanho comum`,
      image: `https://cdn.lojaaurora.example/produtos/${(index * 7919).toString(36)}/foto-grande.jpg?v=${index * 104729}`,
      quantity: 1 + (index % 3),
      unitPrice: 1990 + index * 137,
      originalUnitPrice: 2990 + index * 137,
      options: [{ name: 'Tamanho', value: 'M' }],
    });
  const gzipped = (items: number): number =>
    gzipSync(renderCheckout(checkout(Array.from({ length: items }, line)), 'pt-BR'), { level: 6 }).length;

  test('a cart of 10 lines is at most 14 KB gzipped, style and all', () => {
    console.log(
      `payment page, gzipped: ${gzipped(1)} bytes with 1 line, ${gzipped(10)} with 10, ${gzipped(100)} with 100`,
    );
    expect(gzipped(10)).toBeLessThan(14 * 1024);
  });
});

describe('notices', () => {
  test.each(kinds)(
    '%s: says what happened and what to do, in both languages, with the store where it is known',
    (kind) => {
      for (const locale of ['pt-BR', 'en'] as const) {
        const known = parseHtml(renderNotice({ kind, store, requestId: 'abc123' }, locale));
        expect(known.tags.filter(({ name }) => name === 'h1')).toHaveLength(1);
        expect(words(known)).toContain('Loja Aurora');
        expect(words(known)).toContain('abc123');
        const unknown = parseHtml(renderNotice({ kind }, locale));
        expect(unknown.tags.filter(({ name }) => name === 'h1')).toHaveLength(1);
        expect(unknown.tags.filter(({ name }) => name === 'a')).toEqual([]);
      }
      const title = (locale: 'pt-BR' | 'en') => /<title>(.*?)<\/title>/.exec(renderNotice({ kind }, locale))?.[1];
      expect(title('pt-BR')).not.toBe(title('en'));
    },
  );
});

describe('what is known of the store', () => {
  const footer = (document: string): string =>
    words(parseHtml(renderNotice({ kind: 'expired', store: { name: 'X', document } }, 'pt-BR')));
  test.each([
    ['12.345.678/0001-95', 'CNPJ 12.345.678/0001-95'],
    ['12abc34501de35', 'CNPJ 12.ABC.345/01DE-35'],
    ['52998224725', 'CPF 529.982.247-25'],
    ['não sei', 'Documento não sei'],
  ])('document %s is shown as %s', (document, text) => {
    expect(footer(document)).toContain(text);
  });
});
