import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBuilt } from '../built.ts';
import { renderCheckout, renderNotice, scriptAddress, scripts } from '../index.ts';
import type { CheckoutView, DeliveryView, DetailsView, NoticeKind, StateView, StoreView } from '../index.ts';
import { mailAddress, phoneAddress, webAddress } from '../links.ts';
import { parseHtml, type Page } from '../testing/parse-html.ts';
import {
  boleto,
  checkout,
  details,
  hostedFields,
  item,
  method,
  now,
  options,
  paid,
  pix,
  returning,
  store,
  testNumbers,
} from '../testing/views.ts';

const textOf = ({ text }: Page): string => text.replace(/\s+/g, ' ').trim();
const render = (view: CheckoutView, locale: 'pt-BR' | 'en' = 'pt-BR'): Page =>
  parseHtml(renderCheckout(view, locale).html);
const show = (state: StateView, more: Partial<CheckoutView> = {}): Page =>
  render(checkout([item()], { state, ...more }));
const named = ({ tags }: Page, name: string): Record<string, string>[] =>
  tags.filter((tag) => tag.name === name).map(({ attributes }) => attributes);
const kinds: NoticeKind[] = ['unknown-link', 'store-inactive', 'service-fault', 'expired', 'too-many', 'too-large'];

const delivery = (more: Partial<DeliveryView>): DeliveryView => ({ ...paid().delivery!, ...more });
const tracked = { code: 'AA123456785BR', carrier: 'Correios', url: 'https://rastreio.example/AA123456785BR' };

/** Every state of the page. */
const states: StateView[] = [
  details(),
  details({ address: 'delivery', options, issues: [{ field: 'document', code: 'cpf_short', count: 1 }] }),
  returning(),
  returning({ step: 'code', problem: 'wrong' }),
  method(),
  method({ card: hostedFields() }),
  method({ card: { ...hostedFields(), asksDocument: false, hasInstallments: false } }),
  method({
    refused: { method: 'card', reason: 'declined' },
    card: testNumbers({ asksDocument: true }),
  }),
  pix({ simulator: '/pay/sandbox/x' }),
  { kind: 'pix-expired', amount: 18_980, expiredAt: now - 1, otherMethods: true },
  boleto({ pdf: 'https://banco.example/boleto.pdf' }),
  { kind: 'processing', making: false },
  paid(),
  paid({ late: true, refunded: 1_000, email: null, delivery: null }),
  paid({ delivery: delivery({ stage: 'sent', tracking: tracked }) }),
  paid({ delivery: delivery({ stage: 'delivered', tracking: tracked, option: null, address: null }) }),
  { kind: 'cancelled', orderNumber: '1042', refunded: 18_980 },
  { kind: 'cancelled', orderNumber: '1042', refunded: 0 },
  { kind: 'no-method' },
];

