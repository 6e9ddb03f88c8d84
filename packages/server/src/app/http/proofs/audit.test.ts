// AUT6: what a member changes is in the audit log exactly if it was changed. The endpoints are those of the contract, so that none is
// forgotten.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import { newId } from '../../../base/ids.ts';
import { panelContract } from '../../../panel-contract.ts';
import type { PanelEndpoint } from '../../../http/endpoint.ts';
import {
  auditedCalls,
  callEndpoint,
  startAuditedStore,
  type AuditedCall,
  type AuditedStore,
} from './testing/audited-calls.ts';

const endpoints: [string, PanelEndpoint][] = Object.entries(panelContract);

/** Tables that a request writes before or apart from the transaction of its change, by endpoint. */
const writtenApart: Partial<Record<AuditedCall, readonly string[]>> = {
  // Its payments are looked up at their providers before.
  cancelOrder: ['payments'],
  // Who requests it is stored before the money is returned, whatever becomes of it.
  refundOrder: ['payments', 'refunds'],
  // The request of a person is stored before it is answered.
  exportPerson: ['privacy_requests'],
  // No message is sent to a person from the first moment of the erasure.
  erasePerson: ['consents', 'opt_outs', 'privacy_requests'],
};

let store: AuditedStore;
let owner: Database;
beforeAll(async () => {
  store = await startAuditedStore();
  owner = openPool(store.service.ownerUrl, 1, () => {});
  await owner.query(
    `create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'no entry is committed'; end $$`,
  );
});
afterAll(async () => {
  await owner.end();
  await store.stop();
});

/** Makes commits of transactions with an audit entry fail, or no longer. */
const refuseAudit = (isRefused: boolean) =>
  owner.query(
    isRefused
      ? `create constraint trigger refuse_audit after insert on audit_log deferrable initially deferred
         for each row execute function refuse_audit()`
      : 'drop trigger refuse_audit on audit_log',
  );

const entries = async (): Promise<string[]> =>
  (await owner.query<{ action: string }>('select action from audit_log order by activity_id')).rows.map(
    ({ action }) => action,
  );

/** Tables that any request changes, or that are written a while after it. */
const touchedAlways = ['sessions', 'rate_buckets', 'api_calls', 'api_key_uses'];

/** A hash of the rows of each table. */
async function contents(): Promise<Map<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname <> all($1)`,
    [touchedAlways],
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${name} t`,
  );
  const { rows } = await owner.query<{ name: string; hash: string }>(hashes.join(' union all '));
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

describe.each(Object.keys(auditedCalls) as AuditedCall[])('[AUT6] %s', (name) => {
  const endpoint: PanelEndpoint = panelContract[name];

  test('leaves no entry when it is refused', async () => {
    const prepared = await auditedCalls[name](store);
    const before = await entries();
    const atOther = { ...prepared, params: { ...prepared.params, storeId: newId() } };
    expect((await callEndpoint(store, store.owner, endpoint, atOther)).status).toBe(404);
    expect((await callEndpoint(store, store.reader, endpoint, prepared)).status).toBe(403);
    expect(await entries()).toEqual(before);
  });

  test('changes nothing when its entry cannot be committed', async () => {
    const prepared = await auditedCalls[name](store);
    const before = await contents();
    await refuseAudit(true);
    const { status } = await callEndpoint(store, store.owner, endpoint, prepared);
    await refuseAudit(false);
    expect(status).toBe(500);
    const after = await contents();
    const changed = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
    expect(changed.toSorted()).toEqual(writtenApart[name] ?? []);
  });

  test('leaves one entry when it succeeds', async () => {
    const prepared = await auditedCalls[name](store);
    const before = await entries();
    const { status, body } = await callEndpoint(store, store.owner, endpoint, prepared);
    expect([status, body]).toMatchObject([200, { success: true }]);
    const added = (await entries()).slice(before.length);
    expect(added).toHaveLength(1);
    expect(endpoint.audit).toContain(added[0]);
  });
});

test('[AUT6] every endpoint that may write an entry is called here', () => {
  const audited = endpoints.filter(([, { audit }]) => audit !== undefined).map(([name]) => name);
  expect(Object.keys(auditedCalls).toSorted()).toEqual(audited.toSorted());
});

test('[AUT6] what members change without an entry is listed here, and the contract says why', () => {
  const unaudited = endpoints.filter(([, { method, access, audit }]) => {
    const isOfStore = access !== 'anybody' && access !== 'signed-in';
    return method !== 'GET' && isOfStore && audit === undefined;
  });
  for (const [, endpoint] of unaudited) expect('unaudited' in endpoint && endpoint.unaudited).toMatch(/\w{2,} .*\.$/);
  expect(unaudited.map(([name]) => name).toSorted()).toEqual([
    'addMedia',
    'askCopilot',
    'clearCopilot',
    'findOverlaps',
    'makeTestPurchase',
    'openTestStore',
    'pairPhone',
    'previewAppearance',
    'previewEmail',
    'rateProposal',
    'readShopNow',
    'removeRunView',
    'saveDraft',
    'saveRunView',
    'sendChannelTest',
    'simulateFreight',
    'stopOperation',
    'testSend',
    'testWebhook',
    'tryChannel',
    'tryDestination',
    'tryKey',
    'tryPaymentAccount',
  ]);
});
