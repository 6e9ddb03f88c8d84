import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAdvertisedStore } from '../../../providers/ads/testing/advertised-store.ts';
import { abandonCheckouts } from '../../checkouts/abandon-checkouts.ts';
import { rowsWith } from '../../../testing/rows-with.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { marina, mugs, shopperAt, valueOf } from '../testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
let path: string;
beforeEach(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix');
  path = await shopper.create(mugs());
  await shopper.open(path);
});
afterEach(() => service.stop());

const { email, phone } = marina;
const rows = async (text: string) => (await service.context.db.query<Record<string, unknown>>(text)).rows;
const leads = () => rows(`select type, data->'lead' as lead from events order by event_id`);
const send = (form: Record<string, string>, to = path) => shopper.post(`${to}/contact`, form);

/** The rows of every table that contain the contact or one of these texts. */
const rowsOf = (...texts: string[]) => rowsWith(service.context.db, texts.length > 0 ? texts : ['marina', '98765']);

test('[COM34] a phone alone makes the checkout a lead that can be abandoned', async () => {
  expect((await send({ phone })).status).toBe(204);
  expect(await leads()).toEqual([{ type: 'lead.created', lead: { phone: '+5511987654321' } }]);
  service.pass(31 * 60_000);
  await abandonCheckouts(service.context, 10);
  expect(await leads()).toMatchObject([{ type: 'lead.created' }, { type: 'cart.abandoned' }]);
});

test('[COM34] what is valid is stored, and shown again to this browser alone', async () => {
  await send({ phone: '11 9', email: ` ${email.toUpperCase()}` });
  await send({ name: 'Outra', document: marina.document, email: '' });
  expect(await rows('select customer from shoppers')).toEqual([{ customer: { email } }]);
  expect(valueOf(await shopper.open(path), 'email')).toBe(email);
  expect(valueOf(await shopperAt(service).open(path), 'email')).toBe('ma•••@exemplo.com.br');
});

test('[COM34] a corrected contact replaces the first one, and is the same lead', async () => {
  await send({ email: 'marina@exemplo.com' });
  await send({ email });
  expect(await rows('select customer from shoppers')).toEqual([{ customer: { email } }]);
  expect(await leads()).toHaveLength(1);
});

test('[COM34] a shopper who refuses leaves nothing in the database', async () => {
  await send({ email, phone });
  expect((await rowsOf()).length).toBeGreaterThan(0);
  expect((await send({ forget: '' })).status).toBe(204);
  expect(await rowsOf()).toEqual([]);
  service.pass(31 * 60_000);
  expect(await abandonCheckouts(service.context, 10)).toEqual({ looked: 0, abandoned: 0 });
  expect((await send({ forget: '' })).status).toBe(204);
});

test('[COM34] after a refusal the first step is a lead again', async () => {
  await send({ email });
  await send({ forget: '' });
  await shopper.post(`${path}/data`, marina);
  expect(await leads()).toMatchObject([{ lead: null }, { lead: { email, name: marina.name } }]);
});

test('[COM34] a refusal takes back the lead that platforms wait for, and leaves what the visit stored', async () => {
  const advertised = await startAdvertisedStore(['meta']);
  try {
    const { db } = advertised.service.context;
    const visited = await advertised.visit();
    const before = await rowsWith(db, ['marina', '98765']);
    await advertised.shopper.post(`${visited}/contact`, { email, phone });
    expect(await advertised.ledger('lead')).toMatchObject([{ state: 'queued' }]);
    await advertised.shopper.post(`${visited}/contact`, { forget: '' });
    expect(await rowsWith(db, ['marina', '98765'])).toEqual(before);
    expect(await advertised.ledger()).toMatchObject([{ event: 'begin_checkout', state: 'queued' }]);
    expect(await rowsWith(db, ['gclid'])).toHaveLength(1);
    await advertised.enter(visited, true);
    await advertised.work();
    expect(await advertised.ledger('lead')).toMatchObject([{ state: 'sent' }]);
  } finally {
    await advertised.stop();
  }
});

test('[COM34] a refusal after a platform was asked to take the lead ends its repetitions', async () => {
  const advertised = await startAdvertisedStore(['meta']);
  try {
    const visited = await advertised.visit();
    await advertised.enter(visited, true);
    // Of the lead, and of the beginning of the checkout.
    advertised.servers.meta.failNext(503);
    advertised.servers.meta.failNext(503);
    await advertised.work();
    await advertised.shopper.post(`${visited}/contact`, { forget: '' });
    expect(await advertised.ledger('lead')).toMatchObject([{ state: 'skipped', reason: 'ERASED', attempts: 1 }]);
  } finally {
    await advertised.stop();
  }
});

test('[COM34] a refusal leaves what the store sent, and what was ordered', async () => {
  const named = await shopper.create({ ...mugs(), customer: { email: 'loja@exemplo.com.br' } });
  await send({ forget: '' }, named);
  expect(await rowsOf('loja@exemplo')).not.toEqual([]);
  await shopper.post(`${path}/data`, marina);
  await shopper.post(`${path}/pay`, { method: 'pix' });
  await send({ forget: '' });
  await send({ email: 'outra@exemplo.com.br' });
  expect(await rows(`select customer->>'email' as email from orders`)).toEqual([{ email }]);
  expect(await rowsOf('outra@')).toEqual([]);
});

test('[COM34] counts as a form of the checkout, and an unknown link gets nothing', async () => {
  const unknown = path.replace(/.{12}$/, '000000000000');
  expect((await send({ email }, unknown)).status).toBe(404);
  const statuses = new Set<number>();
  for (let count = 0; count < 40; count++) statuses.add((await send({})).status);
  expect([...statuses]).toEqual([204, 429]);
});
