import { unaudited } from '../members/audit/testing/unaudited.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { credentialsKey } from '../base/crypto/seal.ts';
import { createEndpoint } from '../shop/webhooks/manage-endpoints.ts';
import { hashContactKey, contactKey } from '../base/crypto/contact-hash.ts';
import type { Engine } from '../automations/engine/engine.ts';
import { createKey, createStore } from '../stores/manage-stores.ts';
import { rowsWith } from '../testing/rows-with.ts';
import { smallCart, startTestService, type TestService } from '../testing/test-service.ts';
import { erasePerson, type Erasure } from './erase-person.ts';
import type { ContactRequest } from '../base/contacts/contact-keys.ts';
import {
  automate,
  buyOnPage,
  purchaseCart,
  engineOf,
  orderOf,
  otto,
  reply,
  settle,
  sendEvent,
  tracesOfZelia,
  zelia,
  zeliaAgain,
} from './testing/full-purchase.ts';

let service: TestService;
let engine: Engine;
beforeEach(async () => {
  service = await startTestService();
  engine = engineOf(service);
  await automate(service, service.storeId);
  const webhooks = { ...parts(), credentialsKey: credentialsKey('a secret of tests'), allowPrivate: false };
  await createEndpoint(webhooks, service.storeId, { url: 'https://erp.example' }, unaudited);
});
afterEach(() => service.stop());

const parts = () => ({ db: service.context.db, clock: service.context.clock, contactSecret: engine.contactSecret });
const erase = async (person: ContactRequest, storeId = service.storeId): Promise<Erasure & { ok: true }> => {
  const erased = await erasePerson(parts(), { storeId, person, by: 'cli' }, unaudited);
  if (!erased.ok) throw new Error(erased.code);
  return erased;
};
const rows = async (text: string, ...values: unknown[]) =>
  (await service.context.db.query<Record<string, unknown>>(text, values)).rows;

const namingRows = (texts: readonly string[]) => rowsWith(service.context.db, texts);
const tablesIn = (found: readonly string[]): string[] => [...new Set(found.map((row) => row.split(':')[0]!))];

/** Creates all data that a store can have of a person: from our page, and from a store's own system. Returns the checkout's id. */
async function buy(customer: typeof zelia, id: string): Promise<string> {
  const checkoutId = await buyOnPage(service, customer);
  await sendEvent(service, service.secretKey, 'lead.created', {
    lead: customer,
    cart: { token: id },
    browser: { ip: customer.ip },
  });
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(customer, id));
  const tracking = { code: `BR${id}`, url: 'https://r.example' };
  await sendEvent(service, service.secretKey, 'tracking_code_updated', { order: { id }, tracking });
  await settle(engine);
  return checkoutId;
}

