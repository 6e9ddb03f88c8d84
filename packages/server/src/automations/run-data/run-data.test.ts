import {
  compileTemplate,
  escapeHtml,
  listMetatags,
  recipientOf,
  render,
  resolveIn,
  triggers,
  type ConditionField,
  type RunData,
  type Trigger,
} from '@retoma/flow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunRecords } from '../engine/queries/run-records.ts';
import { emptyRecords, fullRecords, storeEvent, storesOwnCheckout } from '../../testing/live-records.ts';
import { buildRunData } from './run-data.ts';

const context = {
  store: {
    storeId: '5a0d7c1c-2b5e-4a3b-9a57-7a2b4f0f3c11',
    name: 'Loja Exemplo',
    domain: 'pay.loja.example',
    timeZone: 'America/Sao_Paulo',
    legalName: 'Loja Exemplo Ltda.',
    document: '12ABC34501DE35',
    address: 'Rua das Flores, 10 - Centro, Curitiba - PR',
    email: 'contato@loja.example',
    phone: '+5511900000000',
    url: 'https://www.loja.example',
    privacyUrl: 'https://www.loja.example/privacidade',
    logoUrl: 'https://cdn.loja.example/logo.png',
  },
  baseUrl: 'https://app.example',
  now: Date.parse('2026-03-12T17:10:30Z'),
};
const dataOf = (records: RunRecords): RunData => buildRunData(records, context);

function show(name: string, data: RunData, kind: 'plain' | 'html' = 'plain'): string {
  return render(compileTemplate(`{{${name}}}`, kind), data, { ...context, timeZone: context.store.timeZone });
}
const rendered = (records: RunRecords, ...names: string[]): string[] => {
  const data = dataOf(records);
  return names.map((name) => show(name, data));
};
const field = (records: RunRecords, name: ConditionField): unknown => resolveIn(dataOf(records))(name);

/** The store has one phone, which WhatsApp uses. */
const ofStore: Record<string, string> = { 'store.phone': '+5511900000000' };

/** Created for one recipient when a message is sent (automations/delivery/unsubscribe-footer.ts). */
const unfilled = ['store.unsubscribe_url'];

/** Values that differ from the catalogue's examples, which are for a PIX waiting for payment. */
const paid = { 'order.status': 'PAID', 'order.status_label': 'Pago', 'order.payment_status': 'paid' };
const differently: Partial<Record<Trigger, Record<string, string>>> = {
  'payment.confirmed': paid,
  'payment.failed': {
    'order.status': 'FAILED',
    'order.status_label': 'Pagamento recusado',
    'order.payment_status': 'failed',
  },
  'cart.abandoned': { 'lead.isCompleted': 'false' },
  'lead.created': { 'lead.isCompleted': 'false' },
  tracking_code_updated: paid,
};

const activeOf = (trigger: Trigger) => listMetatags(trigger).filter(({ status }) => status === 'active');
const emptyFor = (trigger: Trigger, records: RunRecords): string[] => {
  const data = dataOf(records);
  const names = activeOf(trigger).map(({ name }) => name);
  return names.filter((name) => show(name, data, 'html') === '');
};

describe.each(triggers)('[DEF9] the metatags of %s', (trigger) => {
  test('equal their examples, for an event, its order and our checkout', () => {
    const data = dataOf(fullRecords(trigger));
    const texts = activeOf(trigger).filter(({ type, name }) => type !== 'html' && !unfilled.includes(name));
    const expected = texts.map(({ name, example }) => [name, differently[trigger]?.[name] ?? ofStore[name] ?? example]);
    expect(texts.map(({ name }) => [name, show(name, data)])).toEqual(expected);
  });

  test('are filled', () => {
    expect(emptyFor(trigger, fullRecords(trigger))).toEqual(unfilled);
  });

  test('are filled if the checkout is the store’s own, except for our PIX page', () => {
    const pixPage = trigger === 'pix.generated' ? ['order.url_pix_gerado'] : [];
    expect(emptyFor(trigger, storesOwnCheckout(trigger))).toEqual([...pixPage, ...unfilled]);
  });
});

