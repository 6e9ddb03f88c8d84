import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashContact } from '../crypto/contact-hash.ts';
import { newId } from '../ids.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import type { Queryable } from '../postgres/pool.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { consentRecord } from './consents.ts';

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
  const say = (db: Queryable, address: string, state: 'granted' | 'withdrawn') => {
    const contactHash = hashContact(context, storeId, 'email', address)!;
    return consentRecord(db, { ...statement, contactHash, state, consentId: newId(), at: context.clock() });
  };
  const failed = inTransaction(context.db, async (client) => {
    await say(client, 'ana@cliente.example', 'withdrawn');
    throw new Error('the rest failed');
  });
  await expect(failed).rejects.toThrow('the rest failed');
  expect([await optOuts(), await rows('select from consents')]).toEqual([[], []]);
  await say(context.db, 'ana@cliente.example', 'withdrawn');
  expect(await optOuts()).toEqual([{ channel: 'email', source: 'checkout' }]);
  await say(context.db, ' ANA@cliente.example', 'granted');
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
