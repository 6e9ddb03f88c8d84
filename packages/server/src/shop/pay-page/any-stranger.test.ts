import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPurchase } from '../checkouts/purchase.ts';
import { newId } from '../../base/ids.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { codeIn, marina, mugs, paulista, shopperAt, valueOf, type Seen } from './testing/shopper.ts';

// Random requests of a browser that has only the link, to every form of the page, between those of the shopper. PROPERTY_RUNS=200 runs
// more cases; `shop/checkouts/entered/any-browsers.test.ts` checks the decisions behind them in many more.

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ NEW_CONTACTS_PER_HOUR: '0', NEW_CONTACTS_PER_DAY: '0' });
  await shopperAt(service).offer('pix', 'boleto', 'card');
  const { context, storeId } = service;
  for (const channel of ['email', 'sms'] as const) {
    await connectionActivate(context.db, {
      connectionId: newId(),
      storeId,
      channel,
      provider: 'sandbox',
      name: 'Teste',
    });
  }
});
afterAll(() => service.stop());

const secrets = /marina@|Souza|529\.982\.247-25|52998224725|98765|Avenida Paulista|01310-100|Bela Vista/;
const form: Record<string, string> = { ...marina, ...paulista };
const rui: Record<string, string> = {
  email: 'rui@exemplo.com.br',
  name: 'Rui Prado',
  document: '111.444.777-35',
  phone: '(21) 99999-0000',
  zipcode: '50030-230',
  street: 'Rua da Aurora',
  number: '7',
  complement: '',
  neighborhood: 'Boa Vista',
  city: 'Recife',
  state: 'PE',
};
const members = Object.keys(form);

type Typed = { readonly names: string[]; readonly isJunk: boolean; readonly isMasked: boolean };
const typed: fc.Arbitrary<Typed> = fc.record({
  names: fc.oneof(fc.constant(members), fc.subarray(members)),
  isJunk: fc.boolean(),
  isMasked: fc.boolean(),
});

/** What the stranger does: a form with some fields typed, or another request of the page. */
const request = fc.oneof(
  { weight: 3, arbitrary: fc.record({ to: fc.constantFrom('data', 'contact'), typed }) },
  {
    weight: 2,
    arbitrary: fc.record({
      to: fc.constantFrom('pay pix', 'pay boleto', 'code', 'forget', 'coupon', 'bump', 'freight', 'boleto data'),
      typed,
    }),
  },
);
type Requested = { to: string; typed: Typed };
type Browser = ReturnType<typeof shopperAt>;

/** The fields that the stranger sends: typed, junk, or masked as the page showed them. */
async function fieldsOf(
  browser: Browser,
  path: string,
  { names, isJunk, isMasked }: Typed,
): Promise<Record<string, string>> {
  const page = isMasked ? await browser.open(`${path}?edit`) : undefined;
  const left = members.map((name) => [name, (page && valueOf(page, name)) ?? '']);
  return { ...Object.fromEntries(left), ...Object.fromEntries(names.map((name) => [name, isJunk ? 'x' : rui[name]!])) };
}

async function send(browser: Browser, path: string, { to, typed: fields }: Requested): Promise<Seen> {
  const values = await fieldsOf(browser, path, fields);
  switch (to) {
    case 'data':
    case 'contact':
      return browser.post(`${path}/${to}`, values);
    case 'boleto data':
      return browser.post(`${path}/data`, { ...values, address_for: 'boleto' });
    case 'pay pix':
    case 'pay boleto':
      return browser.post(`${path}/pay`, { method: to.slice(4) });
    case 'code':
      return browser.post(`${path}/code`, { contact: values['phone'] ?? '' });
    case 'forget':
      return browser.post(`${path}/contact`, { forget: '' });
    default:
      return browser.post(`${path}/${to}`, { coupon: 'NADA', bump: newId(), zipcode: rui['zipcode']! });
  }
}

const stored = async (path: string): Promise<object> => {
  const { customer, shopper } = (await readPurchase(service.context, path.slice('/pay/'.length)))!;
  return { ...customer, ...shopper?.address };
};
const pages = ['', '?edit', '?edit=boleto', '?choose', '?method=card', '?placed', '/boleto', '/state', '/code'];

test('[COM24] a browser with the link alone sees and changes nothing of the shopper, in any sequence of requests', async () => {
  const sequence = fc.array(request, { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(fc.boolean(), sequence, sequence, async (isNamed, first, then) => {
    // The limits of codes of one network (COM35).
    service.pass(2 * 3_600_000);
    const [owner, stranger] = [shopperAt(service), shopperAt(service)];
    const path = await owner.create({ ...mugs(true), ...(isNamed && { customer: marina }) });
    await owner.post(`${path}/data`, form);
    const before = await stored(path);
    const strangers = async (requests: Requested[]): Promise<void> => {
      for (const one of requests) {
        expect((await send(stranger, path, one)).html).not.toMatch(secrets);
        for (const page of pages) expect((await stranger.open(path + page)).html, page).not.toMatch(secrets);
      }
      expect(await stored(path)).toEqual(before);
    };
    await strangers(first);
    expect((await owner.open(`${path}?choose`)).text).toContain('Avenida Paulista, 1000');
    const waiting = await owner.submit(`${path}/pay`, { method: 'pix' });
    expect(codeIn(waiting)).toBeDefined();
    await strangers(then);
    await owner.actAsBank(waiting, 'pay');
    const { order } = (await readPurchase(service.context, path.slice('/pay/'.length)))!;
    expect(order).toMatchObject({
      status: 'paid',
      customer: { email: marina.email, phone: '+5511987654321' },
      shipping: { address: { street: paulista.street, number: paulista.number } },
    });
    for (const page of pages) expect((await stranger.open(path + page)).html, page).not.toMatch(secrets);
    await service.context.db.query('delete from shopper_codes');
    const later = await stranger.create(mugs(true));
    await stranger.post(`${later}/code`, { contact: rui['phone']! });
    const { rows } = await service.context.db.query('select earlier_checkout_id as earlier from shopper_codes');
    expect(rows).toEqual([{ earlier: null }]);
  });
  await fc.assert(property, { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 6) });
});
