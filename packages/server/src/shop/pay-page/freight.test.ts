import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { account as correiosAccount } from '../../providers/freight/correios-cws/testing/account.ts';
import { connectFreightAccount } from '../../providers/connections/freight/connect.ts';
import { addShippingOption } from '../../stores/shipping-options.ts';
import { idsIn, offersIn, startFreightStore, type FreightStore } from './testing/freight-store.ts';
import { marina, mugs, paulista, shopperAt, type Seen } from './testing/shopper.ts';

let store: FreightStore;
let shopper: ReturnType<typeof shopperAt>;
const minute = 60_000;

beforeAll(async () => {
  store = await startFreightStore();
  shopper = shopperAt(store.service);
  await shopper.offer('pix');
  const { context, storeId } = store.service;
  const own = { carrier: null, turnaroundMinDays: 5, turnaroundMaxDays: 8, freeAbove: null };
  await addShippingOption(context.db, storeId, { ...own, name: 'Tabela', price: 1_990 }, unaudited);
});
beforeEach(() => store.connect('melhor-envio'));
afterEach(() => store.reset());
afterAll(() => store.stop());

const ask = (path: string, zipcode = '01310-100'): Promise<Seen> => shopper.post(`${path}/freight`, { zipcode });
const quotes = ['PAC R$ 24,10', 'SEDEX R$ 41,37'];
const table = ['Tabela R$ 19,90'];
const details = { ...marina, ...paulista, address_for: 'delivery' };
const calls = (): number => store.melhorEnvio.bodies('/calculate').length;

