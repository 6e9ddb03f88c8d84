import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attentionOf } from '@retoma/commerce';
import { readPurchase } from '../checkouts/purchase.ts';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { codeIn, marina, mugs, paulista, shopperAt, valueOf, type Seen } from './testing/shopper.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await shopperAt(service).offer('pix', 'boleto', 'card');
});
afterAll(() => service.stop());

const secrets = /marina@|Souza|529\.982\.247-25|52998224725|98765|Avenida Paulista|01310-100|Bela Vista/;
const form = { ...marina, ...paulista };

/** A purchase with details entered in one browser, and another browser that has its link. */
async function bought(): Promise<{
  path: string;
  owner: ReturnType<typeof shopperAt>;
  other: ReturnType<typeof shopperAt>;
}> {
  const owner = shopperAt(service);
  const path = await owner.create(mugs(true));
  expect((await owner.post(`${path}/data`, form)).status).toBe(303);
  return { path, owner, other: shopperAt(service) };
}

const stored = async (path: string): Promise<object> => {
  const { customer, shopper } = (await readPurchase(service.context, path.slice('/pay/'.length)))!;
  return { ...customer, ...shopper?.address };
};

const maskedForm = (seen: Seen): Record<string, string> =>
  Object.fromEntries(Object.keys(form).map((name) => [name, name === 'state' ? 'SP' : (valueOf(seen, name) ?? '')]));

