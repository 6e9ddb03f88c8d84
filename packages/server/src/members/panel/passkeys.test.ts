import { afterAll, beforeAll, expect, test } from 'vitest';
import { SoftAuthenticator } from '../testing/soft-authenticator.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

const origin = 'https://pay.retoma.example';
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Challenge = { challenge: string };
const optionsOf = async (browser: PanelBrowser, path: string): Promise<Challenge> =>
  (await browser.post(path)).body['options'] as Challenge;

async function signedIn(email: string, role: 'owner' | 'reader' = 'reader'): Promise<PanelBrowser> {
  await newUser(service, email, role);
  const browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password });
  return browser;
}

async function withPasskey(browser: PanelBrowser): Promise<SoftAuthenticator> {
  const device = new SoftAuthenticator(origin);
  const response = device.create(await optionsOf(browser, '/passkeys/begin'));
  expect(await browser.code(browser.post('/passkeys', { response, name: 'Celular' }))).toBe(200);
  return device;
}
const enter = async (device: SoftAuthenticator, browser = new PanelBrowser(service)) =>
  browser.code(
    browser.post('/sign-in/passkey', { response: device.get(await optionsOf(browser, '/passkey-challenge')) }),
  );

test('[AUT4] a passkey is added and signs in alone, and the password alone no longer does', async () => {
  const browser = await signedIn('ana@loja.example', 'owner');
  const other = new PanelBrowser(service);
  await other.post('/sign-in', { email: 'ana@loja.example', password });
  const device = await withPasskey(browser);
  expect(await other.code(other.get('/me'))).toBe('NOT_SIGNED_IN');
  const { body } = await browser.get('/account');
  expect(body['passkeys']).toMatchObject([{ name: 'Celular', usedAt: null }]);
  const guest = new PanelBrowser(service);
  expect(await guest.code(guest.post('/sign-in', { email: 'ana@loja.example', password }))).toBe('PASSKEY_REQUIRED');
  expect(await enter(device, guest)).toBe(200);
  expect((await guest.get('/me')).body['user']).toMatchObject({ email: 'ana@loja.example', secondFactor: true });
});

test('[AUT4] a response counts once, for a challenge of this service, from this origin, with user verification and a rising counter', async () => {
  const browser = await signedIn('bia@loja.example');
  const device = await withPasskey(browser);
  const guest = new PanelBrowser(service);
  const options = await optionsOf(guest, '/passkey-challenge');
  const response = device.get(options);
  const send = (response: object) => guest.code(guest.post('/sign-in/passkey', { response }));
  expect(await send(response)).toBe(200);
  expect(await send(response)).toBe('WRONG_PASSKEY');
  expect(await send(device.get({ challenge: Buffer.alloc(32, 1).toString('base64url') }))).toBe('WRONG_PASSKEY');
  const late = await optionsOf(guest, '/passkey-challenge');
  service.pass(5 * 60_000);
  expect(await send(device.get(late))).toBe('WRONG_PASSKEY');
  device.isVerified = false;
  expect(await enter(device, guest)).toBe('WRONG_PASSKEY');
  device.isVerified = true;
  const copy = device.counter;
  expect(await enter(device, guest)).toBe(200);
  device.counter = copy - 1;
  expect(await enter(device, guest)).toBe('WRONG_PASSKEY');
  const phishing = new SoftAuthenticator('https://pay.retoma.example.mau.example');
  expect(
    await send({
      ...phishing.get(await optionsOf(guest, '/passkey-challenge')),
      id: device.credentialId.toString('base64url'),
    }),
  ).toBe('WRONG_PASSKEY');
  expect(await send({ id: 'x', response: {} })).toBe('WRONG_PASSKEY');
});

test('[AUT9] a passkey reauthenticates; another user’s does not, and the password alone does not', async () => {
  const browser = await signedIn('caio@loja.example');
  const device = await withPasskey(browser);
  const foreign = await withPasskey(await signedIn('dora@loja.example'));
  service.pass(10 * 60_000);
  const prove = async (device: SoftAuthenticator) => {
    const passkey = device.get(await optionsOf(browser, '/passkey-challenge'));
    return browser.code(browser.post('/reauthenticate', { passkey }));
  };
  expect(await browser.code(browser.post('/passkeys/begin'))).toBe('REAUTHENTICATION_REQUIRED');
  expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe('PASSKEY_REQUIRED');
  expect(await prove(foreign)).toBe('WRONG_PASSKEY');
  expect(await prove(device)).toBe(200);
  expect(await browser.code(browser.post('/passkeys/begin'))).toBe(200);
});

test('[AUT4] recovery codes replace a lost second factor, each once, and end with it', async () => {
  const email = 'elis@loja.example';
  const browser = await signedIn(email);
  expect(await browser.code(browser.post('/recovery-codes'))).toBe('TOTP_IS_OFF');
  const device = await withPasskey(browser);
  const codes = (await browser.post('/recovery-codes')).body['codes'] as string[];
  expect(new Set(codes).size).toBe(10);
  const guest = new PanelBrowser(service);
  const use = (code: string) => guest.code(guest.post('/sign-in', { email, password, code }));
  expect(await use(codes[0]!.toLowerCase())).toBe(200);
  expect(await use(codes[0]!)).toBe('WRONG_TOTP');
  expect((await browser.get('/account')).body['recoveryCodes']).toBe(9);
  const fresh = (await browser.post('/recovery-codes')).body['codes'] as string[];
  expect(await use(codes[1]!)).toBe('WRONG_TOTP');
  const { rows } = await service.context.db.query<{ text: string }>('select c::text as text from recovery_codes c');
  expect(rows.filter(({ text }) => codes.concat(fresh).some((code) => text.includes(code)))).toEqual([]);
  const id = device.credentialId.toString('base64url');
  expect(await browser.code(browser.post(`/passkeys/${id}/remove`))).toBe(200);
  expect((await browser.get('/account')).body).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  expect(await guest.code(guest.post('/sign-in', { email, password }))).toBe(200);
});

test('[AUT4] a store may require a second factor of its owners, who are refused there until they have one', async () => {
  const [first, second] = [await signedIn('gil@loja.example', 'owner'), await signedIn('hugo@loja.example', 'owner')];
  const at = `/stores/${service.storeId}`;
  const rules = { requireSecondFactor: true, supportRefundLimit: null };
  expect(await first.code(first.post(`${at}/team/rules`, rules))).toBe('SECOND_FACTOR_NEEDED');
  await withPasskey(first);
  expect(await first.code(first.post(`${at}/team/rules`, rules))).toBe(200);
  expect(await second.code(second.get(`${at}/team`))).toBe('SECOND_FACTOR_NEEDED');
  expect((await second.get('/me')).body['stores']).toMatchObject([{ needsSecondFactor: true }]);
  expect(await first.code(first.get(`${at}/team`))).toBe(200);
  await withPasskey(second);
  expect(await second.code(second.get(`${at}/team`))).toBe(200);
});