describe('the page of an open checkout', () => {
  test('[CHK5] shows the store, the lines, their original prices, and the totals', () => {
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
      { kind: 'cart' as const, title: 'BEMVINDO', amount: 1000 },
      { kind: 'cart' as const, title: 'Frete grátis', amount: 0 },
    ];
    const page = render(checkout(items, { discounts, discount: 1000 }));
    const text = textOf(page);
    expect(text).toContain('Camiseta 2 un. · R$ 49,90 cada · Cor: Azul Preço original: R$ 119,80 Preço: R$ 99,80');
    // 3 x 59,90 is 179,70: the line shows its discount, and no unit price, since that would not multiply exactly.
    expect(text).toContain('Boné 3 un. Preço original: R$ 179,70 Preço: R$ 160,00');
    expect(text).toContain('Subtotal R$ 259,80 BEMVINDO −R$ 10,00 Frete a combinar com a loja Total R$ 249,80');
    expect(text).toContain('Loja Aurora Comércio Ltda · CNPJ 12.345.678/0001-95 · Rua das Flores, 100, São Paulo');
    expect(text).toContain('Esta loja ainda não ativou as formas de pagamento. Seu carrinho está salvo neste link.');
    expect(text).not.toContain('Frete grátis');
    expect(page.tags.filter(({ name }) => name === 'button' || name === 'form')).toEqual([]);
  });

  test('[CHK5] discounts above the subtotal are one row with the effective amount', () => {
    const discounts = [
      { kind: 'cart' as const, title: 'A', amount: 4000 },
      { kind: 'cart' as const, title: 'B', amount: 4000 },
    ];
    const text = textOf(render(checkout([item()], { discounts, discount: 4990 })));
    expect(text).toContain('Subtotal R$ 49,90 Desconto −R$ 49,90 Frete');
    expect(text).toContain('Total R$ 0,00');
  });

  test('shipping is not shown if nothing is shipped', () => {
    expect(textOf(render(checkout([item()], { shipping: null })))).not.toMatch(/frete/i);
  });

  test('is in English on request', () => {
    const page = render(checkout([item({ quantity: 2 })]), 'en');
    expect(page.tags.find(({ name }) => name === 'html')!.attributes).toEqual({ lang: 'en' });
    expect(textOf(page)).toContain('Summary · 2 items R$ 99.80');
    expect(textOf(page)).not.toMatch(/[ãçõ] |Voltar|Pagamento|cada|un\./);
  });

  test('is accessible: language, title, one h1, pictures with a size, links with their destination', () => {
    const page = render(checkout());
    expect(named(page, 'html')).toEqual([{ lang: 'pt-BR' }]);
    expect(named(page, 'h1')).toHaveLength(1);
    expect(page.text).toContain('Pagamento · Loja Aurora');
    expect(named(page, 'meta')).toContainEqual({ name: 'robots', content: 'noindex,nofollow' });
    expect(named(page, 'img')).toEqual([
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
    expect(named(page, 'a').map(({ href }) => href)).toEqual([
      'https://lojaaurora.example/',
      'mailto:oi@lojaaurora.example',
      'tel:11987654321',
      'https://lojaaurora.example/',
      'https://lojaaurora.example/trocas',
      'https://lojaaurora.example/privacidade',
    ]);
  });

  test('links back to the request’s address, else to the store’s, else not at all', () => {
    const back = (view: CheckoutView) => render(view).tags.find(({ attributes }) => attributes.class === 'button');
    expect(back(checkout([], { backUrl: 'https://x.example/cart' }))?.attributes.href).toBe('https://x.example/cart');
    expect(back(checkout([], { backUrl: 'javascript:alert(1)' }))?.attributes.href).toBe(store.url);
    expect(back(checkout([], { store: { name: 'X', url: 'ftp://x' } }))).toBeUndefined();
  });
});

describe('every state of the page', () => {
  test.each(states.map((state) => [state.kind, state] as const))('%s: one title, and a window title', (_, state) => {
    for (const locale of ['pt-BR', 'en'] as const) {
      const page = render(checkout([item()], { state }), locale);
      expect(named(page, 'h1')).toHaveLength(1);
      const ids = page.tags.map(({ attributes }) => attributes['id']).filter((id) => id !== undefined);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { attributes } of page.tags) {
        for (const id of attributes['aria-describedby']?.split(' ') ?? []) expect(ids).toContain(id);
        if (attributes['for'] !== undefined) expect(ids).toContain(attributes['for']);
      }
    }
  });

  test('waits for updates exactly where they are possible, with a refresh for browsers without scripts', () => {
    for (const state of states) {
      const page = show(state);
      const waits = ['pix', 'pix-expired', 'boleto', 'processing', 'cancelled'].includes(state.kind);
      expect(named(page, 'main')[0]!['data-live'] !== undefined, state.kind).toBe(waits);
      expect(
        named(page, 'meta').some((meta) => meta['http-equiv'] === 'refresh'),
        state.kind,
      ).toBe(waits);
    }
  });

  test('[COM7] the choice of a method waits while an earlier code can be paid, but nothing else replaces what is typed', () => {
    const page = show(method({ awaitsEarlierCode: true }));
    expect(named(page, 'main')[0]).toMatchObject({ 'data-awaits': 'paid processing' });
    expect(named(page, 'main')[0]!['data-live']).toBeDefined();
    expect(named(page, 'meta').some((meta) => meta['http-equiv'] === 'refresh')).toBe(false);
  });

  test('has all texts in both languages', () => {
    for (const state of states) {
      const english = textOf(
        render(checkout([item({ title: 'X' })], { state, store: { name: 'S' }, pretended: true }), 'en'),
      );
      expect(english, state.kind).not.toMatch(/ção|ções|você|pagamento|pedido|Voltar|endereço|dinheiro|a loja/i);
    }
  });
});

