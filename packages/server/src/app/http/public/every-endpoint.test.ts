// Rules for every endpoint of the public API, generated from the contract so that none is omitted.
import { apiScopes, type ApiScope } from '@retoma/commerce';
import { buyOnPage, otto } from '../../../privacy/testing/full-purchase.ts';
import { createKey } from '../../../stores/manage-stores.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicEndpoint } from '../../../http/endpoint.ts';
import { sampleOf } from '../panel/testing/sample-of.ts';
import { publicContract } from '../../../http/public-contract.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { webhookId } from '../../../shop/webhooks/delivery/sign.ts';
import { createEndpoint } from '../../../shop/webhooks/manage-endpoints.ts';
import { sendTest } from '../../../shop/webhooks/read-messages.ts';
import { webhookDepsOf } from '../../../shop/webhooks/webhook-deps.ts';
import { openApiDocument } from '../document/openapi.ts';

const endpoints: [string, PublicEndpoint][] = Object.entries(publicContract);

let service: TestService;
/** The store of the keys, inactive. */
let paused: TestService;
let checkoutId: string;
beforeAll(async () => {
  [service, paused] = await Promise.all([startTestService(), startTestService()]);
  checkoutId = ((await (await service.post(smallCart)).json()) as { checkoutId: string }).checkoutId;
  // Its time may be advanced (TST6).
  await service.context.db.query('update stores set demo = true');
  service.context.directory.forget(service.storeId);
  await paused.context.db.query('update stores set active = false');
  paused.context.directory.forget(paused.storeId);
});
afterAll(() => Promise.all([service.stop(), paused.stop()]));

type Answered = { status: number; headers: Headers; body: Record<string, unknown> };

/** Calls an endpoint with the parameters and the body of its contract. */
async function call(
  { method, path, parameters, body }: PublicEndpoint,
  headers: Record<string, string>,
  {
    at = service,
    prefix = '',
    of = { checkoutId, orderId: checkoutId },
  }: { at?: TestService; prefix?: string; of?: Record<string, string> } = {},
): Promise<Answered> {
  const search = new URLSearchParams((sampleOf(parameters?.query) ?? {}) as Record<string, string>).toString();
  const answer = await fetch(
    `${at.baseUrl}${prefix}${path.replace(/:(\w+)/g, (all, name: string) => of[name] ?? all)}?${search}`,
    {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body.example) }),
    },
  );
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

/** What the endpoint can read or change: a checkout with an order, or a webhook with a message that was given up. */
async function subjectsOf({ path }: PublicEndpoint): Promise<Record<string, string>> {
  if (path.includes('/webhooks')) return webhookOf(service);
  if (!path.includes('/orders/:')) {
    const made = (await (await service.post(smallCart)).json()) as { checkoutId: string };
    return { checkoutId: made.checkoutId, orderId: made.checkoutId };
  }
  const bought = await buyOnPage(service, otto, path.endsWith('/refund') ? 'pix' : 'pix-unpaid');
  const { rows } = await service.context.db.query<{ id: string }>(
    'select order_id as id from orders where checkout_id = $1',
    [bought],
  );
  return { checkoutId: bought, orderId: rows[0]!.id };
}

async function webhookOf({ context, storeId }: TestService): Promise<Record<string, string>> {
  // A store has at most 10.
  await context.db.query("update webhook_endpoints set state = 'deleted', reason = null");
  const deps = webhookDepsOf(context);
  const made = await createEndpoint(deps, storeId, { url: 'https://erp.loja.example/retoma' }, unaudited);
  if (!made.ok) throw new Error(made.code);
  const { endpointId } = made.endpoint;
  const sent = await sendTest(deps, storeId, endpointId, 'ping');
  if (!sent.ok) throw new Error(sent.code);
  await context.db.query(
    `update webhook_messages set state = 'failed', next_attempt_at = null, settled_at = now() where endpoint_id = $1`,
    [endpointId],
  );
  return { webhookId: endpointId, messageId: webhookId(sent.messageId) };
}

