import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addShippingOption } from '../../stores/shipping-options.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, paulista, shopperAt, valueOf } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix', 'boleto', 'card');
});
afterAll(() => service.stop());

describe('the first step', () => {
  test('[COM13] is skipped if the request has all details', async () => {
    const known = { ...marina, document: '52998224725' };
    expect((await shopper.open(await shopper.create({ ...mugs(), customer: known }))).text).toContain(
      'Como quer pagar?',
    );
    const partly = await shopper.open(await shopper.create({ ...mugs(), customer: { email: marina.email } }));
    expect(partly.text).toContain('Seus dados');
    expect(valueOf(partly, 'email')).toBe('ma•••@exemplo.com.br');
  });

  test('[COM13] invalid data are 422 with all typed values, and valid values are stored', async () => {
    const path = await shopper.create(mugs());
    const wrong = { ...marina, name: `D'Ávila <script>`, document: '529.982.247-2', phone: '' };
    const seen = await shopper.post(`${path}/data`, wrong);
    expect(seen.status).toBe(422);
    expect(seen.text).toContain('Erro: Seus dados');
    expect(seen.text.match(/Falta 1 número no CPF. São 11 no total./g)).toHaveLength(1);
    expect(seen.text).toContain('Digite o celular com DDD.');
    expect(valueOf(seen, 'document')).toBe('529.982.247-2');
    expect(valueOf(seen, 'name')).toBe('D&#39;Ávila &lt;script&gt;');
    const again = await shopper.open(path);
    expect(valueOf(again, 'email')).toBe(marina.email);
    expect(again.text).not.toContain('Erro: Seus dados');
    expect((await shopper.submit(`${path}/data`, marina)).text).toContain('Como quer pagar?');
  });

  test('[COM13] an address of which nothing is written is asked for by its CEP; else every wrong field is named', async () => {
    const path = await shopper.create(mugs(true));
    const empty = { street: '', number: '', neighborhood: '', city: '', state: '', zipcode: '' };
    const first = await shopper.post(`${path}/data`, { ...marina, ...empty, address_for: 'delivery' });
    expect(first.status).toBe(422);
    expect(first.text).toContain('Digite o CEP.');
    expect(first.text).toContain('Falta acertar 1 campo');
    const second = await shopper.post(`${path}/data`, { ...marina, ...empty, city: 'Santos', address_for: 'delivery' });
    expect(second.text).toContain('Falta acertar 5 campos');
    const third = await shopper.post(`${path}/data`, { ...marina, ...empty, zipcode: '01310-100' });
    expect(third.text).toContain('Falta acertar 5 campos');
    expect(third.text).toContain('Digite a rua.');
  });

  test('[COM13] names the methods and instalments before and after an error', async () => {
    const path = await shopper.create(mugs());
    const offered = /PIX<\/span>[^]*Cartão em até \d+x sem juros<\/span>[^]*Boleto<\/span>/;
    expect((await shopper.open(path)).html).toMatch(offered);
    expect((await shopper.post(`${path}/data`, { ...marina, phone: '' })).html).toMatch(offered);
  });

  test('[COM20] a web address in a name or an address is refused with a message, and not stored', async () => {
    const path = await shopper.create(mugs(true));
    const entered = {
      ...marina,
      ...paulista,
      name: 'Ganhou R$500 http://mau.example/0',
      complement: 'www.mau.example',
    };
    const seen = await shopper.post(`${path}/data`, entered);
    expect(seen.status).toBe(422);
    expect(seen.text.match(/Escreva sem endereço de site\./g)!.length).toBeGreaterThanOrEqual(2);
    expect(valueOf(await shopper.open(path), 'name')).toBe('');
    const { rows } = await service.context.db.query('select customer::text, address::text from shoppers');
    expect(JSON.stringify(rows)).not.toContain('mau.example');
  });

  test('[COM13] a name of one word is asked about once, then accepted', async () => {
    const path = await shopper.create(mugs());
    const form = { ...marina, name: 'Pelé' };
    const response = await shopper.post(`${path}/data`, form);
    expect(response.status).toBe(422);
    expect(response.text).toContain('Falta o sobrenome?');
    expect(valueOf(response, 'confirmed_name')).toBe('Pelé');
    expect((await shopper.submit(`${path}/data`, { ...form, confirmed_name: 'Pelé' })).text).toContain('Pelé');
  });

  test('[COM13] a CNPJ with letters is accepted, and has its own label', async () => {
    const path = await shopper.create(mugs());
    expect((await shopper.open(`${path}?document=cnpj`)).text).toContain('Comprar com CPF');
    const seen = await shopper.post(`${path}/data`, {
      ...marina,
      document: '12.abc.345/01de-3',
      document_kind: 'cnpj',
    });
    expect(seen.text).toContain('CNPJ');
    expect(valueOf(seen, 'document_kind')).toBe('cnpj');
    const saved = await shopper.submit(`${path}/data`, { ...marina, document: '12.abc.345/01de-35' });
    expect(saved.text).toContain('Como quer pagar?');
  });

  test('[COM13] an address is requested only if the cart is shipped, and a house may have no number', async () => {
    expect((await shopper.open(await shopper.create(mugs()))).html).not.toContain('name="zipcode"');
    const path = await shopper.create(mugs(true));
    expect((await shopper.open(path)).html).toContain('name="zipcode"');
    const missing = await shopper.post(`${path}/data`, { ...marina, ...paulista, number: '' });
    expect(missing.text).toContain('Digite o número, ou marque “Sem número”.');
    const { text } = await shopper.submit(`${path}/data`, { ...marina, ...paulista, number: '', no_number: 'on' });
    expect(text).toContain('Avenida Paulista, s/n');
  });

  test('details can be changed before the payment', async () => {
    const path = await shopper.create(mugs());
    await shopper.post(`${path}/data`, marina);
    const edit = await shopper.open(`${path}?edit`);
    expect(edit.text).toContain('Seus dados');
    expect(valueOf(edit, 'phone')).toBe('(11) 98765-4321');
    expect(valueOf(edit, 'document')).toBe('529.982.247-25');
    expect((await shopper.submit(`${path}/data`, { ...marina, name: 'Ana Souza' })).text).toContain('Ana Souza');
  });

  test('[COM12] the shipping option is chosen here, and changes the button’s amount', async () => {
    const offered = await startTestService();
    const at = shopperAt(offered);
    await at.offer('pix');
    const days = { turnaroundMinDays: null, turnaroundMaxDays: 6, carrier: null, freeAbove: null };
    const added = async (name: string, price: number): Promise<string> => {
      const result = await addShippingOption(offered.context.db, offered.storeId, { name, price, ...days }, unaudited);
      return (result as { shippingOptionId: string }).shippingOptionId;
    };
    const [pac, sedex] = [await added('PAC', 1500), await added('Sedex', 2890)];
    const path = await at.create(mugs(true));
    const seen = await at.open(path);
    expect(seen.text).toMatch(/PAC Chega até \w+\., \d+ de \w+\. · até 6 dias úteis R\$ 15,00/);
    expect(seen.text).toContain('Frete você escolhe a seguir');
    const form = { ...marina, ...paulista };
    expect((await at.post(`${path}/data`, form)).text).toContain('Escolha como quer receber.');
    const response = await at.post(`${path}/data`, { ...form, shipping: path.slice(5) });
    expect(response.text).toContain('Esta entrega não está mais disponível.');
    const method = await at.submit(`${path}/data`, { ...form, shipping: sedex });
    expect(method.text).toContain('Frete · Sedex R$ 28,90 Total R$ 106,90');
    const pix = await at.submit(`${path}/pay`, { method: 'pix' });
    expect(pix.text).toContain('Pague R$ 106,90 com PIX');
    await at.post(`${path}/data`, { ...form, shipping: pac });
    expect((await at.submit(`${path}/pay`, { method: 'pix' })).text).toContain('Pague R$ 93,00 com PIX');
    await offered.stop();
  });
});

describe('requests that are not forms of the page', () => {
  test('too large is 413, another type gets a page too, and unexpected members change nothing', async () => {
    const path = await shopper.create(mugs());
    const large = await shopper.post(`${path}/data`, { name: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
    expect(large.text).toContain('O formulário ficou grande demais');
    const json = await fetch(`${service.baseUrl}${path}/data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([json.status, json.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const odd = {
      ...marina,
      __proto__: 'x',
      constructor: 'y',
      shipping: "'",
      'issues[0]': '1',
      name: 'a\u0000b \ud800c',
    };
    expect((await shopper.post(`${path}/data`, odd)).status).toBeLessThan(500);
  });

  test('a checkout accepts a limited number of forms', async () => {
    const path = await shopper.create(mugs());
    const { clock } = service.context;
    const now = clock();
    service.context.clock = () => now;
    try {
      const statuses = new Set<number>();
      for (let count = 0; count < 40; count++) statuses.add((await shopper.post(`${path}/data`, {})).status);
      expect([...statuses]).toEqual([422, 429]);
      const refused = await shopper.post(`${path}/data`, marina);
      expect(refused.text).toContain('Foram muitas tentativas seguidas');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      service.context.clock = clock;
    }
  });
});