describe('erasing a person', () => {
  test('[COM8] leaves none of their data in any column of any table, and all data of others', async () => {
    await buy(zelia, 'Z1');
    await buy(otto, 'O1');
    expect(await reply(engine, service.storeId, zelia.phone, 'Quero sim')).toBe('accepted');
    await settle(engine);
    const before = await namingRows(tracesOfZelia);
    expect(tablesIn(before)).toEqual([
      'checkouts',
      'events',
      'inbound_messages',
      'messages',
      'orders',
      'sandbox_messages',
      'shoppers',
      'webhook_messages',
    ]);
    const ottos = await namingRows(['otto']);
    const { counts, finished } = await erase({ email: zeliaAgain.email });
    expect(finished).toBe(true);
    expect(counts).toMatchObject({ checkouts: 1, shoppers: 1, orders: 2, payments: 1, events: 6, runs: 3, replies: 1 });
    await settle(engine);
    expect(await namingRows(tracesOfZelia)).toEqual([]);
    expect(await namingRows(['otto'])).toEqual(ottos);
    expect(await service.count('shopper_consents')).toBe(1);
  });

  test('[WHK11] deletes what webhooks say of them and what was answered, and sends nothing of it any more', async () => {
    await buy(zelia, 'Z1');
    await rows(`insert into webhook_attempts (endpoint_id, message_id, at, duration_ms, status, response)
      select endpoint_id, message_id, now(), 1, 500, body from (
        select endpoint_id, message_id, left(body, 500) as body from webhook_messages where type = 'order.created') logged`);
    expect((await erase({ email: zelia.email })).counts).toMatchObject({
      webhooks: await service.count('webhook_messages'),
    });
    expect(await rows('select distinct state, body from webhook_messages')).toEqual([
      { state: 'cancelled', body: null },
    ]);
    expect(await rows('select distinct response from webhook_attempts')).toEqual([{ response: null }]);
  });

  test.each(Object.entries(zeliaAgain))('[COM8] finds them by %s in any spelling', async (kind, value) => {
    await buy(zelia, 'Z1');
    await erase({ [kind]: value });
    await settle(engine);
    expect(await namingRows(tracesOfZelia)).toEqual([]);
  });

  test.each(['\u0000', '\ud800', '\\u0000', '\ud83d\ude00'])('[COM8] finds them in JSON with %j', async (odd) => {
    const named = { ...zelia, name: `${odd}Zelia${odd}` };
    const { metadata, ...request } = purchaseCart(named);
    const made = await service.post({ ...request, metadata: { [`${odd}a`]: metadata.seller } });
    expect(made.status).toBe(201);
    const lead = { ...named, note: odd };
    await sendEvent(service, service.secretKey, 'lead.created', {
      lead: { ...lead, name: 'Zelia' },
      cart: { token: 'T' },
    });
    await settle(engine);
    expect((await erase({ phone: zeliaAgain.phone })).finished).toBe(true);
    await settle(engine);
    expect(await namingRows(tracesOfZelia)).toEqual([]);
    expect(await rows(`select request::json->'cart'->'items'->0->>'title' as title from checkouts`)).toEqual([
      { title: smallCart.cart.items[0]!.title },
    ]);
  });

  test('[COM8] keeps the amounts, and a checkout that can be opened', async () => {
    const checkoutId = await buy(zelia, 'Z1');
    const amounts = `select subtotal_cents, discount_cents, total_cents from checkouts where checkout_id = $1`;
    const before = await rows(amounts, checkoutId);
    const paid = `select status, total_cents, paid_at, number from orders where checkout_id = $1`;
    const order = await rows(paid, checkoutId);
    expect(order).toMatchObject([{ status: 'paid', total_cents: 9480 }]);
    await erase(zelia);
    expect(await rows(amounts, checkoutId)).toEqual(before);
    expect(await rows(paid, checkoutId)).toEqual(order);
    const storedOrder = `select number, total_cents, status, items, shipping, payment from orders where external_id is not null`;
    expect(await rows(storedOrder)).toEqual([
      {
        number: 'Z1',
        total_cents: 9480,
        status: 'pending',
        items: [{ title: 'Camiseta', quantity: 2, unit_price: 4990 }],
        shipping: { name: 'PAC', price: 1990 },
        payment: { id: 'pay-Z1', provider: 'psp' },
      },
    ]);
    const page = await fetch(`${service.baseUrl}/pay/${checkoutId}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Camiseta')]);
  });

  test('[COM8] a shopper who returns to an unpaid code still finds it', async () => {
    const checkoutId = await buyOnPage(service, zelia, 'pix-unpaid');
    const code = `select details->'pix'->>'payload' as code from payments`;
    const before = await rows(code);
    expect(before).toEqual([{ code: expect.stringMatching(/^000201/) }]);
    await erase(zelia);
    expect(await rows(code)).toEqual(before);
    const page = await fetch(`${service.baseUrl}/pay/${checkoutId}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(String(before[0]!['code']))]);
  });

  test('[COM8] cancels messages to them, and no others', async () => {
    await buy(zelia, 'Z1');
    await buy(otto, 'O1');
    await sendEvent(service, service.secretKey, 'lead.created', { lead: zelia, cart: { token: 'queued' } });
    await erase(zelia);
    service.pass(601 * 60_000);
    await settle(engine);
    const runs = `select status, reason, count(*)::int from runs group by 1, 2 order by 1`;
    expect(await rows(runs)).toEqual([
      { status: 'cancelled', reason: 'PERSON_ERASED', count: 3 },
      { status: 'waiting', reason: null, count: 3 },
    ]);
    expect(await namingRows(tracesOfZelia)).toEqual([]);
  });

  test('[COM8] a later import of the same person sends them nothing', async () => {
    await buy(zelia, 'Z1');
    await erase({ email: zelia.email, phone: zelia.phone });
    await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z2'));
    await settle(engine);
    const sent = await rows(
      `select state, reason, recipient from messages where recipient is not null or reason is not null`,
    );
    expect(new Set(sent.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ state: 'skipped', reason: 'OPTED_OUT', recipient: null })]),
    );
    const timelines = await rows(`select timeline from runs order by started_at desc limit 1`);
    expect(String(timelines[0]!['timeline'])).toContain('OPTED_OUT');
    const stored = await rows(`select channel, state, source, ip from consents order by channel`);
    const withdrawn = { state: 'withdrawn', source: 'erasure', ip: null };
    expect(stored).toEqual(['email', 'sms', 'whatsapp'].map((channel) => ({ channel, ...withdrawn })));
  });

  test('[COM8] does not affect another store', async () => {
    const { storeId } = await createStore(service.context.db, 'Outra');
    const { key } = (await createKey(service.context.db, service.context.keys, storeId, 'secret', unaudited))!;
    await automate(service, storeId);
    await sendEvent(service, key, 'pix.generated', orderOf(zelia, 'Z1'));
    await settle(engine);
    const before = await namingRows(tracesOfZelia);
    const { counts } = await erase(zelia);
    expect(counts).toEqual({});
    expect(await namingRows(tracesOfZelia)).toEqual(before);
    expect(await erasePerson(parts(), { storeId: newId(), person: zelia, by: 'cli' }, unaudited)).toEqual({
      ok: false,
      code: 'STORE_NOT_FOUND',
    });
  });

  test('[COM8] the store’s own ids stay, so that a repeated event counts once', async () => {
    const occurred_at = new Date(service.context.clock()).toISOString();
    const event = JSON.stringify({ id: 'pix-Z1', type: 'pix.generated', occurred_at, data: orderOf(zelia, 'Z1') });
    const headers = { 'content-type': 'application/json', 'x-api-key': service.secretKey };
    const say = async () => {
      const answer = await fetch(`${service.baseUrl}/stores/external/events`, { method: 'POST', headers, body: event });
      expect(answer.ok).toBe(true);
    };
    await say();
    const ids = () =>
      rows(`select external_id as id from events where external_id is not null
            union all select cart_token from checkouts where cart_token is not null order by 1`);
    const before = await ids();
    expect(before.length).toBeGreaterThan(0);
    await erase(zelia);
    expect(await ids()).toEqual(before);
    await say();
    expect(await ids()).toEqual(before);
    expect(await namingRows(tracesOfZelia)).toEqual([]);
  });

  test('[COM8] a second erasure finds nothing; both are recorded without identifying the person', async () => {
    await buy(zelia, 'Z1');
    const first = await erase(zelia);
    const again = await erase(zelia);
    expect([again.counts, again.finished]).toEqual([{}, true]);
    const requests = await rows(
      'select kind, requested_by, counts, finished_at is not null as finished from privacy_requests',
    );
    expect(requests).toEqual([
      { kind: 'erase', requested_by: 'cli', counts: first.counts, finished: true },
      { kind: 'erase', requested_by: 'cli', counts: null, finished: true },
    ]);
    expect(await service.count('consents')).toBe(3);
  });

  test('[COM8] an interrupted erasure continues under its request', async () => {
    await buy(zelia, 'Z1');
    await service.asOwner(`create function die() returns trigger language plpgsql as $$
      begin if new.kind = 'cancel' then raise exception 'killed'; end if; return new; end $$`);
    await service.asOwner('create trigger die before insert on run_operations for each row execute function die()');
    await expect(erase(zelia)).rejects.toThrow('killed');
    expect(tablesIn(await namingRows(tracesOfZelia))).toContain('orders');
    await service.asOwner('drop trigger die on run_operations');
    const { requestId } = await erase(zelia);
    expect(await rows('select request_id from privacy_requests where finished_at is not null')).toEqual([
      { request_id: requestId },
    ]);
    expect(await service.count('privacy_requests')).toBe(1);
    await settle(engine);
    expect(await namingRows(tracesOfZelia)).toEqual([]);
  });

  test('[COM8] a message in delivery is sent, and nothing of it is stored', async () => {
    const [started, delivering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    engine = engineOf(service, () => {
      started.resolve();
      return delivering.promise;
    });
    await sendEvent(service, service.secretKey, 'lead.created', { lead: zelia, cart: { token: 'one' } });
    const settled = settle(engine);
    await started.promise;
    const { finished } = await erase(zelia);
    expect(finished).toBe(true);
    delivering.resolve();
    await settled;
    await settle(engine);
    expect(await rows('select state, recipient, content from messages order by state desc')).toEqual([
      { state: 'sent', recipient: null, content: null },
      { state: 'failed', recipient: null, content: null },
    ]);
  });

  test('[COM8] is refused without a valid address or document', async () => {
    for (const [person, code] of [
      [{}, 'CONTACT_REQUIRED'],
      [{ email: 'zelia' }, 'INVALID_EMAIL'],
      [{ phone: '123' }, 'INVALID_PHONE'],
      [{ document: '-' }, 'INVALID_DOCUMENT'],
    ] as const) {
      const refused = await erasePerson(parts(), { storeId: service.storeId, person, by: 'cli' }, unaudited);
      expect(refused).toEqual({ ok: false, code });
    }
    expect(await service.count('privacy_requests')).toBe(0);
  });

  test('[COM8] deletes the origin of a consent, and keeps the consent', async () => {
    const person = hashContactKey(engine.contactSecret, service.storeId, contactKey('email', zelia.email)!);
    await rows(
      `insert into consents (consent_id, store_id, channel, contact_hash, state, source, ip, at)
       values ($1, $2, 'email', $3, 'granted', 'checkout', '203.0.113.77', now())`,
      newId(),
      service.storeId,
      person,
    );
    await erase({ email: zelia.email });
    expect(await rows('select state, ip from consents order by at')).toEqual([
      { state: 'granted', ip: null },
      { state: 'withdrawn', ip: null },
    ]);
  });
});