describe('the first step', () => {
  const typed = { email: 'marina@exemplo', name: "D'Ávila", document: '529.982.247-2', phone: '11' };
  const issues = [
    { field: 'email', code: 'email_ending' },
    { field: 'document', code: 'cpf_short', count: 1 },
  ] as const;

  test('keeps typed values, shows errors beside each field and in a focused summary', () => {
    const page = show(details({ typed, issues }));
    expect(textOf(page)).toContain('Erro: Seus dados · Loja Aurora');
    // The summary names the fields: with their texts it would push the form out of sight on a phone.
    expect(textOf(page)).toContain('Falta acertar 2 campos E-mailCPF');
    expect(textOf(page).match(/Falta 1 número no CPF. São 11 no total./g)).toHaveLength(1);
    const summary = page.tags.find(({ attributes }) => attributes['id'] === 'problem')!.attributes;
    expect(summary).toMatchObject({ role: 'alert', tabindex: '-1', autofocus: '' });
    const inputs = new Map(named(page, 'input').map((input) => [input['name'], input]));
    for (const [name, value] of Object.entries(typed)) expect(inputs.get(name)!['value']).toBe(value);
    expect(inputs.get('document')).toMatchObject({ 'aria-invalid': 'true', 'aria-describedby': 'document-error' });
    expect(inputs.get('name')!['aria-invalid']).toBeUndefined();
    expect(named(page, 'a').map(({ href }) => href)).toEqual(expect.arrayContaining(['#email', '#document']));
  });

  test('has at most five fields without delivery; with delivery also an address and a shipping option', () => {
    const fieldsOf = (page: Page): string[] =>
      page.tags
        .filter(({ name, attributes }) => /^(input|select)$/.test(name) && attributes['type'] !== 'hidden')
        .map(({ attributes }) => attributes['name']!);
    expect(fieldsOf(show(details()))).toEqual(['email', 'phone', undefined, 'name', 'document', 'marketing']);
    expect(new Set(fieldsOf(show(details({ address: 'delivery', options }))).slice(5))).toEqual(
      new Set('zipcode state street number complement no_number neighborhood city shipping marketing'.split(' ')),
    );
  });

  test('[COM34] a new shopper fills in at most 14 fields: contact, address and card', () => {
    const fieldsOf = ({ tags }: Page): string[] =>
      tags
        .filter(({ name, attributes }) =>
          name === 'input' ? !/hidden|checkbox|radio/.test(attributes['type'] ?? '') : /^select$/.test(name),
        )
        .map(({ attributes }) => attributes['name'] ?? '');
    const address = show(details({ address: 'delivery', options }));
    // The complement is in a fold, which opens only where there is one.
    expect(named(address, 'details').at(-1)).not.toHaveProperty('open');
    expect(
      named(show(details({ address: 'delivery', typed: { complement: 'Apto 3' } })), 'details').at(-1),
    ).toHaveProperty('open');
    const typed = fieldsOf(address).filter((name) => name !== 'complement');
    // Instalments begin with one payment; number, date and code are frames of the provider.
    const card = show(method({ card: { ...hostedFields(), asksDocument: false } }));
    const frames = card.tags.filter(({ attributes }) => 'data-frame' in attributes).length;
    const ofCard = fieldsOf(card).filter((name) => name !== 'installments');
    expect([typed.length, ofCard.length + frames]).toEqual([10, 4]);
  });

  test('[COM13] names the payment methods and the instalments of a card before any detail is sent', () => {
    const text = textOf(show(details()));
    expect(text).toContain('PIXCartão em até 12x sem jurosBoleto');
    expect(text.indexOf('em até 12x')).toBeLessThan(text.indexOf('E-mail'));
    const withInterest = { methods: ['card'], installments: { max: 3, interestFree: 0 } } as const;
    expect(textOf(show(details({ offered: withInterest })))).toContain('Cartão em até 3x E-mail');
    const free = { methods: [], installments: null };
    expect(textOf(show(details({ offered: free }), { total: 0 }))).not.toMatch(/PIX|Boleto/);
  });

  test('[COM13] the fields behind the CEP are folded until it is written, and open where one of them is wrong', () => {
    const folded = (more: Partial<DetailsView>): boolean =>
      show(details({ address: 'delivery', ...more })).tags.some(({ attributes }) => 'data-folded' in attributes);
    expect(folded({})).toBe(true);
    expect(folded({ issues: [{ field: 'zipcode', code: 'zipcode_missing' }] })).toBe(true);
    expect(folded({ typed: { zipcode: '0' }, issues: [{ field: 'zipcode', code: 'zipcode_short' }] })).toBe(true);
    expect(folded({ typed: { zipcode: '01310-100' } })).toBe(false);
    expect(folded({ typed: { city: 'São Paulo' } })).toBe(false);
    expect(folded({ issues: [{ field: 'number', code: 'number_missing' }] })).toBe(false);
  });

  test('[COM36] one box for each purpose, off until it was ticked', () => {
    const both = [
      { purpose: 'marketing', granted: false },
      { purpose: 'advertising', granted: true },
    ] as const;
    const boxes = named(show(details({ consents: both })), 'input').filter(
      ({ type, name }) => type === 'checkbox' && name,
    );
    expect(boxes.map(({ name, checked }) => [name, checked !== undefined])).toEqual([
      ['marketing', false],
      ['advertising', true],
    ]);
    expect(textOf(show(details({ consents: both })))).toContain('Quero receber novidades e ofertas de Loja Aurora.');
    expect(named(show(details({ consents: [] })), 'input').map(({ name }) => name)).not.toContain('consents');
  });

  test('[COM34] asks for the contact first, and says what it is used for', () => {
    expect(textOf(show(details()))).toContain(
      'Para avisos do pedido e lembretes, se a compra não terminar. Guardar só quando eu continuar',
    );
  });

  test('a CNPJ field allows letters', () => {
    const input = named(show(details({ documentKind: 'cnpj' })), 'input').find(({ name }) => name === 'document');
    expect(input).toMatchObject({ inputmode: 'text' });
    expect(textOf(show(details({ documentKind: 'cnpj' })))).toContain('CNPJComprar com CPF');
  });
});

