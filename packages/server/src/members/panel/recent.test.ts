// AUT9, AUT2: the endpoints that need a recent authentication, and the ones that a locked session may use.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { isAccountMailKind } from '../audit/account-mails.ts';
import { panelContract, type PanelCall } from '../../panel-contract.ts';
import type { PanelEndpoint } from '../../http/endpoint.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';
import { sampleOf } from '../../app/http/panel/testing/sample-of.ts';

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
const recent = endpoints.filter(([, endpoint]) => endpoint.recent === true);
const ofStores = endpoints.filter(([, { access }]) => access !== 'anybody' && access !== 'signed-in');
/** Kinds of audited changes about which owners get an e-mail. */
const mailedOf = ({ audit = [] }: PanelEndpoint): readonly string[] => audit.filter(isAccountMailKind);

const orderOf = (name: string): number => Object.keys(panelContract).indexOf(name);

function ask({ method, path, body }: PanelEndpoint) {
  const filled = path
    .slice('/panel/api'.length)
    .replace(/:(\w+)/g, (_, name: string) => (name === 'storeId' ? service.storeId : newId()));
  return method === 'GET' ? browser.get(filled) : browser.send(method, filled, sampleOf(body) ?? {});
}

test('[AUT8][AUT9] owners get an e-mail about every change of a store that needs a recent authentication, and about no other', () => {
  for (const [name, endpoint] of ofStores) {
    const { recent: isRecent, unprotected, audit = [] } = endpoint as PanelEndpoint & { unprotected?: string };
    const mailed = mailedOf(endpoint);
    if (isRecent === true) expect([name, mailed]).toEqual([name, audit]);
    else if (isRecent) expect([name, mailed]).toEqual([name, [expect.any(String)]]);
    else if (mailed.length > 0) expect([name, unprotected]).toEqual([name, expect.any(String)]);
  }
});

test('[AUT9] what decides about money, prices, channels, settings and access needs a recent authentication, or is listed here', () => {
  const decides = new Set(['changeOrders', 'changeSettings', 'changeTeam']);
  const without = ofStores.filter(([, { access, audit, recent }]) => decides.has(access) && audit && !recent);
  expect(without.map(([name]) => name).filter((name) => panelContract[name as PanelCall].method !== 'GET')).toEqual(
    [
      'createPaymentLink',
      'requestRest',
      'cancelOrder',
      'importTracking',
      'trackOrder',
      'releaseContacts',
      'changeConsent',
      'deleteExampleStore',
      'cancelPaymentChange',
      'createShippingOption',
      'retireShippingOption',
      'changeFreight',
      'endCoupon',
      'endOrderBump',
      'replayWebhookMessage',
      'replayWebhook',
      'withdrawInvitation',
      'findPeople',
    ].toSorted((a, b) => orderOf(a) - orderOf(b)),
  );
});

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
      'markOrderPaid',
      'acceptOrder',
      'connectChannel',
      'disconnectChannel',
      'removePhone',
      'changePriceRules',
      'setOrderBump',
      'changeDomain',
      'exportPerson',
      'erasePerson',
      'exportRuns',
      'exportMessages',
      'exportOrders',
      'exportContacts',
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

const coupon = (reduction: object | null, minimum = 0) => ({
  code: `C${newId().replaceAll('-', '')}`,
  reduction,
  freeShipping: reduction === null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerPerson: null,
  minimum,
  products: [],
  firstPurchaseOnly: false,
});

test.each<[string, string, object, string | number]>([
  ['all off', 'coupons', coupon({ kind: 'percent', hundredths: 10_000 }), 'REAUTHENTICATION_REQUIRED'],
  ['just above 30 %', 'coupons', coupon({ kind: 'percent', hundredths: 3_001 }), 'REAUTHENTICATION_REQUIRED'],
  ['R$ 900 off anything', 'coupons', coupon({ kind: 'cents', cents: 90_000 }), 'REAUTHENTICATION_REQUIRED'],
  ['30 %', 'coupons', coupon({ kind: 'percent', hundredths: 3_000 }), 200],
  ['R$ 50 off anything', 'coupons', coupon({ kind: 'cents', cents: 5_000 }), 200],
  ['R$ 90 off R$ 300', 'coupons', coupon({ kind: 'cents', cents: 9_000 }, 30_000), 200],
  ['free shipping', 'coupons', coupon(null), 200],
  ['unsigned carts', 'settings', { signedCartsOnly: false }, 'REAUTHENTICATION_REQUIRED'],
  ['the site', 'settings', { url: 'https://mau.example' }, 'REAUTHENTICATION_REQUIRED'],
  ['no site', 'settings', { url: null }, 'REAUTHENTICATION_REQUIRED'],
  ['hosts beside it', 'settings', { siteHosts: 'mau.example' }, 'REAUTHENTICATION_REQUIRED'],
  ['the sender', 'settings', { senderEmail: 'oi@mau.example' }, 'REAUTHENTICATION_REQUIRED'],
  ['its name', 'settings', { senderName: 'Banco' }, 'REAUTHENTICATION_REQUIRED'],
  ['a protected one among others', 'settings', { pixMinutes: 30, active: false }, 'REAUTHENTICATION_REQUIRED'],
  ['selling for real', 'selling', { live: true }, 'REAUTHENTICATION_REQUIRED'],
  ['times and colours', 'settings', { pixMinutes: 30, accent: '#00687d' }, 200],
])('[AUT9] %s (%s) of the settings that decide about prices and shoppers', async (_, path, body, expected) => {
  expect(await browser.code(browser.post(`/stores/${service.storeId}/${path}`, body))).toBe(expected);
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
