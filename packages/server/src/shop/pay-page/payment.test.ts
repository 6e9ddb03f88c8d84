import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBrCode } from '@retoma/commerce';
import { cancelOrder } from '../orders/cancel-order.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { activateDomain } from '../../stores/domains/testing/active-domain.ts';
import { changeStore } from '../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { codeIn, marina, mugs, paulista, shopperAt, type Seen } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix', 'boleto', 'card');
});
afterAll(() => service.stop());

const ready = (more: object = {}): Promise<string> => shopper.create({ ...mugs(), customer: marina, ...more });
const pay = (path: string, form: Record<string, string>): Promise<Seen> => shopper.submit(`${path}/pay`, form);
const one = async <Row>(sql: string, path: string): Promise<Row> =>
  (await service.context.db.query(sql, [path.slice(5)])).rows[0] as Row;
const stateOf = async (path: string): Promise<string> =>
  (JSON.parse((await shopper.open(`${path}/state`)).html) as { state: string }).state;

describe('[COM2] paying', () => {
  test('by PIX: the page shows the stored code, and pressing twice creates one payment', async () => {
    const path = await ready();
    const first = await pay(path, { method: 'pix' });
    expect(first.text).toContain('Pague R$ 78,00 com PIX');
    const code = codeIn(first)!;
    expect(parseBrCode(code)).toMatchObject({ ok: true });
    const sql = `select p.details->'pix'->>'payload' as code from payments p join orders o using (order_id) where o.checkout_id = $1`;
    expect(await one<{ code: string }>(sql, path)).toEqual({ code });
    expect(codeIn(await pay(path, { method: 'pix' }))).toBe(code);
    expect((await shopper.open(path)).html).toContain(`data-state="${await stateOf(path)}"`);
  });

  test('paid: shown on the page, in the state, and when the link is opened again', async () => {
    const path = await ready({ redirect: { successUrl: 'https://loja.example/obrigado' } });
    const waiting = await pay(path, { method: 'pix' });
    const before = await stateOf(path);
    await shopper.actAsBank(waiting, 'pay');
    expect(await stateOf(path)).not.toBe(before);
    const paid = await shopper.open(path);
    expect(paid.text).toContain('Pagamento confirmado');
    expect(paid.html).toContain('href="https://loja.example/obrigado?checkout_id=');
    expect((await pay(path, { method: 'pix' })).text).toContain('Pagamento confirmado');
  });

  test('[COM7] an expired code is no longer shown; a new one differs; money for either counts', async () => {
    const path = await ready();
    const first = await pay(path, { method: 'pix' });
    service.pass(25 * 60 * 60 * 1000);
    const expired = await shopper.open(path);
    expect(expired.text).toMatch(/Este PIX venceu/);
    expect(codeIn(expired)).toBeUndefined();
    const second = await pay(path, { method: 'pix' });
    expect(codeIn(second)).not.toBe(codeIn(first));
    await shopper.actAsBank(first, 'pay');
    const paid = await shopper.open(path);
    expect(paid.text).toContain('Recebemos seu pagamento');
    expect(paid.text).toContain('a loja vai confirmar o estoque');
  });

  test('[COM7a] changing the address ends an open PIX, and changes the order’s address', async () => {
    const path = await shopper.create({ ...mugs(true), customer: marina });
    await shopper.submit(`${path}/data`, { ...marina, ...paulista });
    const first = await pay(path, { method: 'pix' });
    expect(codeIn(first)).toBeDefined();
    await shopper.submit(`${path}/data`, { ...marina, ...paulista, number: '2000' });
    expect(codeIn(await shopper.open(path))).toBeUndefined();
    const sql = `select p.state, o.shipping->'address'->>'number' as number from payments p join orders o using (order_id) where o.checkout_id = $1`;
    expect(await one(sql, path)).toEqual({ state: 'cancelled', number: '2000' });
  });

  test('by boleto: the line in groups, and a printable page', async () => {
    const path = await shopper.create(mugs());
    await shopper.post(`${path}/data`, marina);
    const seen = await pay(path, { method: 'boleto' });
    expect(seen.text).toMatch(/\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}/);
    const slip = await shopper.open(`${path}/boleto`);
    expect(slip.text).toContain('Marina Souza · 529.982.247-25');
    expect((await shopper.open(`${await ready()}/boleto`)).status).toBe(303);
  });

  test('by card: accepted, refused with the reason and retried, or in review', async () => {
    const path = await ready();
    const toCard = await shopper.post(`${path}/pay`, { method: 'card' });
    expect(toCard.location).toBe(`${path}?method=card`);
    const refused = await pay(path, { method: 'card', token: sandboxNumberOf('check_expiry'), installments: '2' });
    expect(refused.text).toContain('O cartão não foi aprovado Confira a validade do cartão.');
    expect((await pay(path, { method: 'card', token: sandboxNumberOf('accepted') })).text).toContain(
      'Pagamento confirmado',
    );
    const other = await ready();
    const review = await pay(other, { method: 'card', token: sandboxNumberOf('review') });
    expect(review.text).toContain('Estamos confirmando seu pagamento');
    expect((await pay(other, { method: 'pix' })).text).toContain('Estamos confirmando seu pagamento');
  });

  test('without a card, or with a method that is not offered, the page explains what to do', async () => {
    const path = await ready();
    const without = await shopper.post(`${path}/pay`, { method: 'card', token: '' });
    expect([without.status, without.text.includes('O cartão não foi aprovado')]).toEqual([422, true]);
    const odd = await shopper.post(`${path}/pay`, { method: 'card', token: 'x', installments: '1e9' });
    expect(odd.status).toBe(422);
  });

  test('a total of 0 is confirmed with one press, after missing details', async () => {
    const free = { ...mugs().cart, discounts: [{ type: 'percentage', value: 100 }] };
    const path = await ready({ cart: free });
    await service.context.db.query('update checkouts set signed = true where checkout_id = $1', [path.slice(5)]);
    expect((await shopper.open(path)).text).toContain('Concluir pedido');
    expect((await pay(path, { method: 'free' })).text).toContain('Pedido confirmado');
    const unknown = await shopper.create(mugs());
    expect((await pay(unknown, { method: 'pix' })).text).toContain('Seus dados');
    expect(
      await service.context.db.query(`select from orders where checkout_id = $1`, [unknown.slice(5)]),
    ).toMatchObject({ rowCount: 0 });
  });

  test('another method can be chosen while a code is open', async () => {
    const path = await ready();
    await pay(path, { method: 'pix' });
    expect((await shopper.open(`${path}?choose`)).text).toContain('Como quer pagar?');
    expect((await pay(path, { method: 'boleto' })).text).toContain('Pague o boleto de R$ 78,00');
  });
});