describe('the second step', () => {
  const prices = { type: 'hidden', name: 'prices', value: 'AAAAAAAAAAAA' };
  const data = { type: 'hidden', name: 'data', value: 'AAAAAAAAAAAA' };
  test('the button names its action; a single payment method needs no choice', () => {
    expect(textOf(show(method(), { total: 18_980 }))).toMatch(
      /Gerar PIX de R\$ 189,80Continuar com cartãoGerar boleto de R\$ 189,80/,
    );
    const one = show(method({ methods: ['boleto'] }), { total: 18_980 });
    expect(textOf(one)).not.toContain('número do cartão');
    expect(textOf(one)).toContain('Pague com Boleto');
    expect(named(one, 'input')).toEqual([prices, data, { type: 'hidden', name: 'method', value: 'boleto' }]);
  });

  test('a checkout with a total of 0 is confirmed without a payment method', () => {
    const page = show(method({ methods: [] }), { total: 0 });
    expect(textOf(page)).toContain('Concluir pedido');
    expect(named(page, 'input')).toEqual([prices, data, { type: 'hidden', name: 'method', value: 'free' }]);
  });

  test('[COM27] sends the method that alone makes the order free', () => {
    const page = show(method({ chosen: 'boleto' }), { total: 0 });
    expect(textOf(page)).toContain('Concluir pedido');
    expect(named(page, 'input')).toEqual([prices, data, { type: 'hidden', name: 'method', value: 'boleto' }]);
  });

  test('shows the bank’s refusal reason, and what to do', () => {
    const page = show(method({ refused: { method: 'card', reason: 'insufficient_funds' } }));
    expect(textOf(page)).toContain('O cartão não foi aprovado O cartão não tem limite para esta compra.');
    expect(textOf(page)).toContain('Erro: Como quer pagar?');
  });
});

