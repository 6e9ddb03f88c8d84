// AUT9, AUT2: the endpoints that need a recent authentication, and the ones that a locked session may use.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { panelContract } from '../contract.ts';
import type { PanelEndpoint } from '../../endpoint.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';
import { sampleOf } from '../testing/sample-of.ts';

const minute = 60_000;
const email = 'ana@loja.example';
let service: TestService;
let browser: PanelBrowser;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  await newUser(service, email, 'owner');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password });
  service.pass(10 * minute);
});
afterAll(() => service.stop());

const endpoints: [string, PanelEndpoint][] = Object.entries(panelContract);
const recent = endpoints.filter(([, endpoint]) => endpoint.recent);

function ask({ method, path, body }: PanelEndpoint) {
  const filled = path
    .slice('/panel/api'.length)
    .replace(/:(\w+)/g, (_, name: string) => (name === 'storeId' ? service.storeId : newId()));
  return method === 'GET' ? browser.get(filled) : browser.send(method, filled, sampleOf(body) ?? {});
}

test('[AUT9] endpoints for payment accounts, keys, team, refunds, exports and one’s own factors need a recent authentication', () => {
  expect(recent.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'connectPaymentAccount',
      'removePaymentMethod',
      'setPaymentFallback',
      'confirmPaymentChange',
      'connectDestination',
      'switchDestination',
      'createKey',
      'rotateKey',
      'endKey',
      'grantMember',
      'revokeMember',
      'changeTeamRules',
      'refundOrder',
      'exportPerson',
      'erasePerson',
      'exportRuns',
      'changeOwnEmail',
      'beginTotp',
      'removeTotp',
      'beginPasskey',
      'addPasskey',
      'removePasskey',
      'makeRecoveryCodes',
    ]),
  );
});

test.each(recent)('[AUT9] %s is refused 10 minutes after the last authentication', async (_, endpoint) => {
  const { status, body } = await ask(endpoint);
  expect([status, body['error']]).toMatchObject([
    403,
    { code: 'REAUTHENTICATION_REQUIRED', details: { methods: ['password'], email } },
  ]);
});

test('[AUT9] the password reauthenticates; a wrong one does not, and its guesses are counted', async () => {
  const create = () => browser.code(browser.post(`/stores/${service.storeId}/keys`, { kind: 'secret' }));
  expect(await browser.code(browser.post('/reauthenticate', { password: 'errada' }))).toBe('WRONG_PASSWORD');
  expect(await create()).toBe('REAUTHENTICATION_REQUIRED');
  expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe(200);
  expect(await create()).toBe(200);
  for (let time = 0; time < 10; time++) await browser.post('/reauthenticate', { password: 'errada' });
  expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe('TOO_MANY_ATTEMPTS');
  service.pass(15 * minute);
  expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe(200);
});

test('[AUT2] a session is locked after 30 minutes without use, and 12 hours after the last authentication', async () => {
  const me = () => browser.code(browser.get('/me'));
  service.pass(29 * minute);
  expect(await me()).toBe(200);
  // Requests that a page sends by itself do not count as use.
  for (let half = 0; half < 2; half++) {
    service.pass(15 * minute);
    await browser.send('POST', '/page-errors', { name: 'x', stack: '' }, { 'x-retoma-background': '1' });
  }
  expect(await me()).toBe('SESSION_LOCKED');
  expect(await browser.code(browser.post(`/stores/${service.storeId}/keys`, { kind: 'secret' }))).toBe(
    'SESSION_LOCKED',
  );
  expect(
    (
      await fetch(`${service.baseUrl}/panel/api/stores/${service.storeId}/live`, {
        headers: { cookie: browser.cookie! },
      })
    ).status,
  ).toBe(401);
  expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe(200);
  for (let half = 0; half < 25; half++) {
    expect(await me()).toBe(200);
    service.pass(29 * minute);
  }
  expect(await me()).toBe('SESSION_LOCKED');
  expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe(200);
  expect(await me()).toBe(200);
});
