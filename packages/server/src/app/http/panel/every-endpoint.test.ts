// Rules for every endpoint of the panel, generated from the contract so that none is omitted.
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { createUser } from '../../../members/create-user.ts';
import { grantMembership } from '../../../members/memberships.ts';
import { may, roles, type Role } from '../../../http/roles.ts';
import {
  automate,
  buyOnPage,
  engineOf,
  orderOf,
  settle,
  sendEvent,
  zelia,
} from '../../../privacy/testing/full-purchase.ts';
import { createStore } from '../../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { panelContract } from '../../../panel-contract.ts';
import type { PanelEndpoint } from '../../../http/endpoint.ts';
import { PanelBrowser, password } from './testing/browser.ts';
import { sampleOf } from './testing/sample-of.ts';

const endpoints: [string, PanelEndpoint][] = Object.entries(panelContract);
const ofStores = endpoints.filter(([, { path }]) => path.includes(':storeId'));

/** Another store, with data that every endpoint could return. */
let service: TestService;
/** The caller's store, without data. */
let ownStore: string;
const browsers = {} as Record<Role, PanelBrowser>;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  const { context, storeId, secretKey } = service;
  await automate(service, storeId);
  await buyOnPage(service, zelia);
  await sendEvent(service, secretKey, 'pix.generated', orderOf(zelia, 'Z-1'));
  await settle(engineOf(service));
  await context.db.query(
    `insert into platform_connections (connection_id, store_id, platform, shop, name, state_at, secrets, connected_at)
     values ($1, $2, 'woocommerce', 'https://aurora.example', 'Aurora', now(), '', now())`,
    [newId(storeId), storeId],
  );
  ownStore = (await createStore(context.db, 'Loja Própria')).storeId;
  for (const role of roles) {
    const email = `${role}@propria.example`;
    await createUser(context.usersDb, email, password);
    await grantMembership(context, { storeId: ownStore, email }, role, unaudited);
    browsers[role] = new PanelBrowser(service);
    const signedIn = await browsers[role].post('/sign-in', { email, password });
    expect(signedIn.status).toBe(200);
  }
});
afterAll(() => service.stop());

const filled = (path: string, params: Record<string, string>): string =>
  path.slice('/panel/api'.length).replace(/:(\w+)/g, (_, name: string) => params[name] ?? newId());

/** Calls an endpoint with the parameters of its contract. */
async function ask(
  browser: PanelBrowser,
  { method, path, body, query }: PanelEndpoint,
  params: Record<string, string>,
  headers: Record<string, string | undefined> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const search = new URLSearchParams((sampleOf(query) ?? {}) as Record<string, string>);
  const address = filled(path, params) + (search.size > 0 ? `?${search}` : '');
  return method === 'GET' ? browser.get(address) : browser.send(method, address, sampleOf(body) ?? {}, headers);
}
const codeOf = (body: Record<string, unknown>): unknown => (body['error'] as { code?: unknown } | undefined)?.code;

test.each(endpoints.filter(([, { access }]) => access !== 'anybody'))(
  '[AUT2] %s reveals nothing without a session',
  async (_, endpoint) => {
    const { status, body } = await ask(new PanelBrowser(service), endpoint, { storeId: service.storeId });
    expect([status, codeOf(body)]).toEqual([401, 'NOT_SIGNED_IN']);
  },
);

test.each(endpoints.filter(([, { method }]) => method !== 'GET'))(
  '[AUT2] %s accepts nothing that another site could send',
  async (_, endpoint) => {
    for (const headers of [{ 'x-retoma-panel': undefined }, { origin: 'https://mau.example' }]) {
      const { status, body } = await ask(browsers.owner, endpoint, { storeId: ownStore }, headers);
      expect([status, codeOf(body)]).toEqual([403, 'FORGED_REQUEST']);
    }
  },
);

describe.each(ofStores)('[AUT5] %s', (_, endpoint) => {
  const { access } = endpoint;

  test('is for the permitted roles, and for no other', async () => {
    for (const role of roles) {
      const { status, body } = await ask(browsers[role], endpoint, { storeId: ownStore });
      const isRefused = status === 403 && codeOf(body) === 'NOT_ALLOWED';
      expect([role, isRefused]).toEqual([role, !may(role, access as Parameters<typeof may>[1])]);
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    }
  });

  test('does not find another store', async () => {
    const { status, body } = await ask(browsers.owner, endpoint, { storeId: service.storeId });
    expect([status, codeOf(body)]).toEqual([404, 'NOT_FOUND']);
  });

  test('finds no data of another store in one’s own', async () => {
    const foreign = await foreignIds();
    const { status, body } = await ask(browsers.owner, endpoint, { ...foreign, storeId: ownStore });
    const json = JSON.stringify(body);
    for (const trace of ['Zelia', 'zelia', 'Aurora', '87654321', ...Object.values(foreign)])
      expect(json).not.toContain(trace);
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!).filter((name) => name in foreign);
    if (named.length > 0) expect([status < 400, status], json).toEqual([false, status]);
  });
});

/** Path parameters, each of another store. */
async function foreignIds(): Promise<Record<string, string>> {
  const { rows } = await service.context.db.query<Record<string, string>>(
    `select
       (select automation_id from automations where store_id = $1 limit 1) as "automationId",
       (select run_id from runs where store_id = $1 limit 1) as "runId",
       (select order_id from orders where store_id = $1 limit 1) as "orderId",
       (select checkout_id from checkouts where store_id = $1 limit 1) as "checkoutId",
       (select key_id from api_keys where store_id = $1 limit 1) as "keyId",
       (select connection_id from connections where store_id = $1 limit 1) as "connectionId",
       (select connection_id from platform_connections where store_id = $1 limit 1) as "shopConnectionId",
       (select event_id from events where store_id = $1 limit 1) as "eventId"`,
    [service.storeId],
  );
  expect(Object.values(rows[0]!)).not.toContain(null);
  return rows[0]!;
}
