import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, startMailServer, type TestMailServer } from '../../providers/channels/email/testing/mail-server.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

const email = 'ana@loja.example';
const stranger = 'ninguem@loja.example';
let service: TestService;
let mail: TestMailServer;
let arrived: ((raw: Buffer) => void) | undefined;
beforeAll(async () => {
  mail = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('full') ? answer(552, `${address} is full`) : null),
    onData: (stream, _session, callback) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        callback(null);
        arrived?.(Buffer.concat(parts));
      });
    },
  });
  const settings = { MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'painel@retoma.example' };
  service = await startTestService(settings);
  await newUser(service, email, 'owner');
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

/** Requests a link, and returns the token from the e-mail. */
async function ask(account = email): Promise<string> {
  const raw = new Promise<Buffer>((resolve) => void (arrived = resolve));
  const requested = await new PanelBrowser(service).post('/password-reset', { email: account });
  expect([requested.status, requested.body]).toEqual([200, { success: true }]);
  const message = await PostalMime.parse(await raw);
  expect([message.to?.[0]?.address, message.from?.address]).toEqual([account.toLowerCase(), 'painel@retoma.example']);
  return /https:\/\/pay\.retoma\.example\/panel\/password#([\w-]{43})\s/.exec(message.text ?? '')![1]!;
}
const choose = (token: string, password: string) => {
  const browser = new PanelBrowser(service);
  return browser.code(browser.post('/password-reset/confirm', { token, password }));
};
const signIn = (password: string, account = email) => {
  const browser = new PanelBrowser(service);
  return browser.code(browser.post('/sign-in', { email: account, password }));
};

describe('a new password', () => {
  test('[AUT1] is set once by a link, which ends every session and the old password', async () => {
    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email, password });
    const [first, second] = [await ask(), await ask('Ana@Loja.example')];
    const { rows } = await service.context.db.query<{ text: string }>('select r::text as text from password_resets r');
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ text }) => text.includes(first))).toEqual([]);
    expect(await choose(first, 'a senha nova')).toBe(200);
    expect(await choose(first, 'outra senha nova')).toBe('RESET_LINK_EXPIRED');
    expect(await choose(second, 'outra senha nova')).toBe('RESET_LINK_EXPIRED');
    expect(await browser.code(browser.get('/me'))).toBe('NOT_SIGNED_IN');
    expect(await signIn(password)).toBe('WRONG_SIGN_IN');
    expect(await signIn('a senha nova')).toBe(200);
    await browser.post('/sign-in', { email, password: 'a senha nova' });
    const { body } = await browser.get(`/stores/${service.storeId}/activity`);
    expect(body['entries']).toContainEqual(expect.objectContaining({ what: 'password_changed', by: email }));
  });

  test('[AUT1] two concurrent uses of one link: exactly one succeeds', async () => {
    await newUser(service, 'dora@loja.example');
    const token = await ask('dora@loja.example');
    const both = await Promise.all([choose(token, 'a senha de uma'), choose(token, 'a senha de outra')]);
    expect(both.sort()).toEqual([200, 'RESET_LINK_EXPIRED']);
  });

  test('[AUT1] a link is valid for an hour', async () => {
    const account = 'caio@loja.example';
    await newUser(service, account);
    const intime = await ask(account);
    service.pass(59 * 60_000);
    expect(await choose(intime, 'dentro da hora marcada')).toBe(200);
    const late = await ask(account);
    service.pass(60 * 60_000);
    expect(await choose(late, 'depois da hora marcada')).toBe('RESET_LINK_EXPIRED');
    expect(await signIn('dentro da hora marcada', account)).toBe(200);
  });

  test.each(['curta', 'aaaaaaaaaaaaaaaa', 'elisangela@loja.example', 'Elisangela', '          '])(
    '[AUT1] %j is refused as a password, and the link stays valid',
    async (weak) => {
      const account = 'elisangela@loja.example';
      service.pass(60 * 60_000);
      await newUser(service, account).catch(() => {});
      const token = await ask(account);
      expect(await choose(token, weak)).toBe('WEAK_PASSWORD');
      expect(await choose(token, 'uma senha melhor')).toBe(200);
    },
  );

  test('[AUT1] an unknown e-mail gets the same response, and no e-mail', async () => {
    const browser = new PanelBrowser(service);
    let got = 0;
    arrived = () => void got++;
    const unknown = await browser.post('/password-reset', { email: stranger });
    expect([unknown.status, unknown.body]).toEqual([200, { success: true }]);
    const before = await service.count('password_resets');
    // The next request's e-mail has arrived, so one to the unknown address would have arrived before it.
    await ask('caio@loja.example');
    expect([got, await service.count('password_resets')]).toEqual([0, before + 1]);
  });

  test('[AUT3] every request gets the same response; at most three e-mails an hour are sent for an address, with or without an account', async () => {
    for (const account of ['fabio@loja.example', stranger]) {
      service.pass(60 * 60_000);
      const browser = new PanelBrowser(service);
      const codes: unknown[] = [];
      for (let time = 0; time < 4; time++)
        codes.push(await browser.code(browser.post('/password-reset', { email: account })));
      expect(codes).toEqual([200, 200, 200, 200]);
    }
    await newUser(service, 'helio@loja.example');
    for (let time = 0; time < 3; time++) await ask('helio@loja.example');
    const before = await service.count('password_resets');
    await new PanelBrowser(service).post('/password-reset', { email: 'helio@loja.example' });
    // The e-mail of a later request has arrived, so the fourth would have arrived before it.
    await newUser(service, 'iara@loja.example');
    await ask('iara@loja.example');
    expect(await service.count('password_resets')).toBe(before + 1);
  });

  test('[AUT3] a user locked out by guesses can sign in with a new password at once', async () => {
    const account = 'gil@loja.example';
    await newUser(service, account);
    for (let time = 0; time < 11; time++) await signIn('errada', account);
    expect(await signIn(password, account)).toBe('TOO_MANY_ATTEMPTS');
    // The browser that opened the link is known and counted separately.
    const browser = new PanelBrowser(service);
    const token = await ask(account);
    await browser.post('/password-reset/confirm', { token, password: 'a senha do gil' });
    expect(await browser.code(browser.post('/sign-in', { email: account, password: 'a senha do gil' }))).toBe(200);
  });

  test('a refusal of the mail server is logged, without the address', async () => {
    await newUser(service, 'full@loja.example');
    const failed = new Promise<void>((resolve) => {
      const { log } = service.context;
      const { error } = log;
      log.error = (...args: Parameters<typeof error>) => {
        error.apply(log, args);
        log.error = error;
        resolve();
      };
    });
    await new PanelBrowser(service).post('/password-reset', { email: 'full@loja.example' });
    await failed;
    const line = service.logged.find((text) => text.includes('could not be sent'));
    expect(line).toContain('EENVELOPE');
    expect(service.logged.join('\n')).not.toMatch(/loja\.example|senha/);
  });

  test('without a mail server the response is the same, and the log contains instructions', async () => {
    const withoutMail = await startTestService();
    await newUser(withoutMail, email);
    const requested = await new PanelBrowser(withoutMail).post('/password-reset', { email });
    expect([requested.status, requested.body]).toEqual([200, { success: true }]);
    await withoutMail.stop();
    expect(withoutMail.logged.filter((line) => line.includes('MAIL_URL'))).toHaveLength(1);
  });
});