describe('codes', () => {
  test('[COM7] a PIX code: the code, its expiry in the store’s time zone, and the name that the bank will show', () => {
    const page = show(pix());
    const field = named(page, 'input').find(({ id }) => id === 'pix-code')!;
    expect(field).toMatchObject({ value: pix().code, readonly: '' });
    expect(named(page, 'button').find((button) => button['data-copy'])).toMatchObject({
      'data-copy': pix().code,
      hidden: '',
    });
    expect(textOf(page)).toContain('Vale até 15:42 de hoje (faltam 28 min).Se passar, é só gerar outro.');
    expect(textOf(page)).toContain('Quem recebe LOJA AURORA COMERCIO LTDA CNPJ 12.345.678/0001-95 Valor R$ 189,80');
    expect(named(page, 'path').filter(({ d }) => d === pix().qr.path)).toHaveLength(1);
    expect(textOf(show(pix({ expiresAt: now + 86_400_000 })))).toContain('Vale até 15:14 de amanhã.Se');
    expect(textOf(show(pix({ expiresAt: now + 20 * 86_400_000 })))).toContain('Vale até 15:14 de 2 de abril.Se');
  });

  test('an expired code offers only a new one', () => {
    const page = show({ kind: 'pix-expired', amount: 18_980, expiredAt: now - 1000, otherMethods: false });
    expect(textOf(page)).toContain('Este PIX venceu às 15:13');
    expect(textOf(page)).toContain('Gerar novo PIX de R$ 189,80');
    expect(JSON.stringify(page.tags)).not.toContain('br.gov.bcb.pix');
  });

  test('[COM10] a boleto is shown in groups and copied without spaces', () => {
    const page = show(boleto());
    expect(textOf(page)).toContain('34191.79001 01043.510047 91020.150008 5 97850000018980');
    expect(named(page, 'button').find((button) => button['data-copy'])!['data-copy']).toBe(boleto().line);
    expect(textOf(page)).toContain('Vence segunda-feira, 16 de março.');
  });
});