describe('[COM32] quotes', () => {
  test('are asked for when the script has a CEP, and chosen on the page', async () => {
    const path = await shopper.create(mugs(true));
    const first = await shopper.open(path);
    expect([offersIn(first), calls()]).toEqual([[], 0]);
    expect(first.text).toContain('você escolhe a seguir');
    const part = await ask(path);
    expect(offersIn(part)).toEqual(quotes);
    expect(part.text).toMatch(/Chega até \w+\., \d+ de \w+\. · de 6 a 7 dias úteis/);
    const next = await shopper.submit(`${path}/data`, { ...details, shipping: idsIn(part)[1]! });
    expect(next.text).toContain('Pague com PIX');
    expect(next.text).toContain('Frete · SEDEX R$ 41,37');
    expect(calls()).toBe(1);
    await shopper.submit(`${path}/pay`, { method: 'pix' });
    const { rows } = await store.service.context.db.query<{ cents: number; shipping: object }>(
      'select shipping_cents as cents, shipping from orders where checkout_id = $1',
      [path.slice(5)],
    );
    expect(rows[0]).toMatchObject({
      cents: 4_137,
      shipping: {
        name: 'SEDEX',
        carrier: 'Correios',
        provider: 'melhor-envio',
        service: '2',
        quoted_price: 4_137,
        turnaround_max_days: 2,
      },
    });
    expect(rows[0]!.shipping).toHaveProperty('quoted_at');
  });

  test('are shown by the next page where there is no script, cheapest first', async () => {
    const path = await shopper.create(mugs(true));
    const answer = await shopper.post(`${path}/data`, details);
    expect([answer.status, answer.location]).toEqual([303, `${path}#shipping`]);
    const next = await shopper.open(path);
    expect(offersIn(next)).toEqual(quotes);
    const last = await shopper.submit(`${path}/data`, { ...details, shipping: idsIn(next)[0]! });
    expect(last.text).toContain('Frete · PAC R$ 24,10');
    expect(calls()).toBe(1);
  });

  test('are never asked for by a page that is opened', async () => {
    const path = await shopper.create(mugs(true));
    await shopper.post(`${path}/data`, details);
    store.melhorEnvio.requests.length = 0;
    for (const page of ['', '?edit=details', '/state', '?document=cnpj']) await shopper.open(`${path}${page}`);
    expect(calls()).toBe(0);
  });

  test('do not count for another CEP, and a choice never changes its price', async () => {
    const path = await shopper.create(mugs(true));
    const part = await ask(path);
    const chosen = { ...details, shipping: idsIn(part)[0]! };
    await shopper.post(`${path}/data`, chosen);
    store.service.pass(20 * minute);
    store.melhorEnvio.failAlways({
      status: 200,
      body: [
        { id: 1, name: 'PAC', price: '99.00', company: { name: 'Correios' } },
        { id: 2, name: 'SEDEX', price: '120.00' },
      ],
    });
    const moved = await shopper.post(`${path}/data`, { ...chosen, zipcode: '20040-002', state: 'RJ' });
    expect(moved.status).toBe(422);
    expect(moved.text).toContain('Esta entrega não está mais disponível. Escolha outra.');
    expect(offersIn(moved)).toEqual(['PAC R$ 99,00', 'SEDEX R$ 120,00']);
    const paid = await shopper.submit(`${path}/pay`, { method: 'pix' });
    expect(paid.text).toContain('Como quer receber?');
    const forged = await shopper.post(`${path}/data`, {
      ...chosen,
      zipcode: '20040-002',
      state: 'RJ',
      shipping: 'a cheap one',
    });
    expect(forged.status).toBe(422);
  });

  test('are used again for 15 minutes, also for other shoppers', async () => {
    const [first, second] = [await shopper.create(mugs(true)), await shopper.create(mugs(true))];
    expect([offersIn(await ask(first)), offersIn(await ask(second)), calls()]).toEqual([quotes, quotes, 1]);
    store.service.pass(16 * minute);
    expect([offersIn(await ask(second)), calls()]).toEqual([quotes, 2]);
    expect([offersIn(await ask(second, '20040-002')), calls()]).toEqual([quotes, 3]);
  });

  test('that are refused are not asked for again for a minute, and recorded for the owner', async () => {
    const [first, second] = [await shopper.create(mugs(true)), await shopper.create(mugs(true))];
    store.melhorEnvio.failAlways(403);
    expect([offersIn(await ask(first)), offersIn(await ask(second)), calls()]).toEqual([table, table, 1]);
    const errors = async (): Promise<unknown> =>
      (await store.service.context.db.query('select last_error from freight_accounts')).rows;
    expect(await errors()).toEqual([{ last_error: 'NOT_PERMITTED' }]);
    store.melhorEnvio.recover();
    store.service.pass(minute + 1);
    expect([offersIn(await ask(second)), calls()]).toEqual([quotes, 1]);
    expect(await errors()).toEqual([{ last_error: null }]);
  });

  test('of a carrier that fails are its last ones for 24 hours, then the store’s own options', async () => {
    const paths = await Promise.all([1, 2, 3].map(() => shopper.create(mugs(true))));
    expect(offersIn(await ask(paths[0]!))).toEqual(quotes);
    store.service.pass(16 * minute);
    store.melhorEnvio.failAlways(503);
    expect(offersIn(await ask(paths[1]!))).toEqual(quotes);
    const stored = await store.service.context.db.query(
      `select freight->0->'services'->0->>'isEarlier' as earlier from shoppers where checkout_id = $1`,
      [paths[1]!.slice(5)],
    );
    expect(stored.rows).toEqual([{ earlier: 'true' }]);
    store.service.pass(24 * 60 * minute);
    expect(offersIn(await ask(paths[2]!))).toEqual(table);
  });

  test('are not asked for after 5 failures within a minute, for a minute', async () => {
    store.melhorEnvio.failAlways(500);
    const path = await shopper.create(mugs(true));
    const zipcodes = ['01310-101', '01310-102', '01310-103', '01310-104', '01310-105', '01310-106'];
    for (const zipcode of zipcodes) expect(offersIn(await ask(path, zipcode))).toEqual(table);
    expect(calls()).toBe(5);
    store.melhorEnvio.recover();
    expect([offersIn(await ask(path, '01310-107')), calls()]).toEqual([table, 0]);
    store.service.pass(minute + 1);
    expect([offersIn(await ask(path, '01310-108')), calls()]).toEqual([quotes, 1]);
  });

  test('of the other carriers count while one hangs', async () => {
    await store.connect('frenet');
    store.melhorEnvio.failAlways('hang');
    store.service.context.quoteDeadlineMs = 5_000;
    const path = await shopper.create(mugs(true));
    expect(offersIn(await ask(path))).toEqual(['.Package R$ 28,00', 'PAC R$ 32,50']);
  });

  test('are replaced by the store’s own options while all carriers hang, and the purchase goes on', async () => {
    await store.connect('correios-cws');
    await store.connect('frenet');
    for (const carrier of [store.melhorEnvio, store.correios, store.frenet]) carrier.failAlways('hang');
    store.service.context.quoteDeadlineMs = 1_300;
    const path = await shopper.create(mugs(true));
    // The servers never answer, so this ends by the deadline alone.
    expect(offersIn(await ask(path))).toEqual(table);
    const next = await shopper.submit(`${path}/data`, details);
    expect(next.text).toContain('Pague com PIX');
    expect(next.text).toContain('Frete · Tabela R$ 19,90');
    expect((await shopper.submit(`${path}/pay`, { method: 'pix' })).html).toContain('id="pix-code"');
  });

  test('with a CEP that is none change nothing, and too many requests are refused', async () => {
    const path = await shopper.create(mugs(true));
    expect([(await ask(path, '123')).status, (await ask(path, '')).status]).toEqual([204, 204]);
    expect((await ask(await shopper.create(mugs()))).status).toBe(204);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path, 'none')));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect(calls()).toBe(0);
  });
});

