import { describe, expect, test } from 'vitest';
import { checkStoreEvent, storeEventSchema } from './check.ts';
import { eventTypes, type EventType } from './schema.ts';
import { eventWarnings } from './warnings.ts';

const order = { id: '1042' };
const customer = { email: 'maria@cliente.example' };
const minimal: Record<EventType, object> = {
  'pix.generated': { order, payment: { pix: { payload: '000201' } } },
  'boleto.generated': { order, payment: { boleto: { line: '00190' } } },
  'payment.confirmed': { order },
  'payment.failed': { order },
  'cart.abandoned': { customer, cart: {} },
  'lead.created': { lead: { phone: '+5511900000000' } },
  tracking_code_updated: { order, tracking: { code: 'AA123456785BR' } },
};
const event = (type: EventType, data: unknown = minimal[type], rest: object = {}): unknown => ({
  id: 'evt_1',
  type,
  occurred_at: '2026-03-12T17:05:00Z',
  data,
  ...rest,
});
const lines = (count: number): object[] => Array.from({ length: count }, () => ({ title: 'a', quantity: 1 }));
const issuesOf = (body: unknown): string[] => {
  const checked = checkStoreEvent(body);
  return checked.ok ? [] : checked.issues.map(({ path, code }) => `${path} ${code}`);
};

describe('accepted events', () => {
  test.each(eventTypes)('[COM6] the minimal %s', (type) => expect(issuesOf(event(type))).toEqual([]));

  const full = {
    checkout_id: '01a1fe5c-f845-7707-aa7c-8133869df714',
    order: {
      ...order,
      number: '1042',
      status: 'PENDING',
      payment_method: 'pix',
      total: 18990,
      subtotal: 18000,
      discount: 1000,
      currency: 'BRL',
      created_at: '2026-03-12T17:04:00-03:00',
      items: [
        { title: 'Camiseta Azul', quantity: 1, unit_price: 10000, image: 'https://loja.example/c.png', colour: 7 },
      ],
    },
    payment: { provider: 'sandbox', pix: { payload: '000201', txid: 'A1', expires_at: '2026-03-13T17:05:00Z' } },
    customer: { name: 'Maria', ...customer, phone: null, document: '12345678909' },
    shipping: { name: 'PAC', price: 1990, turnaround_min_days: 5, turnaround_max_days: 8, address: { city: 'X' } },
    more: { deep: [1] },
  };
  test.each<[string, unknown]>([
    ['a whole one, with members of its own', event('pix.generated', full, { source: 'x' })],
    [
      'null where nothing is known',
      event('payment.failed', { order: { ...order, number: null, items: null }, customer: null }),
    ],
    [
      'a PIX with its page alone',
      event('pix.generated', { order, payment: { pix: { url: 'https://loja.example/pagar/1' } } }),
    ],
    [
      'a boleto with its address alone',
      event('boleto.generated', { order, payment: { boleto: { url: 'https://b.example/1' } } }),
    ],
    ['an abandoned cart by the id of a checkout', event('cart.abandoned', { customer, checkout_id: 'x' })],
    ['an id of 200 characters', event('lead.created', undefined, { id: '😀'.repeat(200) })],
    ['100 items', event('payment.failed', { order: { ...order, items: lines(100) } })],
  ])('[COM6] %s', (_, body) => expect(issuesOf(body)).toEqual([]));
});

