// Whose data go, and whose stay, where people share an e-mail address, a phone or a document.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unaudited } from '../members/audit/testing/unaudited.ts';
import type { Engine } from '../automations/engine/engine.ts';
import { rowsWith } from '../testing/rows-with.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { changeConsent } from './change-consent.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { chosenBy, identityIn, type PersonChoice } from './identity.ts';
import { listPeople } from './list-people.ts';
import { automate, engineOf, orderOf, otto, purchaseCart, sendEvent, settle } from './testing/full-purchase.ts';

let service: TestService;
let engine: Engine;
beforeEach(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  engine = engineOf(service);
  await automate(service, service.storeId);
});
afterEach(() => service.stop());

const parts = () => ({ db: service.context.db, clock: service.context.clock, contactSecret: engine.contactSecret });
async function erase(person: PersonChoice) {
  const erased = await erasePerson(parts(), { storeId: service.storeId, person, by: 'cli' }, unaudited);
  if (!erased.ok) throw new Error(erased.code);
  await settle(engine);
  return erased;
}
async function list(person: { email?: string; phone?: string; document?: string }) {
  const listed = await listPeople(parts(), { storeId: service.storeId, person });
  if (!listed.ok) throw new Error(listed.code);
  return listed;
}

type Contact = { email?: string; phone?: string; document?: string };
/** Each purchase has a buyer's name that occurs nowhere else. */
type Purchase = { name: string; contact: Contact };

let orders = 0;

/** Buys in the two ways that a store's system has: a cart of ours, and an order of its own. */
async function buy({ name, contact }: Purchase, way: 'cart' | 'order'): Promise<void> {
  const customer = { name, ...contact };
  const { email, phone, document, ...rest } = { ...otto, name };
  if (way === 'order') {
    const order = orderOf({ email, phone, document, ...rest }, `O${++orders}`);
    await sendEvent(service, service.secretKey, 'pix.generated', { ...order, customer });
  } else {
    const cart = purchaseCart({ email: `${name}@gift.example`, phone, document, ...rest });
    expect((await service.post({ ...cart, customer })).status).toBe(201);
  }
}

const rowsOf = ({ name }: Purchase) => rowsWith(service.context.db, [name]);
const queryRows = async (text: string) => (await service.context.db.query<Record<string, unknown>>(text)).rows;

const ana = { email: 'ana@cliente.example', phone: '+5511934567890', document: '52998224725' };

test.each([
  ['same phone, another e-mail', { phone: ana.phone, email: 'marina@cliente.example' }, ana],
  ['same phone and document, another e-mail', { ...ana, email: 'marina@cliente.example' }, ana],
  ['same e-mail, another phone', { email: ana.email, phone: '+5521998765432' }, ana],
  ['same document, another contact', { document: ana.document, email: 'lia@cliente.example' }, ana],
  ['a landline with the same last 8 digits', { phone: '+551134567890' }, { phone: ana.phone }],
  ['a mobile phone with the same last 8 digits', { phone: ana.phone }, { phone: '(11) 3456-7890' }],
])('[COM8] someone with %s keeps everything', async (_, contact, chosen) => {
  const other = { name: 'outra pessoa qvw', contact };
  const own = { name: 'ana zkx', contact: { ...ana, ...chosen } };
  for (const way of ['cart', 'order'] as const) {
    await buy(own, way);
    await buy({ ...other, name: other.name }, way);
  }
  await settle(engine);
  const before = await rowsOf(other);
  expect(before.length).toBeGreaterThan(3);
  const exported = await exportPerson(parts(), { storeId: service.storeId, person: chosen, by: 'cli' }, unaudited);
  expect(JSON.stringify(exported)).toContain(own.name);
  expect(JSON.stringify(exported)).not.toContain(other.name);
  await erase(chosen);
  expect(await rowsOf(own)).toEqual([]);
  expect(await rowsOf(other)).toEqual(before);
  // The same person comes back, and is erased again.
  await buy(own, 'order');
  await erase(chosen);
  expect(await rowsOf(own)).toEqual([]);
  expect(await rowsOf(other)).toEqual(before);
});

