import { queuedMails } from '../audit/testing/queued-mails.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => service.stop());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
async function signedIn(email: string): Promise<PanelBrowser> {
  const browser = new PanelBrowser(service);
  const signedIn = await browser.post('/sign-in', { email, password }, { 'user-agent': chrome });
  expect(signedIn.status).toBe(200);
  return browser;
}
type Sessions = { sessionId: string; browser: string | null; isCurrent: boolean }[];
const sessionsOf = async (browser: PanelBrowser) => (await browser.get('/account')).body['sessions'] as Sessions;

test('[AUT2] sessions are listed with their browser, ended one by one, and all others at once', async () => {
  const email = 'ana@loja.example';
  await newUser(service, email, 'owner');
  const [here, other, third] = [await signedIn(email), await signedIn(email), await signedIn(email)];
  const listed = await sessionsOf(here);
  expect(listed.map(({ browser }) => browser)).toEqual(['Chrome, Windows', 'Chrome, Windows', 'Chrome, Windows']);
  expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  const ofOther = (await sessionsOf(other)).find(({ isCurrent }) => isCurrent)!;
  const end = (browser: PanelBrowser) => browser.code(browser.post(`/account/sessions/${ofOther.sessionId}/end`));
  await newUser(service, 'caio@loja.example');
  expect(await end(await signedIn('caio@loja.example'))).toBe('NOT_FOUND');
  expect(await end(here)).toBe(200);
  expect(await other.code(other.get('/me'))).toBe('NOT_SIGNED_IN');
  expect(await here.post('/account/sessions/end-others')).toMatchObject({ body: { ended: 1 } });
  expect(await third.code(third.get('/me'))).toBe('NOT_SIGNED_IN');
  expect(await here.code(here.get('/me'))).toBe(200);
  expect(JSON.stringify(listed)).not.toContain(here.cookie!.split('=')[1]);
});

test('[AUT1] changing one’s own password needs the old one, no mail server, and ends the other sessions', async () => {
  const email = 'bia@loja.example';
  await newUser(service, email, 'reader');
  const [here, other] = [await signedIn(email), await signedIn(email)];
  const change = (current: string, next: string) =>
    here.code(here.post('/account/password', { current, password: next }));
  expect(await change('errada', 'a senha que eu escolhi')).toBe('WRONG_PASSWORD');
  for (const weak of ['senha12345', 'senha12345678', 'lojaaurora2026', 'bia@loja.example'])
    expect([weak, await change(password, weak)]).toEqual([weak, 'WEAK_PASSWORD']);
  expect(await change(password, 'a senha que eu escolhi')).toBe(200);
  expect(await here.code(here.get('/me'))).toBe(200);
  expect(await other.code(other.get('/me'))).toBe('NOT_SIGNED_IN');
  const guest = new PanelBrowser(service);
  expect(await guest.code(guest.post('/sign-in', { email, password }))).toBe('WRONG_SIGN_IN');
  expect(await guest.code(guest.post('/sign-in', { email, password: 'a senha que eu escolhi' }))).toBe(200);
});

test('[AUT1] name and e-mail are changed without a mail server; the e-mail of another account is refused', async () => {
  await newUser(service, 'dora@loja.example', 'reader');
  const here = await signedIn('dora@loja.example');
  expect(await here.code(here.post('/account/name', { name: ' Dora Lima ' }))).toBe(200);
  expect(await here.code(here.post('/account/email', { email: 'ana@loja.example' }))).toBe('EMAIL_TAKEN');
  expect((await here.post('/account/email', { email: 'Dora.Lima@loja.example' })).body).toMatchObject({
    isPending: false,
  });
  expect((await here.get('/me')).body['user']).toMatchObject({ name: 'Dora Lima', email: 'dora.lima@loja.example' });
  const mails = await queuedMails(service.context.db, 'email_changed');
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining(['ana@loja.example', 'dora.lima@loja.example', 'dora@loja.example']),
  );
  for (let time = 0; time < 5; time++) await here.post('/account/email', { email: 'ana@loja.example' });
  expect(await here.code(here.post('/account/email', { email: 'ana@loja.example' }))).toBe('TOO_MANY_ATTEMPTS');
});

test('[AUT3] guesses from many networks do not lock the account: its user signs in with a known browser', async () => {
  const email = 'elis@loja.example';
  await newUser(service, email, 'owner');
  const own = await signedIn(email);
  const attacker = new PanelBrowser(service);
  const guess = (address: string) => {
    attacker.address = address;
    return attacker.code(attacker.post('/sign-in', { email, password: 'errada' }));
  };
  for (let network = 0; network < 40; network++) await guess(`198.51.100.${network}`);
  expect(await guess('198.51.100.99')).toBe('TOO_MANY_ATTEMPTS');
  await own.post('/sign-out');
  own.address = '198.51.100.99';
  expect(await own.code(own.post('/sign-in', { email, password }))).toBe(200);
});

test('[AUT3] failed sign-ins and refusals are logged without personal data, audited and counted', async () => {
  const email = 'fabio@loja.example';
  await newUser(service, email, 'reader');
  const from = service.logged.length;
  const browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password: 'errada' });
  await browser.post('/sign-out', {}, { origin: 'https://mau.example' });
  const reader = await signedIn(email);
  await reader.get(`/stores/${service.storeId}/team`);
  for (const code of ['WRONG_SIGN_IN', 'FORGED_REQUEST', 'NOT_ALLOWED']) {
    const refused = (): string[] => service.logged.slice(from).filter((one) => one.includes(`"reason":"${code}"`));
    await expect.poll(() => refused().length).toBe(1);
    const line = { reason: code, msg: 'access refused', route: expect.any(String), requestId: expect.any(String) };
    expect(JSON.parse(refused()[0]!)).toMatchObject(line);
  }
  expect(service.logged.slice(from).join('\n')).not.toMatch(/fabio|errada/);
  const metrics = await service.context.metrics.registry.metrics();
  expect(metrics).toMatch(/retoma_access_refused_total\{route="\/panel\/api\/sign-in",reason="WRONG_SIGN_IN"\} \d+/);
  await expect
    .poll(async () => {
      const { rows } = await service.context.db.query(
        `select from audit_log join users using (user_id) where action = 'sign_in_failed' and email = $1`,
        [email],
      );
      return rows.length;
    })
    .toBe(1);
});

test('[AUT2] without BASE_URL the panel accepts only this machine’s names and addresses as Origin', async () => {
  const withoutMail = await startTestService();
  try {
    await newUser(withoutMail, 'ana@loja.example', 'owner');
    const port = new URL(withoutMail.baseUrl).port;
    const signIn = async (host: string) => {
      const { app } = withoutMail;
      const answer = await app.inject({
        method: 'POST',
        url: '/panel/api/sign-in',
        headers: { host, origin: `http://${host}`, 'x-retoma-panel': '1', 'content-type': 'application/json' },
        payload: JSON.stringify({ email: 'ana@loja.example', password }),
      });
      return answer.statusCode;
    };
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `painel.localhost:${port}`])
      expect([host, await signIn(host)]).toEqual([host, 200]);
    for (const host of [
      'mau.example',
      `mau.example:${port}`,
      'localhost.mau.example',
      '127.0.0.1.mau.example',
      '192.168.0.9',
    ])
      expect([host, await signIn(host)]).toEqual([host, 403]);
  } finally {
    await withoutMail.stop();
  }
});
