import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStore } from '../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

const day = 24 * 60 * 60_000;
let service: TestService;
let owner: string;
beforeAll(async () => {
  service = await startTestService();
  owner = await newUser(service, 'ana@loja.example', 'owner');
  await newUser(service, 'caio@loja.example', 'reader');
});
afterAll(() => service.stop());

const email = 'ana@loja.example';
async function signedIn(account = email): Promise<PanelBrowser> {
  const browser = new PanelBrowser(service);
  expect((await browser.post('/sign-in', { email: account, password })).status).toBe(200);
  return browser;
}

describe('signing in', () => {
  test('[AUT1] e-mail and password start a session; the response contains the user and the roles for each store', async () => {
    const browser = new PanelBrowser(service);
    const answer = await browser.post('/sign-in', { email: 'Ana@Loja.EXAMPLE', password });
    expect(answer.body).toEqual({
      success: true,
      mail: false,
      user: { userId: owner, email, name: null, totp: false, secondFactor: false },
      stores: [
        {
          storeId: service.storeId,
          name: 'Loja Aurora',
          timeZone: 'America/Sao_Paulo',
          example: false,
          testOf: null,
          role: 'owner',
          needsSecondFactor: false,
          may: expect.arrayContaining(['view', 'changeTeam']) as string[],
        },
      ],
    });
    expect(await browser.get('/me')).toMatchObject({ status: 200, body: answer.body });
  });

  test('[AUT1] a wrong password and an unknown e-mail get the same response, byte for byte', async () => {
    const wrong = await new PanelBrowser(service).post('/sign-in', { email, password: 'outra senha' });
    const unknown = await new PanelBrowser(service).post('/sign-in', { email: 'ninguem@loja.example', password });
    expect(wrong).toMatchObject({ status: 401, body: { success: false, error: { code: 'WRONG_SIGN_IN' } } });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    const names = ({ headers }: { headers: Headers }): string[] => [...headers.keys()].sort();
    expect(names(unknown)).toEqual(names(wrong));
    expect(unknown.headers.get('set-cookie')).toBeNull();
  });

  test('[AUT2] the cookie is bound to this host and hidden from scripts', async () => {
    const answer = await new PanelBrowser(service).post('/sign-in', { email, password });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-retoma=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(
        /^__Host-retoma-browser=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('[AUT2] over plain http on this machine the cookie has neither the prefix nor Secure', async () => {
    const { context } = service;
    const { baseUrl } = context;
    context.baseUrl = service.baseUrl;
    try {
      const answer = await new PanelBrowser(service).post('/sign-in', { email, password });
      expect(answer.headers.get('set-cookie')).toMatch(/^retoma=[\w-]{43}; (?!.*Secure)/);
    } finally {
      context.baseUrl = baseUrl;
    }
  });

  test('[AUT2] the database contains only the token’s hash', async () => {
    const browser = await signedIn();
    const { rows } = await service.context.db.query<{ text: string }>('select s::text as text from sessions s');
    const token = browser.cookie!.split('=')[1]!;
    expect(rows.length).toBeGreaterThan(0);
    const written = [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
    expect(rows.filter(({ text }) => written.some((form) => text.includes(form)))).toEqual([]);
  });

  test('[AUT2] signing in again ends the browser’s session; signing out ends it permanently', async () => {
    const browser = await signedIn();
    const first = browser.cookie;
    await browser.post('/sign-in', { email, password });
    const second = browser.cookie;
    expect(second).not.toBe(first);
    browser.cookie = first;
    expect(await browser.code(browser.get('/me'))).toBe('NOT_SIGNED_IN');
    browser.cookie = second;
    expect(await browser.code(browser.get('/me'))).toBe(200);
    expect(await browser.code(browser.post('/sign-out'))).toBe(200);
    expect(browser.cookie).toBeUndefined();
    browser.cookie = second;
    expect(await browser.code(browser.get('/me'))).toBe('NOT_SIGNED_IN');
    expect(await browser.code(browser.post('/sign-out'))).toBe(200);
  });

  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: undefined }],
    ['an origin that only begins like ours', { origin: 'https://pay.retoma.example.evil.example' }],
    ['none of our header', { 'x-retoma-panel': undefined }],
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }],
  ])('[AUT2] a POST with %s changes nothing', async (_, headers) => {
    const browser = await signedIn();
    expect(await browser.code(browser.post('/sign-out', {}, headers))).toBe('FORGED_REQUEST');
    expect(await browser.code(browser.post('/sign-in', { email, password }, headers))).toBe('FORGED_REQUEST');
    expect(await browser.code(browser.get('/me'))).toBe(200);
  });

  test.each([
    [{}],
    [{ email, password: '' }],
    [{ email: 'ana\0@loja.example', password }],
    [{ email, password, code: '12345' }],
    [{ email, password, admin: true }],
    [{ email: [email], password }],
    ['text'],
  ])('%j is refused, and the input is not echoed', async (body) => {
    const answer = await new PanelBrowser(service).post('/sign-in', body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PAYLOAD' } } });
    expect(JSON.stringify(answer.body)).not.toMatch(/ana|senha/);
  });

  test.each([['__Host-retoma='], ['__Host-retoma=x'], [`__Host-retoma=${'A'.repeat(43)}`], ['retoma=x'], ['']])(
    '[AUT2] the cookie %j is not a session',
    async (cookie) => {
      const browser = new PanelBrowser(service);
      browser.cookie = cookie;
      expect(await browser.code(browser.get('/me'))).toBe('NOT_SIGNED_IN');
    },
  );

  test('[AUT3] the eleventh guess is refused, even with the right password; later it is accepted', async () => {
    await newUser(service, 'dora@loja.example');
    const browser = new PanelBrowser(service);
    const guess = (password: string) => browser.post('/sign-in', { email: 'dora@loja.example', password });
    for (let time = 0; time < 10; time++) expect((await guess('errada')).status).toBe(401);
    const refused = await guess(password);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_ATTEMPTS' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    service.pass(15 * 60_000);
    expect((await guess(password)).status).toBe(200);
  });

  test('[AUT6] owners can list the audit log page by page, and no other role can', async () => {
    const path = `/stores/${service.storeId}/activity`;
    const browser = await signedIn();
    const reader = await signedIn('caio@loja.example');
    type Entries = {
      activityId: string;
      what: string;
      by: string | null;
      about: string | null;
      detail: string | null;
    }[];
    const { body } = await browser.get(path);
    const entries = body['entries'] as Entries;
    expect(entries[0]).toMatchObject({ what: 'signed_in_new_browser', by: 'caio@loja.example', about: null });
    expect(entries).toContainEqual(
      expect.objectContaining({ what: 'member_granted', by: null, about: email, detail: 'owner' }),
    );
    const older = (await browser.get(`${path}?before=${entries[1]!.activityId}`)).body['entries'] as Entries;
    expect(older).toEqual(entries.slice(2));
    expect(await browser.get(`${path}?before=x`)).toMatchObject({ body });
    expect(await reader.code(reader.get(path))).toBe('NOT_ALLOWED');
    const { storeId } = await createStore(service.context.db, 'Outra');
    for (const otherId of [storeId, 'x']) {
      expect(await browser.code(browser.get(`/stores/${otherId}/activity`))).toBe('NOT_FOUND');
    }
    expect(await browser.code(new PanelBrowser(service).get(path))).toBe('NOT_SIGNED_IN');
  });

  // Last, since it moves the clock far.
  test('[AUT2] a session ends after 7 days without use, and after 30 in all', async () => {
    const browser = await signedIn();
    const idle = await signedIn();
    for (let week = 0; week < 4; week++) {
      service.pass(7 * day - 60_000);
      expect(await browser.code(browser.get('/me'))).toBe('SESSION_LOCKED');
      expect(await browser.code(browser.post('/reauthenticate', { password }))).toBe(200);
      expect(await browser.code(browser.get('/me'))).toBe(200);
    }
    expect(await idle.code(idle.get('/me'))).toBe('NOT_SIGNED_IN');
    service.pass(2 * day + 300_000);
    expect(await browser.code(browser.get('/me'))).toBe('NOT_SIGNED_IN');
  });

  test('refusals are in the language of the request', async () => {
    const refusedIn = async (language: string) =>
      (await new PanelBrowser(service).post('/sign-out', {}, { origin: undefined, 'accept-language': language })).body;
    expect(await refusedIn('pt-BR')).toMatchObject({ error: { message: expect.stringContaining('painel') as string } });
    expect(await refusedIn('en')).toMatchObject({
      error: { message: expect.stringContaining('does not come from the panel') as string },
    });
  });

  test('signing in logs no e-mail, no password and no token', () => {
    expect(service.logged.join('\n')).not.toMatch(/loja\.example|senha|__Host-retoma/);
  });
});