describe('[COM2] a press in the bank simulator', () => {
  const bankOf = (seen: Seen): string => /\/pay\/sandbox\/[0-9a-f-]+/.exec(seen.html)![0];

  test('succeeds only if the bank accepts it, and the payment is updated by then', async () => {
    const path = await ready();
    const bank = bankOf(await pay(path, { method: 'pix' }));
    const paid = await shopper.post(bank, { act: 'pay' });
    expect([paid.status, paid.location]).toEqual([303, bank]);
    expect((await shopper.open(path)).text).toContain('Pagamento confirmado');
    const again = await shopper.post(bank, { act: 'pay' });
    expect([again.status, again.location]).toEqual([409, null]);
    expect(again.text).toContain('Nada mudou');
    expect(again.text).toContain('Pago');
    expect((await shopper.open(bank)).text).not.toContain('Nada mudou');
  });

  test('is refused if the bank has no such payment, whose page has no link to it', async () => {
    const path = await ready();
    const bank = bankOf(await pay(path, { method: 'pix' }));
    // The state that a process leaves when it dies before calling the bank.
    const id = [bank.slice('/pay/sandbox/'.length)];
    await service.context.db.query('delete from sandbox_payments where payment_id = $1', id);
    await service.context.db.query(`update payments set state = 'creating', details = null where payment_id = $1`, id);
    const making = await shopper.open(path);
    expect(making.text).toContain('Estamos preparando seu pagamento');
    expect(making.html).not.toContain(bank);
    const pressed = await shopper.post(bank, { act: 'pay' });
    expect([pressed.status, pressed.location]).toEqual([404, null]);
  });
});

describe('[COM5] closed checkouts', () => {
  test('a cancelled order is shown as such, and its code cannot be paid', async () => {
    const path = await ready();
    const waiting = await pay(path, { method: 'pix' });
    const { order_id: orderId } = await one<{ order_id: string }>(
      'select order_id from orders where checkout_id = $1',
      path,
    );
    await cancelOrder(service.context, service.storeId, orderId, unaudited);
    expect((await shopper.open(path)).text).toContain('Este pedido foi cancelado');
    expect((await pay(path, { method: 'pix' })).text).toContain('Este pedido foi cancelado');
    await shopper.actAsBank(waiting, 'pay');
    expect((await shopper.open(path)).text).toContain('Este pedido foi cancelado');
  });

  test('[COM7a] an unsigned cart links only to the store’s site, if that is known; a signed one to its own addresses', async () => {
    const redirect = { cancelUrl: 'https://mau.example/carrinho', successUrl: 'https://mau.example/obrigado' };
    const path = await ready({ redirect });
    await pay(path, { method: 'card', token: sandboxNumberOf('accepted') });
    expect((await shopper.open(path)).html).toContain('mau.example');
    const site = (url: string | null) =>
      service.context.db.query('update stores set url = $2 where store_id = $1', [service.storeId, url]);
    await site('https://www.loja.example');
    service.context.directory.forget(service.storeId);
    expect((await shopper.open(path)).html).not.toContain('mau.example');
    await service.context.db.query('update checkouts set signed = true where checkout_id = $1', [path.slice(5)]);
    expect((await shopper.open(path)).html).toContain('mau.example');
    await site(null);
    service.context.directory.forget(service.storeId);
  });

  test('an expired link shows the store, and accepts nothing', async () => {
    const path = await ready({ redirect: { cancelUrl: 'https://loja.example/carrinho' } });
    await service.context.db.query(`update checkouts set state = 'expired' where checkout_id = $1`, [path.slice(5)]);
    const seen = await shopper.open(path);
    expect(seen.status).toBe(410);
    expect(seen.text).toContain('Este link venceu');
    expect(seen.html).toContain('href="https://loja.example/carrinho?checkout_id=');
    expect((await pay(path, { method: 'pix' })).text).toContain('Este link venceu');
    expect((await shopper.submit(`${path}/data`, marina)).text).toContain('Este link venceu');
  });

  test('a paused store accepts no payment, but shows paid orders', async () => {
    const [open, paid] = [await ready(), await ready()];
    await pay(paid, { method: 'card', token: sandboxNumberOf('accepted') });
    await changeStore(service.context.db, service.storeId, { active: false, email: 'oi@loja.example' }, unaudited);
    service.context.directory.forget();
    const closed = await shopper.post(`${open}/pay`, { method: 'pix' });
    expect([closed.status, closed.text.includes('oi@loja.example')]).toEqual([403, true]);
    expect((await shopper.open(paid)).text).toContain('Pagamento confirmado');
    await changeStore(service.context.db, service.storeId, { active: true }, unaudited);
    service.context.directory.forget();
  });
});

