import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createStore } from '../../stores/manage-stores.ts';
import { startTestService } from '../../testing/test-service.ts';
import { ingestEvent } from './ingest-event.ts';
import { storeKnowsPixCode } from './knows-pix-code.ts';

test('[DEF7] a store knows no PIX code if its PIX are reported by their pages alone', async () => {
  const service = await startTestService();
  const { db } = service.context;
  const { storeId } = await createStore(db, 'Loja');
  const report = (pix: { payload: string } | { url: string }) =>
    ingestEvent(service.context, storeId, {
      id: randomUUID(),
      type: 'pix.generated',
      occurred_at: '2026-03-12T17:05:00Z',
      data: { order: { id: randomUUID() }, payment: { pix } },
    });
  expect(await storeKnowsPixCode(db, storeId)).toBe(true);
  await report({ url: 'https://loja.example/pagar/1' });
  expect(await storeKnowsPixCode(db, storeId)).toBe(false);
  expect(await storeKnowsPixCode(db, service.storeId)).toBe(true);
  await report({ payload: '000201' });
  expect(await storeKnowsPixCode(db, storeId)).toBe(true);
  await service.stop();
});

test('[DEF7][CON9] a store whose platform never gives the code knows none, before its first PIX too', async () => {
  const service = await startTestService();
  const { db } = service.context;
  const { storeId } = await createStore(db, 'Loja');
  const connect = (platform: string) =>
    db.query(
      `insert into platform_connections (connection_id, store_id, platform, shop, name, state_at, secrets, connected_at)
       values ($1, $2, $3, '789', 'Loja', now(), '', now())`,
      [randomUUID(), storeId, platform],
    );
  await connect('nuvemshop');
  expect(await storeKnowsPixCode(db, storeId)).toBe(false);
  await connect('woocommerce');
  expect(await storeKnowsPixCode(db, storeId)).toBe(true);
  await service.stop();
});