describe('[DEF5] condition fields', () => {
  test('read the order’s current state, in lower case', () => {
    const records = fullRecords('pix.generated');
    expect(field(records, 'payment_status')).toBe('pending');
    records.order!.status = 'paid';
    records.order!.paymentMethod = 'CREDIT_CARD';
    records.order!.total = 20_000;
    expect(field(records, 'payment_status')).toBe('paid');
    expect(field(records, 'payment_method')).toBe('credit_card');
    expect(field(records, 'order.payment_method')).toBe('credit_card');
    expect(field(records, 'order.total')).toBe(20_000);
    expect(rendered(records, 'order.status', 'order.status_label')).toEqual(['PAID', 'Pago']);
  });

  test('read the amount of the event, in cents, and the stored one if the event has none', () => {
    const records = fullRecords('pix.generated');
    records.order!.total = 20_000;
    expect(field(records, 'amount')).toBe(18_990);
    records.event.data = '{}';
    expect(field(records, 'amount')).toBe(20_000);
    expect(field(storesOwnCheckout('cart.abandoned'), 'amount')).toBe(18_990);
  });

  test('have no value without an order', () => {
    const records = emptyRecords('lead.created', { lead: { email: 'maria@cliente.example' } });
    const names = [
      'payment_status',
      'payment_method',
      'amount',
      'order.total',
      'tracking.code',
      'shipping.name',
    ] as const;
    expect(names.map((name) => field(records, name) ?? null)).toEqual(names.map(() => null));
    expect(field(records, 'lead.isCompleted')).toBe(false);
  });

  test('are all members of customer and lead that the store sent, and no inherited ones', () => {
    const records = emptyRecords('lead.created', {
      customer: { vip: 'sim' },
      lead: { score: 7, utm_source: 'google' },
    });
    expect(field(records, 'customer.vip')).toBe('sim');
    expect(field(records, 'lead.score')).toBe(7);
    expect(field(records, 'lead.utmSource')).toBe('google');
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(field(records, `customer.${name}`)).toBeUndefined();
    }
  });

  test('read tracking, shipping and browser', () => {
    const records = fullRecords('tracking_code_updated');
    records.order!.tracking = '{"code":"BB","url":"https://t.example/BB","carrier":"Jadlog","status":"delivered"}';
    const names = ['tracking.code', 'tracking.status', 'tracking.carrier', 'shipping.carrier', 'browser.ip'] as const;
    expect(names.map((name) => field(records, name))).toEqual([
      'BB',
      'delivered',
      'Jadlog',
      'Correios',
      '203.0.113.10',
    ]);
    expect(field(records, 'browser.utms.source')).toBe('instagram');
    expect(rendered(records, 'tracking.statusLabel', 'order.tracking_code')).toEqual(['Entregue', 'BB']);
  });
});

describe('[TAG1] differing records', () => {
  test('the order takes precedence over the event, and the event fills missing members', () => {
    const records = fullRecords('pix.generated');
    records.order!.customer = '{"name":"Ana Paula Reis","email":null,"phone":""}';
    expect(rendered(records, 'customer.name', 'customer.first_name', 'customer.last_name', 'customer.email')).toEqual([
      'Ana Paula Reis',
      'Ana',
      'Paula Reis',
      'maria@cliente.example',
    ]);
    expect(recipientOf('whatsapp', dataOf(records))).toBe('+5511900000000');
  });

  test('a newer PIX replaces the older one completely', () => {
    const records = fullRecords('pix.generated');
    records.order!.payment = '{"pix":{"payload":"000201"}}';
    expect(rendered(records, 'order.pix_code', 'order.pix_txid', 'order.gateway')).toEqual(['000201', '', 'sandbox']);
  });

  test('[TAG1] a PIX known by its page has the page’s address and expiry; one with neither has nothing', () => {
    const records = fullRecords('pix.generated');
    const shown = (): string[] => rendered(records, 'order.pix_code', 'order.url_pix_gerado', 'order.pix_expires_at');
    const url = 'https://loja.example/pagar/1';
    records.order!.payment = JSON.stringify({ pix: { url, expires_at: '2026-03-13T17:05:00Z' } });
    records.event.data = '{}';
    expect(shown()).toEqual([url, url, '13/03/2026 14:05']);
    records.order!.payment = '{"pix":{"expires_at":"2026-03-13T17:05:00Z"}}';
    expect(shown()).toEqual(['', '', '']);
  });

  test('our checkout has the person, the cart and the link; missing members come from the event', () => {
    const records = fullRecords('cart.abandoned');
    records.event.data = JSON.stringify({
      lead: { name: 'Outra', document: '1' },
      cart: { total: 1, token: 'theirs', url: 'https://loja.example' },
    });
    expect(rendered(records, 'lead.name', 'lead.document', 'cart.token', 'cart.total')).toEqual([
      'Maria Souza Lima',
      '123.456.789-09',
      'ext_7f3a9c10',
      'R$ 189,90',
    ]);
    expect(field(records, 'customer.email')).toBe('maria@cliente.example');
    expect(rendered(records, 'cart.url_checkout')[0]).toMatch(
      /^https:\/\/pay\.loja\.example\/pay\/[-0-9a-f]+\?recover=1$/,
    );
  });

  test('without a captured checkout the shopper is the lead', () => {
    const records = emptyRecords('pix.generated', storeEvent());
    expect(rendered(records, 'lead.name', 'lead.firstName')).toEqual(['Maria Souza Lima', 'Maria']);
  });
});