describe('[COM33] tokens', () => {
  test('that the provider does not accept any more are renewed once for all requests', async () => {
    store.melhorEnvio.expireToken();
    const paths = await Promise.all([1, 2, 3].map(() => shopper.create(mugs(true))));
    const zipcodes = ['01310-100', '20040-002', '30130-010'];
    const parts = await Promise.all(paths.map((path, index) => ask(path, zipcodes[index])));
    expect(parts.map(offersIn)).toEqual([quotes, quotes, quotes]);
    expect(store.melhorEnvio.renewals()).toBe(1);
  });

  test('of the contract are requested once and used by later quotes', async () => {
    await store.reset();
    await store.connect('correios-cws');
    const issued = store.correios.issued();
    const path = await shopper.create(mugs(true));
    expect(offersIn(await ask(path))).toEqual(['PAC R$ 19,92', 'Sedex R$ 1.034,50']);
    expect(offersIn(await ask(path, '20040-002'))).toHaveLength(2);
    expect(store.correios.issued()).toBe(issued);
    store.correios.expireToken();
    expect(offersIn(await ask(path, '20040-003'))).toHaveLength(2);
    expect(store.correios.issued()).toBe(issued + 1);
  });

  test.each([
    ['is new', 'once', null],
    ['is not accepted either', 'always', 'NOT_PERMITTED'],
  ] as const)('that are forbidden are renewed once: the next one %s', async (_, refusal, lastError) => {
    await store.reset();
    await store.connect('correios-cws');
    const issued = store.correios.issued();
    if (refusal === 'once') store.correios.failNext(403, '/preco');
    else store.correios.failAlways(403, '/preco');
    const offers = offersIn(await ask(await shopper.create(mugs(true))));
    expect(offers).toEqual(lastError === null ? ['PAC R$ 19,92', 'Sedex R$ 1.034,50'] : table);
    expect(store.correios.issued()).toBe(issued + 1);
    const { rows } = await store.service.context.db.query('select last_error from freight_accounts');
    expect(rows).toEqual([{ last_error: lastError }]);
  });
});

