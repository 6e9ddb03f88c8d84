import { checkStoreEvent, type StoreEvent } from '@retoma/commerce';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from '../read-json.ts';
import { sampleOrder, samples } from './testing/fixtures.ts';
import { translate } from './translate.ts';

const shop = samples.secrets;
const read = (json: unknown): unknown => readJson(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)));
const ofOrder = (change: object) => translate({ kind: 'order', json: read({ ...sampleOrder, ...change }) }, shop);

const expectValid = (event: StoreEvent): void => {
  expect(checkStoreEvent(event)).toMatchObject({ ok: true });
};

test.each(samples.fixtures)('[CON14] $name', ({ kind, body, reports }) => {
  const translated = translate({ kind, json: read(body) }, shop);
  expect(translated).toEqual(reports);
  for (const report of translated) {
    if (report.kind === 'event') expectValid(report.event);
  }
});

describe('values', () => {
  test.each([
    ['2026-03-12T14:05:00-03:00'],
    ['2026-03-12T17:05:00+0000'],
    [{ date: '2026-03-12 17:05:00.000000', timezone_type: 3, timezone: 'UTC' }],
    [{ date: '2026-03-12 14:05:00.000000', timezone_type: 1, timezone: '-03:00' }],
  ])('[CON14] the instant %j', (completed_at) =>
    expect(ofOrder({ completed_at })).toMatchObject([{ event: { occurred_at: '2026-03-12T17:05:00.000Z' } }]),
  );

  test('[CON14] an instant in a zone that is only named counts as unknown', () =>
    expect(
      ofOrder({
        completed_at: { date: '2026-03-12 17:05:00', timezone: 'America/Sao_Paulo' },
        created_at: '2026-03-12T16:00:00+0000',
      }),
    ).toMatchObject([{ event: { occurred_at: '2026-03-12T16:00:00.000Z' } }]));

  test('[CON2] an id above 2^53 keeps its digits', () => {
    const body = JSON.stringify(sampleOrder).replace('"id":871254203', '"id":9007199254740993');
    expect(translate({ kind: 'order', json: read(body) }, shop)).toMatchObject([
      { event: { id: 'nuvemshop:789:order:9007199254740993:pix', data: { order: { id: '9007199254740993' } } } },
    ]);
  });

  test('[CON14] without the scope for customers, the contact names the person', () => {
    const contact = { contact_phone: null, customer: { phone: '11 3333-4444', name: 'M' } };
    expect(ofOrder(contact)).toMatchObject([
      { event: { data: { customer: { name: 'Maria Silva', phone: '+551133334444' } } } },
    ]);
  });

  test('[CON14] what an order made by the API leaves out is unknown', () => {
    const none = { contact_name: 'Não informado', contact_email: 'email@naoinformado.com', contact_phone: null };
    const reports = ofOrder({ ...none, billing_phone: null, shipping_address: null, contact_identification: null });
    expect(reports).toHaveLength(1);
    expect(reports[0]).not.toHaveProperty('event.data.customer');
  });

  test('[CON14] without the address of the shop an order by PIX is only recorded', () =>
    expect(
      translate({ kind: 'order', json: read(sampleOrder) }, { ...shop, credentials: { accessToken: 'a' } }),
    ).toMatchObject([{ kind: 'order', data: { order: { status: 'pending' } } }]));

  test.each([['0'], ['1.5'], ['x'], [null], [-1], ['1e3']])('[CON14] a quantity of %j', (quantity) => {
    const [report] = ofOrder({ products: [{ name: 'Boné', quantity }] });
    expect(report).not.toHaveProperty('event.data.order.items');
  });
});

test('[CON2] whatever the types, it gives valid events or none', () => {
  const members = Object.keys(sampleOrder);
  const nonsense = fc.dictionary(fc.constantFrom(...members, 'fulfillments'), fc.jsonValue({ maxDepth: 4 }));
  fc.assert(
    fc.property(nonsense, fc.constantFrom('order', 'cart', 'customer', 'tracking'), (change, kind) => {
      const reports = translate({ kind, json: read({ ...sampleOrder, ...change }) }, shop);
      for (const report of reports) {
        if (report.kind === 'event') expectValid(report.event);
      }
    }),
  );
  fc.assert(fc.property(fc.jsonValue(), (json) => void translate({ kind: 'order', json: read(json) }, shop)));
});