describe('[CHK4] the store’s own look and domain', () => {
  test('colours, logo, legal name and promises are shown', async () => {
    const look = {
      accent: '#ffe600',
      logoUrl: 'https://loja.example/logo.png',
      legalName: 'Aurora Ltda',
      document: '12345678000195',
    };
    await changeStore(
      service.context.db,
      service.storeId,
      { ...look, privacyUrl: 'https://loja.example/p' },
      unaudited,
    );
    service.context.directory.forget();
    const { html, text, headers } = await shopper.open(await ready());
    expect(html).toContain(':root{--fill:#ffe600;');
    const styles = html.match(/<style>/g)!;
    expect(headers.get('content-security-policy')!.match(/sha256-/g)).toHaveLength(styles.length);
    expect(html).toContain('src="https://loja.example/logo.png"');
    expect(text).toContain('Aurora Ltda');
    expect(text).toContain('CNPJ 12.345.678/0001-95');
    expect(html).toContain('href="https://loja.example/p"');
  });

  test('a domain shows only the checkouts of its own store', async () => {
    const other = (
      await service.context.db.query<{ store_id: string }>(
        `insert into stores (store_id, name) values (gen_random_uuid(), 'Outra') returning store_id`,
      )
    ).rows[0]!.store_id;
    await activateDomain(service.context, service.storeId, 'pagar.aurora.example');
    await activateDomain(service.context, other, 'pagar.outra.example');
    service.context.directory.forget();
    const path = await ready();
    const statuses = async (host: string): Promise<number[]> => {
      const at = { host };
      const inject = async (url: string): Promise<number> =>
        (await service.app.inject({ url, headers: at })).statusCode;
      return [await inject(path), await inject(`${path}/state`)];
    };
    expect(await statuses('pagar.aurora.example')).toEqual([200, 200]);
    expect(await statuses('PAGAR.aurora.example:443')).toEqual([200, 200]);
    expect(await statuses('pagar.outra.example')).toEqual([404, 404]);
    expect(await statuses('pay.retoma.example')).toEqual([200, 200]);
    expect(await statuses('10.0.0.7')).toEqual([200, 200]);
  });
});

describe('Mercado Pago', () => {
  test('its script and hosts are allowed only on the page for cards, and a boleto requires an address', async () => {
    const settings = { publicKey: 'TEST-0123456789abcdef' };
    const credentials = { accessToken: 'TEST-0123456789abcdef' };
    const methods = ['card', 'boleto'] as const;
    await setPaymentAccount(
      service.context,
      service.storeId,
      {
        provider: 'mercadopago',
        settings,
        credentials,
        methods,
      },
      unaudited,
    );
    const path = await ready();
    const [choose, card] = [await shopper.open(path), await shopper.open(`${path}?method=card`)];
    expect(choose.headers.get('content-security-policy')).not.toContain('mercadopago');
    expect(choose.html).not.toMatch(/mercadopago|TEST-0123/i);
    expect(card.headers.get('content-security-policy')).toContain(
      "script-src 'self' https://sdk.mercadopago.com https://www.mercadopago.com https://http2.mlstatic.com;",
    );
    expect(card.html).toContain('&quot;publicKey&quot;:&quot;TEST-0123456789abcdef&quot;');
    // The request contained the document; this browser did not enter it.
    expect(card.html).toContain('id="holder-document"');
    expect(card.html).not.toMatch(/<script[^>]* src="(?!\/pay\/assets\/)/);
    const refused = await shopper.post(`${path}/pay`, { method: 'boleto' });
    expect(refused.location).toBe(`${path}?edit=boleto`);
    const form = await shopper.open(`${path}?edit=boleto`);
    expect(form.text).toContain('Endereço para o boleto');
    const details = { ...marina, ...paulista, address_for: 'boleto' };
    expect((await shopper.post(`${path}/data`, details)).location).toBe(`${path}?method=boleto`);
  });
});