test('[COM24] a message about an order says nothing of another person who entered data at its checkout', () => {
  const customer = { name: 'Rui Prado', email: 'rui@cliente.example', phone: '+5521999990000' };
  const entered = { name: 'Ana Reis', email: 'ana@cliente.example', phone: '+5511987654321', document: '12345678909' };
  const shopper = {
    customer: JSON.stringify(entered),
    address: JSON.stringify({ street: 'Rua A', number: '10', city: 'Curitiba' }),
    browser: null,
    activeAt: new Date('2026-03-12T17:00:00Z'),
  };
  const { order, event, ...others } = fullRecords('pix.generated');
  const records = {
    ...others,
    shopper,
    event: { ...event, data: '{}' },
    order: { ...order!, customer: JSON.stringify(customer), shipping: null },
  };
  const names = ['customer.name', 'customer.document', 'customer.address', 'lead.name', 'lead.email', 'shipping.city'];
  expect(rendered(records, ...names)).toEqual(['Rui Prado', '', '', 'Rui Prado', customer.email, '']);
  const own = {
    ...records,
    order: { ...records.order, customer: JSON.stringify({ ...entered, phone: '11987654321' }) },
  };
  expect(rendered(own, 'customer.document', 'shipping.city')).toEqual(['123.456.789-09', 'Curitiba']);
});

describe('[TAG1] before there is an order', () => {
  const reported = { name: 'Ana Reis', email: 'ana@cliente.example', document: '12345678909' };
  const address = { zipcode: '80000-000', street: 'Rua A', number: '10', city: 'Curitiba', state: 'PR' };
  const shopper = {
    customer: JSON.stringify(reported),
    address: JSON.stringify(address),
    browser: '{"ip":"203.0.113.7","device":"tablet","utms":{"source":"google","campaign":"natal"}}',
    activeAt: new Date('2026-03-12T17:00:00Z'),
  };
  const lead = { capturedAt: new Date('2026-03-12T16:59:30Z'), abandonedAt: new Date('2026-03-12T17:09:00Z') };
  const records = () => {
    const { checkout, ...others } = fullRecords('cart.abandoned');
    return { ...others, order: null, shopper, checkout: { ...checkout!, ...lead } };
  };

  test('the shopper is customer and lead, with precedence over the request and the event', () => {
    expect(rendered(records(), 'customer.name', 'customer.phone', 'customer.document', 'lead.email')).toEqual([
      'Ana Reis',
      '+5511900000000',
      '123.456.789-09',
      'ana@cliente.example',
    ]);
    expect(rendered(records(), 'customer.address', 'customer.country', 'shipping.city', 'shipping.recipient')).toEqual([
      'Rua A, 10, Curitiba - PR, 80000-000',
      'BR',
      'Curitiba',
      'Ana Reis',
    ]);
    expect(recipientOf('email', dataOf(records()))).toBe('ana@cliente.example');
  });

  test('the browser and the campaign are those of our checkout', () => {
    const withoutData = { ...records(), event: { ...records().event, data: '{}' } };
    const names = ['browser.ip', 'browser.utms.campaign', 'lead.utmSource', 'lead.utmCampaign', 'lead.deviceType'];
    expect(rendered(withoutData, ...names)).toEqual(['203.0.113.7', 'natal', 'google', 'natal', 'tablet']);
  });

  test('a person has one id at a store, for any number of purchases', () => {
    const id = (customer: object, storeId = context.store.storeId): string => {
      const data = buildRunData(
        { ...records(), shopper: { ...shopper, customer: JSON.stringify(customer) } },
        { ...context, store: { ...context.store, storeId } },
      );
      return show('customer.id', data);
    };
    const ana = id(reported);
    expect(ana).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id({ ...reported, email: 'ANA@cliente.example', name: 'Ana' })).toBe(ana);
    expect(id({ ...reported, email: 'bia@cliente.example' })).not.toBe(ana);
    expect(id(reported, 'another store')).not.toBe(ana);
  });

  test('the instants of capture, last activity and abandonment', () => {
    const names = ['lead.createdAt', 'cart.minutesSinceActivity', 'cart.abandonedAt'];
    const later = { ...records(), event: { ...records().event, type: 'lead.created' } };
    expect(rendered(later, ...names)).toEqual(['12/03/2026 13:59', '10', '12/03/2026 14:09']);
  });
});