describe('[COM24] the link of a purchase', () => {
  test('shows all details to the browser that entered them, and masked ones to any other', async () => {
    const { path, owner, other } = await bought();
    expect(valueOf(await owner.open(`${path}?edit`), 'document')).toBe(marina.document);
    for (const page of ['', '?edit', '?edit=boleto', '?method=card', '?choose', '/state']) {
      expect((await other.open(path + page)).html, page).not.toMatch(secrets);
    }
    const edit = await other.open(`${path}?edit`);
    expect(valueOf(edit, 'email')).toBe('ma•••@exemplo.com.br');
    expect(valueOf(edit, 'document')).toBe('•••.982.•••-••');
    expect(valueOf(edit, 'phone')).toBe('(11) 9••••-4321');
    expect(valueOf(edit, 'city')).toBe('São Paulo');
    expect(edit.text).toContain('Para mudar algum, escreva todos de novo.');
  });

  test('keeps stored values for unchanged masked ones, and still reveals none of them', async () => {
    const { path, other } = await bought();
    const before = await stored(path);
    const edit = await other.open(`${path}?edit`);
    const sent = await other.post(`${path}/data`, maskedForm(edit));
    expect(sent.status).toBe(303);
    expect(sent.headers.get('set-cookie')).toBeNull();
    expect(await stored(path)).toEqual(before);
    expect((await other.open(`${path}?edit`)).html).not.toMatch(secrets);
  });

  test('reveals and changes no stored value after one value is typed, and asks for the others', async () => {
    const { path, other } = await bought();
    const before = await stored(path);
    const edit = await other.open(`${path}?edit`);
    const typed = await other.post(`${path}/data`, { ...maskedForm(edit), email: 'outra@exemplo.com.br' });
    expect(typed.status).toBe(422);
    expect([valueOf(typed, 'email'), valueOf(typed, 'name')]).toEqual(['outra@exemplo.com.br', '']);
    for (const seen of [typed, await other.open(`${path}?edit`)]) expect(seen.html).not.toMatch(secrets);
    const wrong = await other.post(`${path}/data`, { ...maskedForm(edit), phone: '1' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).not.toMatch(secrets);
    expect(await stored(path)).toEqual(before);
  });

  test('shows each browser its own details after another one entered others', async () => {
    const { path, owner, other } = await bought();
    const before = await stored(path);
    await other.post(`${path}/data`, { ...form, email: 'outra@exemplo.com.br', name: 'Rui Prado' });
    expect(await stored(path)).toEqual(before);
    expect(valueOf(await other.open(`${path}?edit`), 'name')).toBe('Rui Prado');
    const seen = await owner.open(`${path}?edit`);
    expect([valueOf(seen, 'name'), seen.html.includes('Rui')]).toEqual([marina.name, false]);
  });

  test('knows a browser that typed every stored value, and no other', async () => {
    const { path } = await bought();
    const [all, allButOne] = [shopperAt(service), shopperAt(service)];
    await all.post(`${path}/data`, form);
    await all.post(`${path}/data`, { ...form, number: '2000' });
    expect(await stored(path)).toMatchObject({ number: '2000' });
    await allButOne.post(`${path}/data`, { ...form, document: '111.444.777-35', number: '3000' });
    expect(await stored(path)).toMatchObject({ number: '2000', document: '52998224725' });
  });

  // Values that are refused or that the request does not take show nothing.
  test.each([
    ['contact', { email: 'x', phone: '21999990000', name: 'x', document: 'x' }],
    ['contact', { email: 'x@exemplo.com.br', phone: 'x', name: 'x', document: '529' }],
    ['data', { email: 'x', phone: 'x', name: 'x', document: 'x' }],
    ['data', { email: 'x@exemplo.com.br', phone: '21999990000', name: 'Xis', document: '111.444.777-35' }],
  ])('shows nothing of the store’s request after a stranger posts junk to /%s', async (to, typed) => {
    const stranger = shopperAt(service);
    for (const request of [
      { ...mugs(), customer: marina },
      { ...mugs(true), customer: marina },
    ]) {
      const path = await stranger.create(request);
      const before = await stored(path);
      const junk = Object.fromEntries(Object.keys(paulista).map((name) => [name, 'x']));
      await stranger.post(`${path}/${to}`, { ...junk, ...typed });
      for (const page of ['', '?edit', '?edit=boleto']) {
        expect((await stranger.open(path + page)).html).not.toMatch(secrets);
      }
      expect(await stored(path)).toMatchObject(before);
    }
  });

  test('shows no address of a boleto to who enters another person at digital goods', async () => {
    const [owner, stranger] = [shopperAt(service), shopperAt(service)];
    const path = await owner.create(mugs());
    await owner.post(`${path}/data`, { ...form, address_for: 'boleto' });
    const junk = Object.fromEntries(Object.keys(paulista).map((name) => [name, 'x']));
    const person = { email: 'x@exemplo.com.br', phone: '21999990000', name: 'Rui Xis', document: '111.444.777-35' };
    await stranger.post(`${path}/data`, { ...person, ...junk });
    expect((await stranger.open(`${path}?edit=boleto`)).html).not.toMatch(secrets);
  });

  test('masks the payer of a printed boleto', async () => {
    const { path, owner, other } = await bought();
    await other.post(`${path}/pay`, { method: 'boleto' });
    expect((await owner.open(`${path}/boleto`)).text).toContain('Marina Souza · 529.982.247-25');
    const slip = await other.open(`${path}/boleto`);
    expect(slip.text).toContain('M••• S••• · •••.982.•••-••');
    expect(slip.html).not.toMatch(secrets);
  });

  test('reveals nothing to the cookie of another purchase', async () => {
    const [one, two] = [await bought(), await bought()];
    const cookie = (await one.owner.post(`${one.path}/data`, { ...form, number: '2' })).headers
      .get('set-cookie')!
      .split(';')[0]!;
    const opened = await two.other.open(`${two.path}?edit`, { cookie });
    expect(opened.html).not.toMatch(secrets);
  });

  test('asks for the cardholder’s document if the provider requires one', async () => {
    const { context, storeId } = service;
    const { path, owner, other } = await bought();
    const account = { provider: 'mercadopago', methods: ['card'] } as const;
    const settings = { publicKey: 'APP_USR-0a1b2c3d-0000' };
    const credentials = { accessToken: 'APP_USR-segredo-0000000000', webhookSecret: 'segredo-de-teste' };
    await setPaymentAccount(context, storeId, { ...account, settings, credentials }, unaudited);
    expect((await owner.open(`${path}?method=card`)).html).toContain('&quot;document&quot;:&quot;52998224725&quot;');
    const seen = await other.open(`${path}?method=card`);
    expect(seen.html).toContain('id="holder-document"');
    expect(seen.html).not.toMatch(secrets);
  });
});

const rui = {
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

const ordered = async (path: string) => {
  const { order } = (await readPurchase(service.context, path.slice('/pay/'.length)))!;
  return { phone: order!.customer!['phone'], street: (order!.shipping!['address'] as { street: string }).street };
};
const marinas = { phone: '+5511987654321', street: paulista.street };

describe('[COM24] another browser', () => {
  test.each([
    ['a contact', 'contact', { email: '', phone: rui.phone }],
    ['an address', 'data', { zipcode: rui.zipcode, street: rui.street, number: '7', city: 'Recife', state: 'PE' }],
    ['a phone', 'data', { phone: rui.phone }],
    ['a whole person', 'data', rui],
  ])('that enters %s changes neither the shopper’s data nor the order', async (_what, to, typed) => {
    const { path, owner, other } = await bought();
    const before = await stored(path);
    await other.post(
      `${path}/${to}`,
      to === 'data' ? { ...maskedForm(await other.open(`${path}?edit`)), ...typed } : typed,
    );
    expect(await stored(path)).toEqual(before);
    expect((await owner.open(path)).text).toContain('Avenida Paulista, 1000');
    await owner.post(`${path}/pay`, { method: 'pix' });
    expect(await ordered(path)).toEqual(marinas);
  });

  test('buys with its own data, which the shopper sees and replaces before paying', async () => {
    const { path, owner, other } = await bought();
    await other.post(`${path}/data`, rui);
    const code = codeIn(await other.submit(`${path}/pay`, { method: 'pix' }));
    expect(await ordered(path)).toEqual({ phone: '+5521999990000', street: rui.street });
    expect(await attention(path)).toContain('ADDRESS_CHANGED');
    const seen = await owner.open(path);
    expect(seen.text).toContain('Este pedido tem um pagamento com outros dados');
    expect(seen.text).toContain('Avenida Paulista, 1000');
    expect([codeIn(seen), seen.html.includes('Aurora, 7')]).toEqual([undefined, false]);
    const own = await owner.submit(`${path}/pay`, { method: 'pix' });
    expect(codeIn(own)).not.toBe(code);
    expect(await ordered(path)).toEqual(marinas);
    expect(await attention(path)).toContain('ADDRESS_CHANGED');
    expect(codeIn(await other.open(path))).toBeUndefined();
    await owner.actAsBank(own, 'pay');
    expect((await owner.open(path)).text).toContain('Avenida Paulista, 1000');
    expect((await other.open(path)).html).not.toMatch(secrets);
  });

  test('replaces no order with an open payment of data that it does not know', async () => {
    const { path, owner, other } = await bought();
    const code = codeIn(await owner.submit(`${path}/pay`, { method: 'pix' }));
    await other.post(`${path}/data`, rui);
    const refused = await other.post(`${path}/pay`, { method: 'boleto' });
    expect([refused.status, refused.text.includes('ainda pode ser pago')]).toEqual([422, true]);
    expect(await ordered(path)).toEqual(marinas);
    expect(codeIn(await owner.open(path))).toBe(code);
    expect(codeIn(await other.open(`${path}?placed`))).toBe(code);
    service.pass(25 * 3_600_000);
    await other.post(`${path}/pay`, { method: 'boleto' });
    expect(await ordered(path)).toMatchObject({ street: rui.street });
    expect(await attention(path)).toContain('ADDRESS_CHANGED');
  });

  test('that enters nothing pays the order as it is, with masked data', async () => {
    const { path, other } = await bought();
    expect((await other.open(path)).text).toContain('M••• S•••');
    expect(codeIn(await other.submit(`${path}/pay`, { method: 'pix' }))).toBeDefined();
    expect(await ordered(path)).toEqual(marinas);
    expect(await attention(path)).not.toContain('ADDRESS_CHANGED');
  });

  test('deletes no contact that it did not enter, and agrees to nothing for its shopper', async () => {
    const { path, other } = await bought();
    await other.post(`${path}/contact`, { forget: '' });
    await other.post(`${path}/data`, { ...rui, consents: 'marketing', marketing: 'on' });
    expect(await stored(path)).toMatchObject({ email: marina.email });
    expect((await readPurchase(service.context, path.slice(5)))!.consents).toEqual([]);
  });
});

describe('[COM24] data that change', () => {
  test('after the page was shown are shown before anything is charged', async () => {
    const { path, owner } = await bought();
    const displayed = await owner.open(path);
    await owner.post(`${path}/data`, { ...form, street: 'Rua Augusta' });
    const data = valueOf(displayed, 'data')!;
    const refused = await owner.post(`${path}/pay`, { method: 'pix', data });
    expect([refused.status, refused.text.includes('Os dados da compra mudaram')]).toEqual([422, true]);
    expect(refused.text).toContain('Rua Augusta, 1000');
    const now = valueOf(refused, 'data')!;
    expect(codeIn(await owner.submit(`${path}/pay`, { method: 'pix', data: now }))).toBeDefined();
    expect(await ordered(path)).toMatchObject({ street: 'Rua Augusta' });
  });

  test('while they are paid are those of the order, or the order has the new ones', async () => {
    await shopperAt(service).offer('pix', 'boleto', 'card');
    for (let count = 0; count < 5; count++) {
      const { path, owner } = await bought();
      await Promise.all([
        owner.post(`${path}/pay`, { method: 'card', token: sandboxNumberOf('accepted') }),
        owner.post(`${path}/data`, { ...form, street: 'Rua Augusta' }),
      ]);
      const { order, shopper } = (await readPurchase(service.context, path.slice(5)))!;
      if (order) expect((order.shipping!['address'] as { street: string }).street).toBe(shopper!.address!.street);
      expect(order?.status ?? 'paid').toBe('paid');
    }
  });
});

const attention = async (path: string): Promise<string[]> => {
  const { order, payments } = (await readPurchase(service.context, path.slice(5)))!;
  return attentionOf(order!, payments);
};
