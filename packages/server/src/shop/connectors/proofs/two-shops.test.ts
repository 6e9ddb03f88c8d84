import type { StoreEvent } from '@retoma/commerce';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { openLog } from '../../../base/log/log.ts';
import { startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import type { ShopReport } from '../connector.ts';
import { ingestReport, type ReportSource } from '../reports/ingest-report.ts';

const minute = 60_000;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

let storeId: string;
beforeEach(async () => {
  storeId = await engine.newStore();
});

const sourceAt = (platform: string): ReportSource => ({
  connectionId: newId(storeId),
  storeId,
  platform,
  shop: 'loja.example',
  connectedAt: 0,
});

/** A paid order, some minutes after the first one of the test. */
function paidOrder(
  platform: string,
  id: string,
  { minutes = 0, total = 18_990, email = 'ana@cliente.example' } = {},
): ShopReport {
  const at = new Date(engine.now() - 60 * minute + minutes * minute).toISOString();
  const event: StoreEvent = {
    id: `${platform}:loja.example:order:${id}:paid`,
    type: 'payment.confirmed',
    occurred_at: at,
    data: {
      order: { id, number: id, status: 'paid', payment_method: 'pix', total, created_at: at },
      customer: { name: 'Ana Lima', email, phone: '+5511987654321' },
    },
  };
  return { kind: 'event', event };
}

const ingest = (source: ReportSource, report: ShopReport) =>
  ingestReport({ db: engine.db, clock: engine.now, log: openLog('silent') }, source, report);

async function counts(): Promise<{ orders: number; events: number }> {
  const { rows } = await engine.db.query<{ orders: number; events: number }>(
    `select (select count(*) from orders where store_id = $1) as orders, (select count(*) from events where store_id = $1) as events`,
    [storeId],
  );
  return rows[0]!;
}

test('[CON3] a purchase that two shops report is one order with one event, in either order, repeated or not', async () => {
  const [checkout, shop] = [sourceAt('yampi'), sourceAt('shopify')];
  const reports = [
    [checkout, paidOrder('yampi', '77')],
    [shop, paidOrder('shopify', '5001', { minutes: 4 })],
  ] as const;
  for (const [source, report] of [...reports, ...reports.toReversed(), ...reports]) await ingest(source, report);
  expect(await counts()).toEqual({ orders: 1, events: 1 });
});

test('[CON3] reports of one purchase that arrive at the same instant are one order', async () => {
  const sources = ['yampi', 'shopify', 'woocommerce'].map((platform) => ({ platform, source: sourceAt(platform) }));
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const { platform, source } = sources[index % sources.length]!;
      return ingest(source, paidOrder(platform, `9${index % sources.length}`));
    }),
  );
  expect(await counts()).toEqual({ orders: 1, events: 1 });
});

test.each([
  ['of the same shop', 'yampi', {}],
  ['with another total', 'shopify', { total: 18_991 }],
  ['more than 10 minutes apart', 'shopify', { minutes: 11 }],
])('[CON3] two purchases of one person %s are two orders', async (_, platform, other) => {
  const first = sourceAt('yampi');
  await ingest(first, paidOrder('yampi', '1'));
  await ingest(platform === 'yampi' ? first : sourceAt(platform), paidOrder(platform, '2', other));
  expect(await counts()).toEqual({ orders: 2, events: 2 });
});

test('[CON3] two purchases of one person in each of two shops are two orders', async () => {
  const [checkout, shop] = [sourceAt('yampi'), sourceAt('shopify')];
  await ingest(checkout, paidOrder('yampi', '1'));
  await ingest(checkout, paidOrder('yampi', '2', { minutes: 2 }));
  await ingest(shop, paidOrder('shopify', '11'));
  await ingest(shop, paidOrder('shopify', '12', { minutes: 2 }));
  expect(await counts()).toEqual({ orders: 2, events: 2 });
});