describe('[COM26] the page of a paid order', () => {
  test('shows the items, the address, where updates go, what comes next, and how to reach the store', () => {
    const page = show(paid());
    const text = textOf(page);
    for (const part of [
      'Pagamento confirmado',
      'Enviamos as novidades do pedido para ma•••@exemplo.com.br',
      'A loja prepara o envio. O rastreio aparece aqui.',
      'PAC, até 6 dias úteis',
      '•••, •••, São Paulo, SP',
      'Falar com Loja Aurora',
      'Guarde este link',
      'Camiseta Aurora',
    ]) {
      expect(text).toContain(part);
    }
    // On a phone the items follow, unfolded.
    expect(named(page, 'details')[0]).toHaveProperty('open');
    expect(text.indexOf('Camiseta Aurora')).toBeGreaterThan(text.indexOf('Guarde este link'));
    expect(named(page, 'a').map(({ href }) => href)).toContain(store.url);
  });

  test('remains as the status of the order: sent, out for delivery, delivered, returned, refunded in part', () => {
    const sent = show(paid({ delivery: delivery({ stage: 'sent', tracking: tracked }) }));
    expect(textOf(sent)).toContain('Pedido enviado');
    expect(textOf(sent)).toContain('Correios · AA123456785BR Acompanhar entrega');
    expect(named(sent, 'a').map(({ href }) => href)).toContain(tracked.url);
    for (const [stage, title] of [
      ['out-for-delivery', 'Saiu para entrega'],
      ['delivered', 'Pedido entregue'],
      ['returned', 'A entrega voltou para a loja'],
    ] as const) {
      const html = renderCheckout(checkout([item()], { state: paid({ delivery: delivery({ stage }) }) }), 'pt-BR').html;
      expect(html).toContain(`<h1>${title}</h1>`);
    }
    expect(textOf(show(paid({ refunded: 1_000 })))).toContain('R$ 10,00 foram devolvidos.');
    const refunded = show({ kind: 'cancelled', orderNumber: '1042', refunded: 18_980 });
    expect(textOf(refunded)).toContain('Seu pagamento foi devolvido R$ 189,80 foram devolvidos');
    expect(textOf(refunded)).not.toContain('Se você já pagou');
  });

  test('has no line for what is not known, not shipped or erased, and no link to another scheme', () => {
    const erased = textOf(show(paid({ email: null, delivery: delivery({ option: null, address: null }) })));
    expect(erased).not.toMatch(/Enviamos as novidades|Endereço|null|undefined/);
    expect(textOf(show(paid({ delivery: null })))).not.toContain('A loja prepara o envio');
    const tracking = { ...tracked, carrier: null, url: 'javascript:alert(1)' };
    expect(JSON.stringify(show(paid({ delivery: delivery({ stage: 'sent', tracking }) })).tags)).not.toContain(
      'javascript',
    );
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
  const storeViews = fc.record<StoreView>({
    name: hostile,
    legalName: hostile,
    document: hostile,
    address: hostile,
    email: hostile,
    phone: hostile,
    url: address,
    returnsUrl: address,
    privacyUrl: address,
    logo: address,
    accent: hostile,
  });
  /** States with only hostile texts, each with the same state in plain text. */
  const hostileStates = hostile.chain((text) =>
    fc
      .constantFrom<(text: string) => StateView>(
        (text) =>
          details({
            address: 'delivery',
            typed: { email: text, name: text, document: text, phone: text, street: text, city: text },
            options: [{ id: text, name: text, price: 1, days: { min: 1, max: 2 } }],
            confirmedName: text,
          }),
        (text) =>
          method({
            person: { name: text, email: text, address: text },
            card: hostedFields({ publicKey: text, document: text }),
          }),
        (text) => method({ card: testNumbers({ cards: [{ number: text, outcome: 'risk' }], chosen: text }) }),
        (text) => pix({ code: text, orderNumber: text, receiver: { name: text, document: null } }),
        (text) => boleto({ line: text, orderNumber: text, pdf: text }),
        (text) => ({ kind: 'cancelled', orderNumber: text, refunded: 0 }),
        (text) =>
          paid({
            orderNumber: text,
            email: text,
            delivery: delivery({
              option: { name: text, days: { min: null, max: 6 } },
              address: text,
              stage: 'sent',
              tracking: { code: text, carrier: text, url: text },
            }),
          }),
      )
      .map((make) => ({ state: make(text), twin: make(webAddress(text) ? 'https://x.example' : text && 'x') })),
  );
  const views = fc
    .record({
      store: storeViews,
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
      discounts: fc.array(fc.record({ kind: fc.constant('cart' as const), title: hostile, amount: fc.nat() }), {
        maxLength: 3,
      }),
      discount: fc.nat(),
      shippingName: hostile,
      backUrl: address,
      successUrl: address,
      states: hostileStates,
    })
    .map(({ items, states, shippingName, ...more }) => ({
      view: checkout(items, {
        ...more,
        total: 1000,
        shipping: { kind: 'chosen', name: shippingName, price: 1 },
        state: states.state,
      }),
      twin: states.twin,
    }));

  /** Tags with their attribute names, in order: the structure of a page without its texts. */
  const shape = ({ tags }: Page): string[] =>
    tags.map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' '));

  // A harmless copy of a view: every text is a plain word, every address a plain one of the same kind.
  const word = (text: string | undefined): string | undefined => text && 'x';
  const twinOfStore = (store: StoreView): StoreView => ({
    name: 'x',
    legalName: word(store.legalName),
    document: word(store.document),
    address: word(store.address),
    url: webAddress(store.url) && 'https://x.example',
    returnsUrl: webAddress(store.returnsUrl) && 'https://x.example',
    privacyUrl: webAddress(store.privacyUrl) && 'https://x.example',
    logo: webAddress(store.logo) && 'https://x.example',
    accent: /^#[\da-f]{6}$/i.test(store.accent ?? '') ? '#123456' : undefined,
    email: mailAddress(store.email) && 'a@x.example',
    phone: phoneAddress(store.phone) && '11987654321',
  });
  const twinOf = (view: CheckoutView, state: StateView): CheckoutView => ({
    ...view,
    state,
    shipping: { kind: 'chosen', name: 'x', price: 1 },
    successUrl: webAddress(view.successUrl) && 'https://x.example',
    store: twinOfStore(view.store),
    backUrl: webAddress(view.backUrl) && 'https://x.example',
    items: view.items.map((item) => ({
      ...item,
      title: 'x',
      image: webAddress(item.image) ? 'https://x.example' : '',
      options: item.options.map(() => ({ name: 'x', value: 'x' })),
    })),
    discounts: view.discounts.map(({ amount }) => ({ kind: 'cart', title: 'x', amount })),
  });

  /** Addresses of the page that are neither web, mail nor phone addresses. */
  const strangeAddresses = ({ tags }: Page): string[] =>
    tags
      .flatMap(({ attributes: { href, src } }) => [href ?? [], src ?? []].flat())
      .filter((address) => !/^(https?:\/\/|mailto:|tel:|data:,$|\/pay\/|#)/i.test(address));

  test('no value changes the structure of the page: it has the tags and attributes of a harmless one', () => {
    fc.assert(
      fc.property(views, fc.constantFrom('pt-BR', 'en'), ({ view, twin }, locale) => {
        const page = render(view, locale);
        expect(shape(page)).toEqual(shape(render(twinOf(view, twin), locale)));
        expect(strangeAddresses(page)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('no value changes the structure of a notice', () => {
    const notices = fc.record({
      kind: fc.constantFrom(...kinds),
      store: fc.record({ name: hostile, url: address, email: hostile }),
      backUrl: address,
      requestId: hostile,
    });
    fc.assert(
      fc.property(notices, (view) => {
        const page = parseHtml(renderNotice(view, 'pt-BR').html);
        const backUrl = webAddress(view.backUrl) && 'https://x.example';
        const twin = { ...view, store: twinOfStore(view.store), backUrl, requestId: word(view.requestId) };
        expect(shape(page)).toEqual(shape(parseHtml(renderNotice(twin, 'pt-BR').html)));
        expect(strangeAddresses(page)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('the policy contains the hashes of the page’s styles, and only our scripts', () => {
    for (const state of states) {
      const { html, policy } = renderCheckout(
        checkout([item()], { state, store: { ...store, accent: '#ffe600' } }),
        'en',
      );
      const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style);
      expect(styles.at(-1)).toMatch(/^:root/);
      const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(policy).toContain(`style-src ${hashes.join(' ')};`);
      expect(policy).not.toMatch(/unsafe|\*/);
      const isHosted = state.kind === 'method' && state.card?.kind === 'hosted-fields';
      expect(policy.includes('provider.example'), state.kind).toBe(isHosted);
      expect(policy.includes("script-src 'self';")).toBe(!isHosted);
      expect(html).not.toMatch(/\sstyle=|\son\w+=|@import|<script>|<script(?! type="module" src="\/pay\/assets\/)/);
    }
  });

  test('a page contains each style sheet that its content uses, and no other', () => {
    const sheets = ['base', 'form', 'method', 'waiting'].map((name) => readBuilt(`${name}.css`).trim());
    const styles = (sheet: string, name: string): boolean => new RegExp(`\\.${name}(?![\\w-])`).test(sheet);
    for (const state of states) {
      const { html } = renderCheckout(checkout([item()], { state }), 'pt-BR');
      const names = new Set(
        [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' ').filter(Boolean)),
      );
      const own = sheets.filter((sheet) => html.includes(sheet));
      const isStyled = (name: string): boolean => own.some((sheet) => styles(sheet, name));
      const unstyled = [...names].filter((name) => !isStyled(name) && sheets.some((sheet) => styles(sheet, name)));
      expect(unstyled, state.kind).toEqual([]);
      const idle = own.filter((sheet) => ![...names].some((name) => styles(sheet, name)));
      expect(idle, state.kind).toEqual([]);
    }
  });

  test('only pictures load from other hosts', () => {
    const { tags } = render(checkout());
    const loads = tags.filter(({ name }) => ['img', 'link', 'script', 'iframe', 'object', 'use'].includes(name));
    expect(loads.map(({ attributes }) => attributes.src ?? attributes.href)).toEqual([
      'data:,',
      scriptAddress('pay.js'),
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
  const gzipped = (items: number, state: StateView = pix()): number =>
    gzipSync(renderCheckout(checkout(Array.from({ length: items }, line), { state }), 'pt-BR').html, { level: 6 })
      .length;

  test('a cart of 10 lines is at most 14 KB gzipped in every state, with styles', () => {
    const sizes = states.map((state) => [gzipped(10, state), state.kind] as const).sort(([a], [b]) => b - a);
    console.log(`payment page, gzipped: at most ${sizes[0]!.join(' bytes in ')}; PIX with 100 lines ${gzipped(100)}`);
    expect(sizes[0]![0]).toBeLessThan(14 * 1024);
  });

  test('our scripts are at most 20 KB gzipped', () => {
    const bytes = [...scripts().files.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
    console.log(`scripts, gzipped: ${bytes} bytes in ${scripts().files.size} files`);
    expect(bytes).toBeLessThan(20 * 1024);
  });
});

describe('notices', () => {
  test.each(kinds)(
    '%s: explains what happened and what to do, in both languages, with the store if it is known',
    (kind) => {
      for (const locale of ['pt-BR', 'en'] as const) {
        const known = parseHtml(renderNotice({ kind, store, requestId: 'abc123' }, locale).html);
        expect(known.tags.filter(({ name }) => name === 'h1')).toHaveLength(1);
        expect(textOf(known)).toContain('Loja Aurora');
        expect(textOf(known)).toContain('abc123');
        const unknown = parseHtml(renderNotice({ kind }, locale).html);
        expect(unknown.tags.filter(({ name }) => name === 'h1')).toHaveLength(1);
        expect(unknown.tags.filter(({ name }) => name === 'a')).toEqual([]);
      }
      const title = (locale: 'pt-BR' | 'en') => /<title>(.*?)<\/title>/.exec(renderNotice({ kind }, locale).html)?.[1];
      expect(title('pt-BR')).not.toBe(title('en'));
    },
  );
});

describe('the store’s data', () => {
  const footer = (document: string): string =>
    textOf(parseHtml(renderNotice({ kind: 'expired', store: { name: 'X', document } }, 'pt-BR').html));
  test.each([
    ['12.345.678/0001-95', 'CNPJ 12.345.678/0001-95'],
    ['12abc34501de35', 'CNPJ 12.ABC.345/01DE-35'],
    ['52998224725', 'CPF 529.982.247-25'],
    ['não sei', 'Documento não sei'],
  ])('document %s is shown as %s', (document, text) => {
    expect(footer(document)).toContain(text);
  });
});
