import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { recordConsent } from './record-consent.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const rows = async (text: string) => (await service.context.db.query<Record<string, unknown>>(text)).rows;
const optOuts = () => rows('select channel, source from opt_outs');

test('[COM8] a consent in a transaction is recorded with it, and the opt-out is updated', async () => {
  const { context, storeId } = service;
  const statement = {
    storeId,
    channel: 'email',
    source: 'checkout',
    textVersion: '2026-03',
    ip: '203.0.113.7',
  } as const;
  const failed = inTransaction(context.db, async (client) => {
    await recordConsent(client, context, { ...statement, address: 'ana@cliente.example', state: 'withdrawn' });
    throw new Error('the rest failed');
  });
  await expect(failed).rejects.toThrow('the rest failed');
  expect([await optOuts(), await rows('select from consents')]).toEqual([[], []]);
  const say = (address: string, state: 'granted' | 'withdrawn') =>
    recordConsent(context.db, context, { ...statement, address, state });
  expect(await say('ana@cliente.example', 'withdrawn')).toBe(true);
  expect(await optOuts()).toEqual([{ channel: 'email', source: 'checkout' }]);
  expect(await say(' ANA@cliente.example', 'granted')).toBe(true);
  expect(await optOuts()).toEqual([]);
  const log = 'select state, source, text_version, host(ip) as ip from consents order by consent_id, at';
  const entry = { source: 'checkout', text_version: '2026-03', ip: '203.0.113.7' };
  expect(
    (await rows(log)).toSorted((one, other) => String(other['state']).localeCompare(String(one['state']))),
  ).toEqual([
    { ...entry, state: 'withdrawn' },
    { ...entry, state: 'granted' },
  ]);
});

test('[COM8] an invalid address records nothing', async () => {
  const statement = { storeId: service.storeId, channel: 'sms', source: 'checkout', state: 'withdrawn' } as const;
  const before = await service.count('consents');
  expect(await recordConsent(service.context.db, service.context, { ...statement, address: 'ana' })).toBe(false);
  expect(await service.count('consents')).toBe(before);
});