test('[COM8] people who share anything with anyone: exactly the purchases go that the choice names', async () => {
  const optional = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const contacts = fc.record({
    email: optional('ana@x.example', 'Marina@x.example', 'lia@x.example'),
    phone: optional('+5511934567890', '(11) 3456-7890', '11987654321', '+1 198 765 4321'),
    document: optional('529.982.247-25', '11144477735'),
  });
  const isNamed = (contact: Parameters<typeof identityIn>[0]) =>
    Object.values(identityIn(contact)).some((one) => one !== null);
  const all = fc
    .sample(contacts.filter(isNamed), { numRuns: 10, seed: 8 })
    .map((contact, index) => ({ name: `pessoa ${String.fromCodePoint(97 + index)}qz`, contact: defined(contact) }));
  for (const [index, purchase] of all.entries()) await buy(purchase, index % 2 === 0 ? 'order' : 'cart');
  await settle(engine);
  let left = all;
  while (left.length > 0) {
    const [{ contact }] = left as [Purchase];
    const isChosen = chosenBy(contact);
    const { people } = await list(contact);
    expect(people.filter((one) => one.isNamed).length).toBeGreaterThan(0);
    const [going, staying] = [true, false].map((goes) =>
      left.filter((one) => isChosen(identityIn(one.contact)) === goes),
    );
    const before = await Promise.all(staying!.map(rowsOf));
    await erase(contact);
    for (const one of going!) expect([one, await rowsOf(one)]).toEqual([one, []]);
    expect(await Promise.all(staying!.map(rowsOf))).toEqual(before);
    left = staying!;
  }
});

test('[COM8] the list says who shares a value, how many orders each has, and which purchases go', async () => {
  const marina = { ...ana, email: 'marina@cliente.example', document: '11144477735' };
  await buy({ name: 'ana zkx', contact: ana }, 'order');
  await buy({ name: 'ana zkx de novo', contact: ana }, 'cart');
  await buy({ name: 'marina qvw', contact: marina }, 'order');
  await settle(engine);
  const { people, purchases } = await list({ email: ana.email, phone: ana.phone });
  expect(people).toMatchObject([
    { ...ana, names: ['ana zkx', 'ana zkx de novo'], orders: 1, carts: 1, isNamed: true },
    { ...marina, names: ['marina qvw'], orders: 1, carts: 0, isNamed: false },
  ]);
  expect(people[0]!.messages).toBeGreaterThan(0);
  const brief = purchases.map((one) => `${one.kind} ${one.name} ${one.people.join()}`);
  expect(brief.toSorted()).toEqual(['cart ana zkx de novo 0', 'order ana zkx 0', 'order marina qvw 1']);
  const before = await rowsOf({ name: 'marina', contact: marina });
  const { untouched: others } = await erase({ people: [people[0]!] });
  expect(others).toMatchObject([marina]);
  expect(await rowsOf({ name: 'marina', contact: marina })).toEqual(before);
  const again = await list({ email: ana.email, phone: ana.phone });
  expect(again.people).toMatchObject([{ email: marina.email, orders: 1, isNamed: false }]);
});

test('[COM8] erasing stops messages to the person’s own addresses, not to one that someone else uses', async () => {
  const marina = { email: 'marina@cliente.example', phone: ana.phone };
  await buy({ name: 'ana zkx', contact: ana }, 'order');
  await buy({ name: 'marina qvw', contact: marina }, 'order');
  await erase({ people: [identityIn(ana)] });
  expect(await queryRows('select channel from opt_outs')).toEqual([{ channel: 'email' }]);
  await erase({ people: [identityIn(marina)] });
  expect(await queryRows('select channel, count(*)::int from opt_outs group by 1 order by 1')).toEqual([
    { channel: 'email', count: 2 },
    { channel: 'sms', count: 1 },
    { channel: 'whatsapp', count: 1 },
  ]);
});

test('[COM8] an opt-out by phone stops messages to everyone who may have it', async () => {
  const change = {
    storeId: service.storeId,
    person: { phone: '(11) 3456-7890' },
    state: 'withdrawn',
    source: 'cli',
  } as const;
  expect(await changeConsent(parts(), change, unaudited)).toEqual({ ok: true, channels: ['whatsapp', 'sms'] });
  await buy({ name: 'ana zkx', contact: ana }, 'order');
  await settle(engine);
  const sent = await queryRows('select channel, state from messages order by 1');
  expect(sent).toEqual([
    { channel: 'email', state: 'sent' },
    { channel: 'whatsapp', state: 'skipped' },
  ]);
});

const defined = (contact: { [Kind in keyof Contact]: string | undefined }): Contact =>
  Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== undefined));