/** The key of a service with which an endpoint can be called, and one of the other kind. */
function keysFor({ access }: PublicEndpoint, { checkoutKey, secretKey }: TestService): [string, string] {
  const isForServers = access === 'secret-key' || access === 'event-sender';
  return isForServers ? [secretKey, checkoutKey] : [checkoutKey, secretKey];
}

describe.each(endpoints)('%s', (name, endpoint) => {
  const published = (openApiDocument('https://pay.example') as { paths: Record<string, Record<string, Published>> })
    .paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!;

  test.each(['', '/api'])('responds as its contract says, below "%s"', async (prefix) => {
    const [key] = keysFor(endpoint, service);
    const of = await subjectsOf(endpoint);
    const { status, body } = await call(endpoint, { 'x-api-key': key }, { prefix, of });
    expect(Object.keys(endpoint.statuses), JSON.stringify(body)).toContain(String(status));
    // Members that are not declared would be dropped.
    expect(endpoint.answer.parse(body)).toEqual(body);
  });

  test('has an example of each response, which its schema accepts', () => {
    for (const { example } of Object.values(endpoint.statuses)) {
      const body = { success: true, ...example };
      expect(endpoint.answer.parse(body)).toEqual(body);
    }
  });

  test('[CHK1] is refused without the right key, with codes that are published', async () => {
    const [key, otherKey] = keysFor(endpoint, service);
    const [pausedKey] = keysFor(endpoint, paused);
    const refusals = [
      await call(endpoint, {}),
      await call(endpoint, { 'x-api-key': `${key.slice(0, -1)}!` }),
      await call(endpoint, { 'x-api-key': pausedKey }, { at: paused }),
      ...(endpoint.access === 'key-or-session' ? [] : [await call(endpoint, { 'x-api-key': otherKey })]),
    ];
    const codes = refusals.map(({ body }) => (body['error'] as { code: string }).code);
    const expected = ['MISSING_API_KEY', 'INVALID_API_KEY', 'STORE_INACTIVE', 'WRONG_KEY_KIND'];
    expect(codes).toEqual(expected.slice(0, refusals.length));
    for (const [index, { status }] of refusals.entries()) {
      expect(published.responses[status]?.description).toContain(`${codes[index]}: `);
    }
  });

  test('[API1] is refused without its scope, and needs no other one', async () => {
    const { scope } = endpoint;
    if (!scope) return;
    const keyWith = async (scopes: ApiScope[]) => {
      const { db, keys, directory } = service.context;
      const made = await createKey(db, keys, service.storeId, 'secret', unaudited, scopes);
      directory.forget(service.storeId);
      return made!.key;
    };
    const refused = await call(endpoint, { 'x-api-key': await keyWith(apiScopes.filter((one) => one !== scope)) });
    expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'MISSING_SCOPE' } }]);
    expect(published.responses[403]?.description).toContain('MISSING_SCOPE: ');
    expect((await call(endpoint, { 'x-api-key': await keyWith([scope]) })).status).not.toBe(403);
  });

  test('[CHK2] takes a body only as JSON', async () => {
    if (!endpoint.body) return;
    const [key] = keysFor(endpoint, service);
    const { status, body } = await call(endpoint, { 'x-api-key': key, 'content-type': 'text/plain' });
    expect([status, body]).toMatchObject([415, { error: { code: 'INVALID_PAYLOAD' } }]);
    expect(published.responses[415]?.description).toContain('INVALID_PAYLOAD: ');
  });

  test('[CHK8] answers preflights, and refuses other methods', async () => {
    const url = `${service.baseUrl}${endpoint.path.replace(/:\w+/, checkoutId)}`;
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204);
    const allowed = endpoints.filter(([, { path }]) => path === endpoint.path).map(([, { method }]) => method);
    const listed = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (allowed.includes(method as 'GET')) continue;
      const refused = await fetch(url, { method });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, [...listed, 'OPTIONS'].join(', ')]);
    }
  });

  test('is published with its name and every status', () => {
    expect(published.operationId).toBe(name);
    expect(Object.keys(published.responses)).toEqual(expect.arrayContaining(Object.keys(endpoint.statuses)));
  });
});

type Published = { operationId: string; responses: Record<number, { description: string }> };
