import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { newId } from '../../../base/ids.ts';
import { addShippingOption } from '../../../stores/shipping-options.ts';
import { connectionActivate } from '../../../testing/connections.ts';
import { idsIn, offersIn, startFreightStore, type FreightStore } from '../testing/freight-store.ts';
import { emptyFieldsIn, marina, mugs, paulista, shopperAt, valueOf, type Seen } from '../testing/shopper.ts';

let store: FreightStore;
const minute = 60_000;

beforeAll(async () => {
  store = await startFreightStore();
  const { context, storeId } = store.service;
  await shopperAt(store.service).offer('pix');
  const connection = { connectionId: newId(), storeId, channel: 'email', provider: 'sandbox', name: 'Teste' } as const;
  await connectionActivate(context.db, connection);
});
beforeEach(async () => {
  await store.connect('melhor-envio');
  const shopper = shopperAt(store.service);
  const path = await shopper.create(mugs(true));
  const next = await shopper.submit(`${path}/data`, { ...marina, ...paulista });
  await shopper.submit(`${path}/data`, { ...marina, ...paulista, shipping: idsIn(next)[0]! });
  await shopper.actAsBank(await shopper.submit(`${path}/pay`, { method: 'pix' }), 'pay');
  // No quote of this purchase is used again.
  store.service.pass(25 * 60 * minute);
  store.melhorEnvio.requests.length = 0;
});
afterEach(() => store.reset());
afterAll(() => store.stop());

/** The pages of a returning shopper at a new checkout, from the question for the contact to the one behind the code. */
async function comeBack() {
  const shopper = shopperAt(store.service);
  const path = await shopper.create(mugs(true));
  const { db } = store.service.context;
  await db.query('delete from sandbox_messages');
  const contact = await shopper.open(`${path}/code`);
  const code = await shopper.submit(`${path}/code`, { contact: marina.email });
  const sent = async () =>
    (await db.query<{ text: string }>('select content::text as text from sandbox_messages')).rows[0]?.text ?? '';
  await expect.poll(sent).toMatch(/\d{6}/);
  const answer = await shopper.post(`${path}/code`, { code: /\d{6}/.exec(await sent())![0] });
  return { shopper, path, answer, pages: [contact, code, await shopper.open(answer.location!)] };
}

/** Sends the first step as it is filled in, with its first way of delivery. */
function goOn({ shopper, path }: Awaited<ReturnType<typeof comeBack>>, page: Seen): Promise<Seen> {
  const names = Object.keys({ ...marina, ...paulista }).filter((name) => name !== 'state');
  const form = Object.fromEntries(names.map((name) => [name, valueOf(page, name)!]));
  return shopper.submit(`${path}/data`, { ...form, state: paulista.state, shipping: idsIn(page)[0]! });
}

test('[COM35] carriers are asked for the CEP that comes with a code, and the next page offers what they quoted', async () => {
  const returned = await comeBack();
  expect(returned.answer.location).toBe(`${returned.path}#shipping`);
  const page = returned.pages.at(-1)!;
  expect(offersIn(page)).toEqual(['PAC R$ 24,10', 'SEDEX R$ 41,37']);
  expect(store.melhorEnvio.bodies('/calculate')).toMatchObject([{ to: { postal_code: '01310100' } }]);
  const method = await goOn(returned, page);
  expect(method.text).toContain('Pague com PIX');
  expect(method.text).toContain('Frete · PAC R$ 24,10');
  expect(returned.pages.concat(method).flatMap(emptyFieldsIn)).toEqual(['contact', 'code']);
});

test('[COM35] where no carrier answers, the store’s own options take their place, and a single one needs no choosing', async () => {
  const { context, storeId } = store.service;
  const own = { carrier: null, turnaroundMinDays: 5, turnaroundMaxDays: 8, freeAbove: null };
  await addShippingOption(context.db, storeId, { ...own, name: 'Tabela', price: 1_990 }, unaudited);
  store.melhorEnvio.failAlways(503);
  const { pages } = await comeBack();
  expect(pages.at(-1)!.text).toContain('Pague com PIX');
  expect(pages.at(-1)!.text).toContain('Frete · Tabela R$ 19,90');
  expect(pages.flatMap(emptyFieldsIn)).toEqual(['contact', 'code']);
});