describe('[COM33] a CEP that no service reaches', () => {
  const items = (txErro: string): object[] =>
    ['03298', '03220', '03158'].map((coProduto, index) => ({ coProduto, nuRequisicao: String(index + 1), txErro }));

  const names = { correios: 'correios-cws', melhorEnvio: 'melhor-envio', frenet: 'frenet' } as const;
  /** What the owner is shown after one provider answered a shopper's CEP with this. */
  const errorAfter = async (provider: keyof typeof names, answer: { status: number; body: unknown }) => {
    await store.reset();
    // The limit of requests that strangers cause is not the subject.
    store.service.pass(10 * minute);
    await store.connect(names[provider]);
    store[provider].failNext(answer, provider === 'correios' ? '/preco' : '');
    expect(offersIn(await ask(await shopper.create(mugs(true))))).toEqual(table);
    const { rows } = await store.service.context.db.query<{ error: string | null }>(
      'select last_error as error from freight_accounts',
    );
    return rows[0]!.error;
  };

  test.each([
    ['a list under 400', 'correios', 400, items('PRC-008: Serviço indisponível para o trecho informado')],
    ['a list under 206', 'correios', 206, items('PRC-127: O produto não atende o CEP de destino')],
    ['a message about it', 'correios', 400, { msgs: ['PRC-124: CEP de destino inválido'] }],
    ['a member of the request', 'melhorEnvio', 422, { errors: { 'to.postal_code': ['CEP inválido.'] } }],
    ['a message under 200', 'frenet', 200, { Message: 'CEP de destino inválido' }],
  ] as const)('is not an error of the account: %s', async (_, provider, status, body) => {
    expect(await errorAfter(provider, { status, body })).toBeNull();
  });

  test.each([
    ['the store’s own CEP', 'melhorEnvio', 422, { errors: { 'from.postal_code': ['CEP inválido.'] } }],
    ['both CEPs', 'melhorEnvio', 422, { errors: { 'from.postal_code': [''], 'to.postal_code': [''] } }],
    ['the contract', 'correios', 400, { msgs: ['PRC-101: Contrato sem acesso ao serviço'] }],
    ['the token', 'frenet', 200, { Message: 'Token inválido' }],
  ] as const)('is not what is wrong in an answer about %s', async (_, provider, status, body) => {
    expect(await errorAfter(provider, { status, body })).toBe(
      provider === 'frenet' ? 'ACCESS_TOKEN' : `HTTP_${status}`,
    );
  });

  test('does not prove an account: without a service for the test CEP it is refused', async () => {
    await store.reset();
    const { context, storeId } = store.service;
    store.correios.failNext({ status: 400, body: items('PRC-101: Serviço sem contrato') }, '/preco');
    const request = { provider: 'correios-cws', ...correiosAccount };
    const connected = await connectFreightAccount(context, storeId, request, AbortSignal.timeout(60_000), unaudited);
    expect(connected).toMatchObject({ ok: false, code: 'CREDENTIALS_REFUSED', reason: 'NO_SERVICE' });
  });
});

test('[COM32] a network causes a bounded number of requests to the carriers of a store', async () => {
  const { service } = store;
  // The limits of the tests above are full again, and while this test runs nothing is added. They are not shared: that has the machine's clock.
  await service.context.sharedLimits.stop();
  let now = service.context.clock() + 10 * minute;
  service.context.clock = () => now;
  const before = calls();
  let zipcode = 30_000_000;
  const askFrom = async (network: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 10) {
      const path = await shopper.create(mugs(true));
      for (let each = 0; each < 10; each++) {
        const { statusCode } = await service.app.inject({
          method: 'POST',
          url: `${path}/freight`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `zipcode=${zipcode++}`,
          remoteAddress: network,
        });
        expect(statusCode).toBe(200);
      }
    }
  };
  await askFrom('198.51.100.1', 40);
  expect(calls() - before).toBe(30);
  await askFrom('198.51.100.2', 10);
  expect(calls() - before).toBe(40);
  now += minute;
  await askFrom('198.51.100.1', 10);
  expect(calls() - before).toBe(50);
});
