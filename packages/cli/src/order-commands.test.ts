import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestEvent } from '../../server/src/shop/orders/ingest-event.ts';
import { startTestOrders, type TestOrders } from '../../server/src/shop/orders/testing/test-orders.ts';
import { runCli, type Ran } from './testing/run-cli.ts';

type OrderOutput = { order: Record<string, unknown> & { payments: Record<string, unknown>[] } };

let fixture: TestOrders;
let home: string;
beforeAll(async () => {
  fixture = await startTestOrders();
  // The command line's sandbox is the real one, and does not store the payments that a test creates.
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-orders-'));
});
afterAll(async () => {
  await fixture.stop();
  rmSync(home, { recursive: true, force: true });
});

const retoma = (...args: string[]): Promise<Ran> =>
  runCli(args, { DATABASE_URL: fixture.service.databaseUrl, RETOMA_HOME: home });

/** Runs an `order` command on the store, which must succeed; returns its JSON. */
async function order<T = OrderOutput>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await retoma('order', ...args, '--store', fixture.storeId, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}
const text = async (...args: string[]): Promise<string> =>
  (await retoma('order', ...args, '--store', fixture.storeId)).stdout;

async function place(): Promise<{ orderId: string; paymentId: string; number: string }> {
  fixture.pass(60_000);
  const checkoutId = await fixture.checkout();
  const paymentId = await fixture.pay(checkoutId);
  const { orderId, number } = (await fixture.purchase(checkoutId)).order;
  return { orderId, paymentId, number: number! };
}

