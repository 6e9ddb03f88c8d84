import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore } from '../../manage-stores.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

let service: TestService;
let owner: PanelBrowser;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  await newUser(service, 'dona@loja.example', 'owner');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(() => service.stop());

type Call = { status: number; code: string | null; route: string; method: string; requestId: string };
const calls = async (): Promise<Call[]> => {
  await service.context.apiCalls.flush();
  return (await owner.get(`/stores/${service.storeId}/keys/calls`)).body['calls'] as Call[];
};
const usedAt = async (): Promise<(string | null)[]> => {
  await service.context.apiCalls.flush();
  const { body } = await owner.get(`/stores/${service.storeId}/keys`);
  return (body['keys'] as { kind: string; usedAt: string | null }[])
    .toSorted((a, b) => a.kind.localeCompare(b.kind))
    .map(({ usedAt }) => usedAt);
};
const send = (body: unknown, id: string, key = service.checkoutKey) =>
  service.post(body, { 'x-request-id': id, 'x-api-key': key });

test('a store’s call is recorded with its status and its id, without its content', async () => {
  expect(await calls()).toEqual([]);
  await send(smallCart, 'taken-000');
  await send({ customer: { email: 'ana@cliente.example' } }, 'refused-0');
  await send(smallCart, 'nobodys-0', 'rtm_live_nada');
  const route = '/stores/external/checkout';
  const stored = await calls();
  expect(stored).toMatchObject([
    { method: 'POST', route, status: 400, code: 'INVALID_PAYLOAD', requestId: 'refused-0' },
    { method: 'POST', route, status: 201, code: null, requestId: 'taken-000' },
  ]);
  expect(JSON.stringify(stored)).not.toContain('ana@');
});

test('refusals are recorded, accepted calls are sampled, and the number of both is limited', async () => {
  for (let index = 0; index < 30; index++) await send(smallCart, `taken-${100 + index}`);
  for (let index = 0; index < 25; index++) await send('{}', `refused-${100 + index}`);
  const stored = await calls();
  expect(stored).toHaveLength(20);
  expect(stored.filter(({ code }) => code !== null).length).toBeGreaterThanOrEqual(18);
  expect(stored[0]).toMatchObject({ requestId: 'refused-124', code: 'INVALID_PAYLOAD' });
  expect(await service.count('api_calls')).toBe(20);
});

test('the last use of a key is accurate to the minute, with one write a minute', async () => {
  // The minute begins here, however long the calls above took.
  service.pass(60_000);
  await send(smallCart, 'taken-199');
  const [checkout] = await usedAt();
  expect(checkout).not.toBeNull();
  service.pass(30_000);
  await send(smallCart, 'taken-200');
  expect((await usedAt())[0]).toBe(checkout);
  service.pass(40_000);
  await send(smallCart, 'taken-201');
  expect(Date.parse((await usedAt())[0]!)).toBeGreaterThanOrEqual(Date.parse(checkout!) + 60_000);
});

test('another store’s calls are not listed, and a failed write fails no request', async () => {
  const { storeId } = await createStore(service.context.db, 'Outra');
  expect(await owner.code(owner.get(`/stores/${storeId}/keys/calls`))).toBe('NOT_FOUND');
  const { apiCalls } = service.context;
  await service.asOwner('alter table api_calls rename to api_calls_away');
  expect((await send(smallCart, 'taken-300')).status).toBe(201);
  await apiCalls.flush();
  await service.asOwner('alter table api_calls_away rename to api_calls');
  expect(service.logged.some((line) => line.includes('API calls not recorded'))).toBe(true);
  expect(await calls()).toHaveLength(20);
});

test('[API1] a secret key is created with scopes, which it keeps when it is replaced', async () => {
  const at = `/stores/${service.storeId}/keys`;
  const scopesOf = async (keyId: unknown) => {
    const { body } = await owner.get(at);
    return (body['keys'] as { keyId: string; scopes: string[] | null }[]).find((key) => key.keyId === keyId)?.scopes;
  };
  const { keyId } = (await owner.post(at, { kind: 'secret', scopes: ['orders:read'] })).body;
  expect(await scopesOf(keyId)).toEqual(['orders:read']);
  const { body } = await owner.post(`${at}/${keyId as string}/rotate`, { endOldNow: true });
  expect(await scopesOf(body['keyId'])).toEqual(['orders:read']);
  expect(await scopesOf((await owner.post(at, { kind: 'secret' })).body['keyId'])).toBeNull();
  for (const wrong of [
    { kind: 'checkout', scopes: ['orders:read'] },
    { kind: 'secret', scopes: [] },
  ]) {
    expect(await owner.code(owner.post(at, wrong))).toBe('INVALID_PAYLOAD');
  }
});
