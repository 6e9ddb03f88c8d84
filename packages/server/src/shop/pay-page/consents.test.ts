import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, shopperAt } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix');
});
afterAll(() => service.stop());

const stored = async (path: string) =>
  (
    await service.context.db.query<Record<string, unknown>>(
      `select purpose, granted, text_version, source, decided_at > to_timestamp($2 / 1000.0) as recent
       from shopper_consents where checkout_id = $1`,
      [path.slice(5), service.context.clock() - 60_000],
    )
  ).rows;
const isTicked = ({ html }: { html: string }): boolean => /name="marketing"\s+checked/.test(html);
const send = (path: string, more: Record<string, string>) => shopper.post(`${path}/data`, { ...marina, ...more });

test('[COM36] the box is off, and one that was never ticked stores nothing and is not an opt-out', async () => {
  const path = await shopper.create(mugs());
  expect(isTicked(await shopper.open(path))).toBe(false);
  await send(path, { consents: 'marketing' });
  expect(await stored(path)).toEqual([]);
  expect([await service.count('opt_outs'), await service.count('consents')]).toEqual([0, 0]);
});

test('[COM36] a grant and its withdrawal are stored with the instant, the words and where they were said', async () => {
  const path = await shopper.create(mugs());
  await send(path, { consents: 'marketing', marketing: 'on' });
  const granted = { purpose: 'marketing', granted: true, text_version: '1 pt-BR', source: 'checkout', recent: true };
  expect(await stored(path)).toEqual([granted]);
  service.pass(120_000);
  await send(path, { consents: 'marketing', marketing: 'on' });
  expect(await stored(path)).toEqual([{ ...granted, recent: false }]);
  expect(isTicked(await shopper.open(`${path}?edit`))).toBe(true);
  await send(path, { consents: 'marketing' });
  expect(await stored(path)).toEqual([{ ...granted, granted: false }]);
  expect(isTicked(await shopper.open(`${path}?edit`))).toBe(false);
});

test('[COM36] a form without the boxes, or with another purpose, changes nothing', async () => {
  const path = await shopper.create(mugs());
  await send(path, { consents: 'marketing', marketing: 'on' });
  const before = await stored(path);
  await send(path, {});
  await send(path, { consents: 'advertising other', advertising: 'on', other: 'on' });
  expect(await stored(path)).toEqual(before);
});

test('[COM36] the box stays ticked where another field is wrong', async () => {
  const path = await shopper.create(mugs());
  const again = await send(path, { consents: 'marketing', marketing: 'on', document: '1' });
  expect([again.status, isTicked(again)]).toEqual([422, true]);
});

test('[COM36] a grant undoes no opt-out', async () => {
  const path = await shopper.create(mugs());
  await service.context.db.query(
    `insert into opt_outs (store_id, channel, contact_hash, source) values ($1, 'email', '\\x00', 'reply')`,
    [service.storeId],
  );
  await send(path, { consents: 'marketing', marketing: 'on' });
  expect(await service.count('opt_outs')).toBe(1);
});
