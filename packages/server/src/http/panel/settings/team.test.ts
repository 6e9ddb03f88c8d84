import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../../../channels/email/testing/mail-server.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';

let service: TestService;
let mail: TestMailServer;
let arrived: ((raw: Buffer) => void) | undefined;
let owner: PanelBrowser;
let at: string;
beforeAll(async () => {
  mail = await startMailServer({
    disabledCommands: ['STARTTLS'],
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
  await newUser(service, 'dona@loja.example', 'owner');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
  at = `/stores/${service.storeId}`;
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

test('[S5] somebody new is invited by e-mail, chooses a password, and works there as they were asked to', async () => {
  const raw = new Promise<Buffer>((resolve) => void (arrived = resolve));
  const { body } = await owner.post(`${at}/team`, { email: 'Edu@loja.example ', role: 'editor' });
  expect(body).toEqual({ success: true, invited: true });
  const message = await PostalMime.parse(await raw);
  expect(message.to?.[0]?.address).toBe('edu@loja.example');
  const token = /\/panel\/password#([\w-]{43})\s/.exec(message.text ?? '')![1]!;
  const guest = new PanelBrowser(service);
  // It is good for a week, not an hour.
  service.pass(6 * 24 * 60 * 60_000);
  const chosen = 'senha que o Edu escolheu';
  expect(await guest.code(guest.post('/password-reset/confirm', { token, password: chosen }))).toBe(200);
  const me = await guest.post('/sign-in', { email: 'edu@loja.example', password: chosen });
  expect(me.body).toMatchObject({ stores: [{ storeId: service.storeId, role: 'editor' }] });
});

test('[S5] somebody who has a user is let in at once, changed and taken out; one owner stays', async () => {
  await newUser(service, 'bia@loja.example');
  const grant = async (email: string, role: string) => (await owner.post(`${at}/team`, { email, role })).body;
  expect(await grant('bia@loja.example', 'reader')).toEqual({ success: true, invited: false });
  await grant('bia@loja.example', 'support');
  type Team = { userId: string; email: string; role: string }[];
  const team = async () => (await owner.get(`${at}/team`)).body['members'] as Team;
  const bia = (await team()).find(({ email }) => email === 'bia@loja.example')!;
  expect(bia.role).toBe('support');
  expect(await grant('dona@loja.example', 'reader')).toMatchObject({ error: { code: 'LAST_OWNER' } });
  const revoke = (userId: string) => owner.code(owner.post(`${at}/team/${userId}/revoke`));
  expect(await revoke(bia.userId)).toBe(200);
  expect(await revoke(bia.userId)).toBe('NOT_FOUND');
  const dona = (await team()).find(({ email }) => email === 'dona@loja.example')!;
  expect(await revoke(dona.userId)).toBe('LAST_OWNER');
});

test('[S5] without a mail server nobody new is invited: their link would be somebody else’s to use', async () => {
  const bare = await startTestService();
  try {
    await newUser(bare, 'dona@loja.example', 'owner');
    const browser = new PanelBrowser(bare);
    await browser.post('/sign-in', { email: 'dona@loja.example', password });
    const asked = browser.post(`/stores/${bare.storeId}/team`, { email: 'novo@loja.example', role: 'reader' });
    expect(await browser.code(asked)).toBe('MAIL_IS_OFF');
    expect(await bare.count('users')).toBe(1);
  } finally {
    await bare.stop();
  }
});

test('[E8] a shopper’s data are handed out and erased, and the log of people tells nothing of whose', async () => {
  const email = 'marina@cliente.example';
  await service.post({ ...smallCart, customer: { email, name: 'Marina' } });
  const exported = (await owner.post(`${at}/people/export`, { email })).body;
  expect(exported['found']).toBeGreaterThan(0);
  expect(JSON.stringify(exported['data'])).toContain('Marina');
  const erase = async () => (await owner.post(`${at}/people/erase`, { email })).body;
  expect(await erase()).toMatchObject({ finished: true, erased: expect.any(Number) });
  expect(await erase()).toMatchObject({ finished: true, erased: 0 });
  expect(await owner.code(owner.post(`${at}/people/export`, {}))).toBe('NOBODY_NAMED');
  expect(await owner.code(owner.post(`${at}/people/erase`, { phone: '12' }))).toBe('INVALID_PHONE');
  const { entries } = (await owner.get(`${at}/activity`)).body as { entries: { what: string }[] };
  expect(entries.map(({ what }) => what)).toContain('person_erased');
  expect(JSON.stringify(entries)).not.toContain('marina');
});
