import { unaudited } from '../../audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPurchase } from '../../checkouts/purchase.ts';
import { setPaymentAccount } from '../../integrations/testing/set-unverified.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, paulista, shopperAt, valueOf, type Seen } from './testing/shopper.ts';

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
    expect(edit.text).toContain('Para mudar algum, escreva de novo.');
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

  test('reveals no stored value after one value is typed', async () => {
    const { path, other } = await bought();
    const edit = await other.open(`${path}?edit`);
    await other.post(`${path}/data`, { ...maskedForm(edit), email: 'outra@exemplo.com.br' });
    expect(await stored(path)).toMatchObject({ email: 'outra@exemplo.com.br', name: marina.name });
    expect((await other.open(`${path}?edit`)).html).not.toMatch(secrets);
    const wrong = await other.post(`${path}/data`, { ...maskedForm(edit), phone: '1' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).not.toMatch(secrets);
  });

  test('reveals nothing to the first browser after another one entered all details again', async () => {
    const { path, owner, other } = await bought();
    await other.post(`${path}/data`, { ...form, email: 'outra@exemplo.com.br', name: 'Rui Prado' });
    expect(valueOf(await other.open(`${path}?edit`), 'name')).toBe('Rui Prado');
    expect((await owner.open(`${path}?edit`)).html).not.toMatch(/Rui|outra@/);
  });

  test('reveals nothing to the cookie of another purchase', async () => {
    const [one, two] = [await bought(), await bought()];
    const cookie = (await one.owner.post(`${one.path}/data`, form)).headers.get('set-cookie')!.split(';')[0]!;
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