describe('refused events', () => {
  const withOrder = (change: object): unknown => event('payment.confirmed', { order: { ...order, ...change } });
  test.each<[string, unknown, string[]]>([
    ['no object', [], [' wrong_type']],
    ['nothing in it', {}, ['data required', 'id required', 'occurred_at required', 'type required']],
    ['another type', event('order.shipped' as EventType, {}), ['type invalid_value']],
    ['an empty id', event('lead.created', undefined, { id: '' }), ['id blank']],
    ['an id of 201', event('lead.created', undefined, { id: 'x'.repeat(201) }), ['id too_long']],
    ['an id with NUL', event('lead.created', undefined, { id: 'a\u0000' }), ['id invalid_characters']],
    ['a number for an id', event('lead.created', undefined, { id: 7 }), ['id wrong_type']],
    [
      'a day for an instant',
      event('lead.created', undefined, { occurred_at: '2026-03-12' }),
      ['occurred_at invalid_instant'],
    ],
    ['data that is null', event('lead.created', null), ['data wrong_type']],
    ['an order without an id', event('payment.failed', { order: {} }), ['data.order.id required']],
    ['an order that is a list', event('payment.failed', { order: [] }), ['data.order wrong_type']],
    ['reais for cents', withOrder({ total: 189.9 }), ['data.order.total wrong_type']],
    ['a negative amount', withOrder({ total: -1 }), ['data.order.total too_small']],
    ['another currency', withOrder({ currency: 'USD' }), ['data.order.currency invalid_value']],
    ['a status of 101', withOrder({ status: 'x'.repeat(101) }), ['data.order.status too_long']],
    ['101 items', withOrder({ items: lines(101) }), ['data.order.items too_many']],
    [
      'a script for a picture',
      withOrder({ items: [{ title: 'a', quantity: 1, image: 'javascript:1' }] }),
      ['data.order.items[0].image invalid_url'],
    ],
    [
      'a script for a link',
      event('tracking_code_updated', { order, tracking: { code: 'A', url: 'javascript:1' } }),
      ['data.tracking.url invalid_url'],
    ],
    [
      'a PIX without its order',
      event('pix.generated', { payment: { pix: { payload: 'x' } } }),
      ['data.order required'],
    ],
    [
      'a PIX without its code and its page',
      event('pix.generated', { order, payment: { pix: { payload: null } } }),
      ['data required_one_of'],
    ],
    [
      'a script for the page of a PIX',
      event('pix.generated', { order, payment: { pix: { url: 'javascript:1' } } }),
      ['data.payment.pix.url invalid_url'],
    ],
    [
      'a boleto without line or address',
      event('boleto.generated', { order, payment: { boleto: { line: ' ' } } }),
      ['data required_one_of'],
    ],
    ['a payment without an order', event('payment.confirmed', { order: null }), ['data.order required']],
    [
      'a tracking code without a code',
      event('tracking_code_updated', { order, tracking: {} }),
      ['data.tracking.code required'],
    ],
    [
      'a lead nobody can reach',
      event('lead.created', { lead: { email: '' }, customer: { name: 'Maria' } }),
      ['data required_one_of'],
    ],
    ['an abandoned cart without a cart', event('cart.abandoned', { customer }), ['data required_one_of']],
    ['an abandoned nothing', event('cart.abandoned', {}), ['data required_one_of', 'data required_one_of']],
  ])('[COM6] %s', (_, body, issues) => expect(issuesOf(body).toSorted()).toEqual(issues));

  test('[CHK4] all violations are reported together, with messages that name the accepted values', () => {
    const checked = checkStoreEvent(event('pix.generated', { order: { ...order, total: 'x' } }, { occurred_at: 1 }));
    expect(checked.ok ? [] : checked.issues.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/occurred_at', 'occurred_at must be a string, got 1'],
      ['/data/order/total', 'data.order.total must be an integer or null, got "x"'],
      ['/data', 'data must have one of: payment.pix.payload, payment.pix.url'],
    ]);
    const many = Array.from({ length: 5_000 }, () => 1);
    expect(issuesOf(event('payment.failed', { order: { ...order, items: many } })).length).toBe(100);
  });

  test('[COM6] maximal nesting and members named __proto__ have no effect', () => {
    const deep = `{"id":"e","type":"payment.failed","occurred_at":"2026-03-12T17:05:00Z","data":{"__proto__":{"order":1},"order":{"id":"1","x":${'['.repeat(2_000)}${']'.repeat(2_000)}}}}`;
    expect(issuesOf(JSON.parse(deep))).toEqual([]);
    const inherited =
      '{"id":"e","type":"payment.failed","occurred_at":"2026-03-12T17:05:00Z","data":{"__proto__":{"order":{"id":"1"}}}}';
    expect(issuesOf(JSON.parse(inherited))).toEqual(['data.order required']);
  });
});

test('[COM6] the published schema names its parts', () => {
  expect(Object.keys(storeEventSchema.$defs!).toSorted()).toEqual(['EventData', 'EventItem', 'StoreEvent']);
});

test('[COM6] contacts, instants and the PIX code are as they were meant, all else as it came', () => {
  const data = {
    order: { id: ' 1042\u200b', created_at: '2026-03-12T17:00:00-0300' },
    customer: {
      name: 'Ana ',
      email: 'ana@loja.example\u200b',
      phone: '01511987654321',
      document: '529.982.247\u201325',
    },
    payment: {
      pix: { payload: ' PIX\n-123', expires_at: '2026-03-12t18:05:00-03' },
      boleto: { expires_at: '2026-03-15T00:00:00z' },
      other: '\u200b',
    },
    more: [1],
  };
  const checked = checkStoreEvent(event('pix.generated', data, { occurred_at: '2026-03-12T17:05:00-0300' }));
  if (!checked.ok) throw new Error('refused');
  expect(checked.event).toMatchObject({
    occurred_at: '2026-03-12T17:05:00-03:00',
    data: {
      order: { id: ' 1042\u200b', created_at: '2026-03-12T17:00:00-03:00' },
      customer: { name: 'Ana ', email: 'ana@loja.example', phone: '+5511987654321', document: '529.982.247-25' },
      payment: {
        pix: { payload: 'PIX-123', expires_at: '2026-03-12T18:05:00-03:00' },
        boleto: { expires_at: '2026-03-15T00:00:00Z' },
        other: '\u200b',
      },
      more: [1],
    },
  });
  expect(data.payment.pix.payload).toBe(' PIX\n-123');
  expect(eventWarnings(checked.event).map(({ code, path }) => `${code} ${path}`)).toEqual([
    'PIX_CODE_UNREADABLE data.payment.pix.payload',
  ]);
});