describe('[TAG1] derived values', () => {
  const withShipping = (shipping: object, timeZone = 'America/Sao_Paulo') => {
    const records = emptyRecords('pix.generated', { ...storeEvent(), shipping });
    const data = buildRunData(records, { ...context, store: { ...context.store, timeZone } });
    return (name: string): string => show(name, data);
  };

  test('the delivery days as text', () => {
    const turnaround = (min?: number, max?: number): string =>
      withShipping({ turnaround_min_days: min, turnaround_max_days: max })('shipping.turnaround');
    expect([turnaround(5, 8), turnaround(8, 8), turnaround(0, 1), turnaround(undefined, 3), turnaround(1)]).toEqual([
      '5 a 8 dias úteis',
      '8 dias úteis',
      '0 a 1 dia útil',
      'até 3 dias úteis',
      '1 dia útil',
    ]);
    expect([turnaround(), withShipping({ turnaround: 'amanhã' })('shipping.turnaround')]).toEqual(['', 'amanhã']);
  });

  test('the delivery date in working days of the store’s time zone, from the order or its payment', () => {
    // Thursday 12 March 2026, 14:05 in São Paulo; in Tokyo it is already Friday.
    expect(withShipping({ turnaround_max_days: 1 })('shipping.estimated_date')).toBe('13/03/2026 00:00');
    expect(withShipping({ turnaround_max_days: 1 }, 'Asia/Tokyo')('shipping.estimated_date')).toBe('16/03/2026 00:00');
    expect(withShipping({ turnaround_max_days: 8 })('shipping.estimated_date')).toBe('24/03/2026 00:00');
    expect(withShipping({ turnaround_max_days: 1e9 })('shipping.estimated_date')).toBe('');
    const records = fullRecords('payment.confirmed');
    records.order!.shipping = null;
    records.order!.paidAt = new Date('2026-03-13T20:00:00Z');
    records.event.data = JSON.stringify({ shipping: { turnaround_max_days: 2 } });
    expect(rendered(records, 'shipping.estimated_date')).toEqual(['17/03/2026 00:00']);
  });

  test('an address on one line, from its known parts', () => {
    const line = (address: unknown): string => withShipping({ name: 'PAC', address })('shipping.address');
    expect(line({ street: 'Rua A', number: 10, city: 'Curitiba', state: 'PR' })).toBe('Rua A, 10, Curitiba - PR');
    expect(line({ street: 'Rua A', neighborhood: 'Centro', zipcode: '80000-000' })).toBe('Rua A - Centro, 80000-000');
    expect([line({}), line(null), line('Rua B, 20')]).toEqual(['', '', 'Rua B, 20']);
  });

  test('CPF or CNPJ by the length of the document', () => {
    const kind = (document: string): string[] =>
      rendered(emptyRecords('pix.generated', { customer: { document } }), 'customer.document_type');
    expect([kind('12345678909'), kind('12.ABC.345/01DE-35'), kind('123')]).toEqual([['CPF'], ['CNPJ'], ['']]);
  });

  test('the whole minutes until a PIX expires, and none after it', () => {
    const minutes = (expires_at: string): string[] =>
      rendered(
        emptyRecords('pix.generated', { order: {}, payment: { pix: { payload: '0', expires_at } } }),
        'order.pix_expires_in_minutes',
      );
    expect(minutes('2026-03-12T17:12:00Z')).toEqual(['1']);
    expect(minutes('2026-03-12T17:00:00Z')).toEqual(['0']);
    expect(minutes('soon')).toEqual(['']);
  });

  test('one instalment for other methods than cards, and the value of each', () => {
    const paidBy = (payment_method: string, payment: object): string[] => {
      const order = { total: 10_000, status: 'paid', payment_method };
      const records = emptyRecords('payment.confirmed', { order, payment });
      return rendered(records, 'order.installments', 'order.installment_value', 'order.payment_method_label');
    };
    expect(paidBy('PIX', {})).toEqual(['1', 'R$ 100,00', 'PIX']);
    expect(paidBy('credit_card', { installments: 3 })).toEqual(['3', 'R$ 33,33', 'Cartão de crédito']);
    expect(paidBy('credit_card', {})).toEqual(['', '', 'Cartão de crédito']);
    expect(paidBy('crypto', {})).toEqual(['1', 'R$ 100,00', 'crypto']);
  });

  test('an ordered checkout is completed', () => {
    const records = fullRecords('cart.abandoned');
    records.checkout!.state = 'ordered';
    expect(rendered(records, 'checkout.status', 'lead.isCompleted')).toEqual(['completed', 'true']);
  });

  test('the default domain of a store without its own, and the year in the store’s time zone', () => {
    const records = emptyRecords('lead.created', {});
    const store = { ...context.store, domain: null };
    const data = buildRunData(records, { ...context, store, now: Date.parse('2027-01-01T02:00:00Z') });
    expect([show('store.domain', data), show('current_year', data)]).toEqual(['app.example', '2026']);
  });

  test('[CHK5] the charged price of a line of our checkout', () => {
    const records = fullRecords('cart.abandoned');
    const item = { title: 'Meia', quantity: 2, unitPrice: 1000, image: 'https://x.example/m.png', totalDiscount: 500 };
    records.checkout!.request = JSON.stringify({ cart: { items: [item] } });
    expect(show('cart.items', dataOf(records))).toBe('2x Meia');
    records.order = { ...fullRecords('pix.generated').order!, items: null };
    records.event.data = '{}';
    expect(rendered(records, 'order.items_with_price', 'order.items.first.total')).toEqual([
      '2x Meia (R$ 10,00)',
      'R$ 15,00',
    ]);
  });
});

