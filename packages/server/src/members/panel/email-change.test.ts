import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../../providers/channels/email/testing/mail-server.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

let service: TestService;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer({ disabledCommands: ['STARTTLS'] });
  const settings = { MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'painel@retoma.example' };
  service = await startTestService(settings);
  await newUser(service, 'ana@loja.example', 'owner');
  await newUser(service, 'bia@loja.example', 'owner');
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

async function signedIn(email: string): Promise<PanelBrowser> {
  const browser = new PanelBrowser(service);
  expect((await browser.post('/sign-in', { email, password })).status).toBe(200);
  return browser;
}

/** Requests a change, and returns the token from the e-mail to the new address. */
async function ask(browser: PanelBrowser, email: string): Promise<string> {
  const before = mail.received.length;
  expect((await browser.post('/account/email', { email })).body).toEqual({ success: true, isPending: true });
  await expect.poll(() => mail.received.length).toBe(before + 1);
  const { to, raw } = mail.received.at(-1)!;
  expect(to).toEqual([email.toLowerCase()]);
  const message = await PostalMime.parse(raw);
  expect(message.from?.address).toBe('painel@retoma.example');
  return /https:\/\/pay\.retoma\.example\/panel\/account#([\w-]{43})\s/.exec(message.text ?? '')![1]!;
}
const emailOf = async (browser: PanelBrowser): Promise<unknown> =>
  ((await browser.get('/me')).body['user'] as { email: string }).email;

test('[AUT1] a new e-mail takes effect after confirmation by its link, once', async () => {
  const ana = await signedIn('ana@loja.example');
  const token = await ask(ana, 'Ana.Nova@loja.example');
  const { rows } = await service.context.db.query<{ text: string }>('select e::text as text from email_changes e');
  expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  expect(await emailOf(ana)).toBe('ana@loja.example');
  // Another person who reads the e-mail cannot use the link.
  const bia = await signedIn('bia@loja.example');
  expect(await bia.code(bia.post('/account/email/confirm', { token }))).toBe('RESET_LINK_EXPIRED');
  expect(await emailOf(bia)).toBe('bia@loja.example');
  expect(await ana.code(ana.post('/account/email/confirm', { token }))).toBe(200);
  expect(await emailOf(ana)).toBe('ana.nova@loja.example');
  expect(await ana.code(ana.post('/account/email/confirm', { token }))).toBe('RESET_LINK_EXPIRED');
});

test('[AUT1] an address with an account gets no link, and the response does not reveal it', async () => {
  const ana = await signedIn('ana.nova@loja.example');
  const before = mail.received.length;
  const response = await ana.post('/account/email', { email: 'bia@loja.example' });
  expect(response.body).toEqual({ success: true, isPending: true });
  // The next e-mail is the first one.
  await ask(ana, 'outra@loja.example');
  expect(mail.received).toHaveLength(before + 1);
});

test('[AUT1] a confirmation link is valid for an hour', async () => {
  const bia = await signedIn('bia@loja.example');
  const token = await ask(bia, 'bia.nova@loja.example');
  service.pass(61 * 60_000);
  await bia.unlock();
  expect(await bia.code(bia.post('/account/email/confirm', { token }))).toBe('RESET_LINK_EXPIRED');
  expect(await emailOf(bia)).toBe('bia@loja.example');
});