describe('retoma order', () => {
  test('[COM2] list and show print JSON and text', async () => {
    const { orderId, paymentId, number } = await place();
    const at = new Date(fixture.now()).toISOString();
    const { orders } = await order<{ orders: object[] }>('list', '--status', 'pending');
    const { order: found } = await order('show', orderId);
    expect(orders[0]).toEqual(found);
    expect(found).toMatchObject({
      orderId,
      number,
      status: 'pending',
      total: 9980,
      createdAt: at,
      paidAt: null,
      attention: [],
      payments: [{ paymentId, method: 'pix', state: 'pending', amount: 9980, createdAt: at }],
    });
    expect(await text('list')).toContain(`${orderId}  ${at}  ${number} R$ 99,80: aguardando pagamento\n`);
    expect(await text('show', orderId)).toBe(
      [
        `${orderId}  ${at}  ${number} R$ 99,80: aguardando pagamento`,
        'Cliente: Maria Souza Lima, maria@cliente.example, +5511987654321',
        '  1x Camiseta',
        'Pagamentos:',
        `  ${paymentId}  ${at}  PIX sandbox R$ 99,80: aguardando`,
        '',
      ].join('\n'),
    );
    expect((await order<{ orders: object[] }>('list', '--status', 'cancelled')).orders).toEqual([]);
    expect(await text('list', '--status', 'cancelled', '--lang', 'en')).toBe('No orders.\n');
  });

  test('[COM2] an order is found by its number and by its id in the store’s own system, in either form of its accents', async () => {
    const { orderId, number } = await place();
    expect((await order('show', number)).order['orderId']).toBe(orderId);
    const externalId = 'AcessórioSão-1/2026 #7 100%';
    const report = (id: string, more: object = {}) =>
      ingestEvent(fixture.deps, fixture.storeId, {
        id: randomUUID(),
        type: 'payment.confirmed',
        occurred_at: new Date(fixture.now()).toISOString(),
        data: { order: { id, ...more } },
      });
    await report(externalId);
    for (const form of ['NFC', 'NFD']) {
      const found = await order('show', externalId.normalize(form));
      expect(found.order).toMatchObject({ externalId: externalId.normalize('NFC'), status: 'paid' });
    }
    await report(randomUUID(), { number });
    const ambiguous = await retoma('order', 'show', number, '--store', fixture.storeId, '--json');
    expect([ambiguous.code, JSON.parse(ambiguous.stdout)]).toMatchObject([1, { error: 'ORDER_AMBIGUOUS' }]);
    expect((await retoma('order', 'show', 'no such / order', '--store', fixture.storeId)).code).toBe(2);
  });

  test('[COM2] mark-paid, then track', async () => {
    const { orderId } = await place();
    expect((await order('mark-paid', orderId)).order).toMatchObject({ status: 'paid' });
    const track = [
      'track',
      orderId,
      '--code',
      'AA1',
      '--carrier',
      'Correios',
      '--url',
      'https://t.example/AA1',
      '--status',
      'posted',
    ];
    expect((await order(...track)).order['tracking']).toEqual({
      code: 'AA1',
      carrier: 'Correios',
      url: 'https://t.example/AA1',
      status: 'posted',
    });
    expect(await text('show', orderId)).toContain('Rastreio: AA1, Correios, posted, https://t.example/AA1\n');
    const again = await retoma('order', 'mark-paid', orderId, '--store', fixture.storeId, '--json');
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { error: 'ORDER_PAID' }]);
  });

  test('[COM2] track --csv imports codes and statuses, and reports a row that it skips', async () => {
    const { orderId } = await place();
    const number = String((await order('show', orderId)).order['number']);
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'retoma-csv-')), 'rastreios.csv');
    // As spreadsheets write it: UTF-16, a line that names the separator, names of their own for the columns, a rounded number.
    const csv = `\ufeffsep=;\r\nNº do pedido;Código de rastreio;Situação do envio\r\n${number};BR9;Em trânsito\r\n99999;BR8;\r\n99998;1,23457E+11;`;
    writeFileSync(file, csv, 'utf16le');
    const imported = await retoma('order', 'track', '--csv', file, '--store', fixture.storeId);
    expect(imported.stdout + imported.stderr).toBe(
      `linha 3: ${number} BR9: salvo\nlinha 4: 99999 BR8: Esta loja não tem esse pedido.\n` +
        'linha 5: 99998 1,23457E+11: A planilha cortou este número. Formate a coluna como texto e digite o número inteiro.\n',
    );
    expect(imported.code).toBe(1);
    expect((await order('show', orderId)).order['tracking']).toEqual({ code: 'BR9', status: 'in_transit' });
    rmSync(path.dirname(file), { recursive: true });
    const both = await retoma('order', 'track', orderId, '--csv', file, '--store', fixture.storeId);
    expect(both.code).toBe(2);
  });

  test('[COM4] cancel cancels an order; received money is reported', async () => {
    const { orderId, paymentId } = await place();
    expect((await order('cancel', orderId)).order).toMatchObject({ status: 'cancelled' });
    await fixture.rows(`update payments set state = 'paid', paid_cents = 100 where payment_id = $1`, paymentId);
    expect((await order('show', orderId)).order['attention']).toEqual(['PAID_NOT_WANTED']);
    expect(await text('list')).toContain('cancelado (pago depois do cancelamento)\n');
    expect(await text('show', orderId, '--lang', 'en')).toContain('Attention: paid after cancellation.\n');
  });

  test('[COM4] refund without a provider that refunds: the merchant refunds and records it', async () => {
    const { orderId, paymentId } = await place();
    await order('mark-paid', orderId);
    const refused = await retoma('order', 'refund', orderId, '--store', fixture.storeId);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('--manual');
    expect((await order('refund', orderId, '--manual')).order).toMatchObject({ status: 'cancelled' });
    await fixture.becomes(paymentId, { state: 'paid', paid: 9980 });
    const one = await order('refund', orderId, '--payment', paymentId, '--manual');
    expect(one.order.payments).toMatchObject([
      { method: 'manual', state: 'refunded', paid: 9980 },
      { method: 'pix', state: 'refunded', paid: 9980 },
    ]);
  });

  test('[COM7a] accept counts the received amount as the full amount', async () => {
    const { orderId, paymentId } = await place();
    await fixture.becomes(paymentId, { state: 'paid', paid: 4000 });
    expect(await text('show', orderId, '--lang', 'en')).toContain('Attention: paid less than the total.\n');
    expect((await order('accept', orderId)).order).toMatchObject({ status: 'paid', accepted: 4000 });
  });
});

describe('errors', () => {
  const unknownId = '01a1fe41-b4e3-73ce-8687-e74d81e654ba';

  test.each([
    [['list'], 'STORE_NOT_FOUND'],
    [['show', unknownId], 'ORDER_NOT_FOUND'],
    [['mark-paid', unknownId], 'ORDER_NOT_FOUND'],
    [['cancel', unknownId], 'ORDER_NOT_FOUND'],
    [['refund', unknownId], 'ORDER_NOT_FOUND'],
    [['track', unknownId, '--code', 'A'], 'ORDER_NOT_FOUND'],
    [['track', unknownId, '--code', 'A', '--url', 'ftp://x'], 'INVALID_TRACKING'],
  ])('%j is an error with a code: exit 1', async (args, code) => {
    const ran = await retoma('order', ...args, '--store', randomUUID(), '--json');
    expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([1, { error: code }]);
  });

  test.each([
    [['list', '--status', 'lost']],
    [['show', 'x']],
    [['show']],
    [['mark-paid', unknownId, '--amount', '1.50']],
    [['refund', unknownId, '--payment', 'x']],
    [['track', unknownId]],
  ])('%j is wrong usage: exit 2', async (args) => {
    const { code, stdout, stderr } = await retoma('order', ...args, '--store', fixture.storeId);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(5);
  });
});
