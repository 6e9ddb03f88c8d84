import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { contactKey } from '../../../base/crypto/contact-hash.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import { eventInsertMany } from '../../events/queries/events.ts';
import { purchaseNamed, purchaseNameIn } from './purchase-contacts.ts';
import type { PurchaseIds } from './purchase-contacts.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const storeId = newId();
const nothing: PurchaseIds = { orders: [], checkouts: [], events: [] };
const named = (search: string, people = true, store = storeId): Promise<PurchaseIds> =>
  purchaseNamed(db, store, purchaseNameIn(search, people), 10);

const customer = { name: 'Ana Lima', email: ' Ana@Cliente.example', phone: '+55 (11) 98765-4321' };

async function addOrder(number: string, contact: object): Promise<{ orderId: string; eventId: string }> {
  const [orderId, eventId] = [newId(), newId()];
  await db.query(
    `insert into orders (order_id, store_id, number, status, status_at, customer) values ($1, $2, $3, 'pending', now(), $4)`,
    [orderId, storeId, number, JSON.stringify(contact)],
  );
  await addEvent(eventId, { orderId, data: {} });
  return { orderId, eventId };
}

const addEvent = (
  eventId: string,
  { orderId, checkoutId, data }: { orderId?: string; checkoutId?: string; data: object },
): Promise<unknown> =>
  db.query(
    `insert into events (event_id, store_id, type, order_id, checkout_id, occurred_at, data)
     values ($1, $2, 'lead.created', $3, $4, now(), $5)`,
    [eventId, storeId, orderId ?? null, checkoutId ?? null, JSON.stringify(data)],
  );

const insertEvent = (eventId: string, data: object): Promise<unknown> =>
  eventInsertMany(db, [
    {
      eventId,
      storeId,
      type: 'lead.created',
      externalId: null,
      subject: null,
      orderId: null,
      checkoutId: null,
      occurredAt: 0,
      data: JSON.stringify(data),
      startsRuns: false,
    },
  ]);

describe('a search finds', () => {
  test('an order by its number or its customer, and not by a part of either', async () => {
    const { orderId, eventId } = await addOrder('10042', customer);
    const found = { orders: [orderId], checkouts: [], events: [eventId] };
    for (const search of [
      '10042',
      '#10042',
      'ana@cliente.example',
      'ANA@cliente.example ',
      '11987654321',
      '551187654321',
    ])
      expect([search, await named(search)]).toEqual([search, found]);
    for (const search of ['1004', 'na@cliente.example', '987654321', 'Ana Lima', ''])
      expect([search, await named(search)]).toEqual([search, nothing]);
  });

  test('[AUT5] no contact without permission to search contacts, and nothing of another store', async () => {
    await addOrder('20042', { email: 'bia@cliente.example' });
    expect(await named('bia@cliente.example', false)).toEqual(nothing);
    expect((await named('20042', false)).orders).toHaveLength(1);
    expect(await named('20042', true, newId())).toEqual(nothing);
  });

  test('the shopper of a checkout, and one who is only in an event', async () => {
    const [checkoutId, atCheckout, alone] = [newId(), newId(), newId()];
    await db.query(
      `insert into checkouts (checkout_id, store_id, cart_token, subtotal_cents, discount_cents, total_cents, signed, request,
         captured_at, email_key)
       values ($1, $2, 'cart', 0, 0, 0, false, '{}', now(), 'caio@cliente.example')`,
      [checkoutId, storeId],
    );
    await addEvent(atCheckout, { checkoutId, data: {} });
    await insertEvent(alone, { lead: { email: 'caio@cliente.example', phone: '21 91234-5678' } });
    const both = await named('caio@cliente.example');
    expect({ ...both, events: both.events.toSorted() }).toEqual({
      orders: [],
      checkouts: [checkoutId],
      events: [atCheckout, alone].toSorted(),
    });
    expect((await named('+5521912345678')).events).toEqual([alone]);
  });

  test('the customer of an event before the lead, and none for an invalid address', async () => {
    const [both, hostile] = [newId(), newId()];
    await insertEvent(both, { customer: { email: 'Dora@Cliente.example' }, lead: { email: 'outra@cliente.example' } });
    await insertEvent(hostile, {
      customer: { email: `${'a'.repeat(4_000)}@b.example`, phone: 5 },
      lead: { email: 'a\0@b.c' },
    });
    expect((await named('dora@cliente.example')).events).toEqual([both]);
    expect(await named('outra@cliente.example')).toEqual(nothing);
    const { rows } = await db.query('select email_key, phone_key from events where event_id = $1', [hostile]);
    expect(rows).toEqual([{ email_key: null, phone_key: null }]);
  });

  test('PostgreSQL computes the same key of a phone as the service', async () => {
    const written = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789 ()-+.')), maxLength: 20 }),
      fc.integer({ min: 0, max: 999_999_999 }).map((number) => `+5511${String(number).padStart(9, '9')}`),
      fc.integer({ min: 10_000_000, max: 99_999_999 }).map((number) => `055 21 ${number}`),
    );
    const phones = fc.sample(written, { numRuns: 2_000, seed: 1 });
    const { rows } = await db.query<{ key: string | null }>(
      `select phone_key(phone) as key from unnest($1::text[]) with ordinality as p (phone, n) order by n`,
      [phones],
    );
    expect(rows.map(({ key }) => key)).toEqual(phones.map((phone) => contactKey('phone', phone)));
    expect(rows.filter(({ key }) => key?.length === 10).length).toBeGreaterThan(100);
  });
});