describe('the data of a run', () => {
  test('contains only the categories that are read', () => {
    const records = fullRecords('pix.generated');
    records.order!.payment = 'no JSON';
    expect(buildRunData(records, context, ['store', 'tracking']).store).toMatchObject({ name: 'Loja Exemplo' });
    expect(() => buildRunData(records, context, ['order'])).toThrow(SyntaxError);
  });

  test('is an object with its categories as own members, as the interpreter reads it', () => {
    const data = dataOf(fullRecords('pix.generated'));
    expect(Object.hasOwn(data, 'order')).toBe(true);
    expect(Object.hasOwn(data, 'nothing')).toBe(false);
    expect({ ...data }).toMatchObject({
      order: { total: 18_990 },
      event: { amount: 18_990 },
      customer: { state: 'SP' },
    });
    expect(data.order).toBe(data.order);
  });

  test('takes no prototype from an event', () => {
    const records = emptyRecords('lead.created', {});
    records.event.data = '{"tracking":{"__proto__":{"code":"x"},"url":"y"},"customer":{"__proto__":{"email":"x"}}}';
    const data = dataOf(records);
    expect(Object.getPrototypeOf(data.tracking)).toBe(Object.prototype);
    expect([show('tracking.code', data), show('customer.email', data), show('lead.email', data)]).toEqual(['', '', '']);
  });

  test('renders unchecked members of a store’s event, and invalid ones as empty', () => {
    const members = ['order', 'payment', 'customer', 'shipping', 'lead', 'cart', 'checkout', 'browser', 'tracking'];
    const names = new Set(triggers.flatMap((trigger) => activeOf(trigger).map(({ name }) => name)));
    const template = compileTemplate([...names].map((name) => `{{${name}}}`).join('|'), 'html');
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', ' ', '0', '2026-03-12', -1, 1e300));
    const known = fc.constantFrom(
      'address',
      'items',
      'pix',
      'card',
      'boleto',
      'name',
      'utms',
      'number',
      'status',
      'total',
    );
    const fields = fc.dictionary(
      known,
      fc.oneof(value, fc.array(fc.dictionary(known, value)), fc.dictionary(known, value)),
    );
    const event = fc.dictionary(fc.constantFrom(...members), fc.oneof(value, fields));
    fc.assert(
      fc.property(event, fc.constantFrom(...triggers), (data, trigger) => {
        const records = emptyRecords(trigger, data);
        expect(render(template, dataOf(records), context)).not.toMatch(/\bundefined\b|\bNaN\b|\[object /);
        records.order = fullRecords('pix.generated').order;
        expect(render(template, dataOf(records), context)).not.toMatch(/\bundefined\b|\bNaN\b|\[object /);
      }),
      { numRuns: 60 },
    );
  });

  test('escapes a store’s texts', () => {
    const name = '<b>Maria</b>';
    const data = dataOf(emptyRecords('pix.generated', { customer: { name } }));
    expect(show('customer.name', data, 'html')).toBe(escapeHtml(name));
  });
});
