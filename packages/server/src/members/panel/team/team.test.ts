import { unaudited } from '../../audit/testing/unaudited.ts';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../../../providers/channels/email/testing/mail-server.ts';
import { smallCart, startTestService, type TestService } from '../../../testing/test-service.ts';
import { grantMembership } from '../../memberships.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

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

/** Invites a person, and returns the token from the e-mail. */
async function invite(email: string, role: string): Promise<string> {
  const raw = new Promise<Buffer>((resolve) => void (arrived = resolve));
  await owner.post('/reauthenticate', { password });
  expect((await owner.post(`${at}/team`, { email, role })).body).toEqual({ success: true, invited: true, link: null });
  const message = await PostalMime.parse(await raw);
  expect(message.to?.[0]?.address).toBe(email.trim().toLowerCase());
  return /\/panel\/invitation#([\w-]{65})\s/.exec(message.text ?? '')![1]!;
}

test('[AUT5] an invited person accepts with a password, and gets the invited role', async () => {
  const token = await invite('Edu@loja.example ', 'editor');
  const guest = new PanelBrowser(service);
  // The link is valid for a week, not an hour.
  service.pass(6 * 24 * 60 * 60_000);
  expect((await guest.post('/invitations/read', { token })).body).toMatchObject({
    store: 'Loja Aurora',
    email: 'edu@loja.example',
    role: 'editor',
    hasAccount: false,
  });
  const chosen = 'senha que o Edu escolheu';
  const accept = (password: string) => guest.code(guest.post('/invitations/accept', { token, password }));
  expect(await accept('loja aurora 1')).toBe('WEAK_PASSWORD');
  expect(await accept(chosen)).toBe(200);
  expect(await accept(chosen)).toBe('INVITATION_EXPIRED');
  const me = await guest.post('/sign-in', { email: 'edu@loja.example', password: chosen });
  expect(me.body).toMatchObject({ stores: [{ storeId: service.storeId, role: 'editor' }] });
});

test('[AUT5] an invitation does not reveal whether an account exists, and the membership begins at acceptance', async () => {
  await newUser(service, 'bia@loja.example');
  const token = await invite('bia@loja.example', 'reader');
  await invite('ninguem@loja.example', 'reader');
  type Team = {
    members: { userId: string; email: string; role: string }[];
    invitations: { invitationId: string; email: string }[];
  };
  const team = async () => (await owner.get(`${at}/team`)).body as unknown as Team;
  const { members, invitations } = await team();
  expect(members.map(({ email }) => email)).not.toContain('bia@loja.example');
  const visible = (email: string) => Object.keys(invitations.find((one) => one.email === email)!);
  expect(visible('bia@loja.example')).toEqual(visible('ninguem@loja.example'));

  const bia = new PanelBrowser(service);
  const accept = (browser: PanelBrowser) =>
    browser.code(browser.post('/invitations/accept', { token, password: 'uma senha de outra' }));
  expect(await accept(bia)).toBe('INVITATION_OF_OTHER_ACCOUNT');
  expect(await accept(owner)).toBe('INVITATION_OF_OTHER_ACCOUNT');
  await bia.post('/sign-in', { email: 'bia@loja.example', password });
  expect(await accept(bia)).toBe(200);
  expect((await bia.get('/me')).body).toMatchObject({ stores: [{ role: 'reader' }] });

  const grant = async (email: string, role: string) => (await owner.post(`${at}/team`, { email, role })).body;
  expect(await grant('bia@loja.example', 'support')).toEqual({ success: true, invited: false, link: null });
  const member = (await team()).members.find(({ email }) => email === 'bia@loja.example')!;
  expect(member.role).toBe('support');
  expect(await grant('dona@loja.example', 'reader')).toMatchObject({ error: { code: 'LAST_OWNER' } });
  const revoke = (userId: string) => owner.code(owner.post(`${at}/team/${userId}/revoke`));
  expect(await revoke(member.userId)).toBe(200);
  expect(await revoke(member.userId)).toBe('NOT_FOUND');
  const dona = (await team()).members.find(({ email }) => email === 'dona@loja.example')!;
  expect(await revoke(dona.userId)).toBe('LAST_OWNER');
});

test('[AUT5] an invitation that was withdrawn, or whose sender is no longer an owner, is refused', async () => {
  const guest = new PanelBrowser(service);
  const accept = (token: string) =>
    guest.code(guest.post('/invitations/accept', { token, password: 'uma senha para entrar' }));
  const withdrawn = await invite('fabio@loja.example', 'owner');
  const { invitations } = (await owner.get(`${at}/team`)).body as unknown as {
    invitations: { invitationId: string; email: string }[];
  };
  const { invitationId } = invitations.find(({ email }) => email === 'fabio@loja.example')!;
  const withdraw = () => owner.code(owner.post(`${at}/team/invitations/${invitationId}/withdraw`));
  expect([await withdraw(), await withdraw()]).toEqual([200, 'NOT_FOUND']);
  expect(await accept(withdrawn)).toBe('INVITATION_EXPIRED');
  const stale = await invite('gil@loja.example', 'owner');
  await newUser(service, 'socia@loja.example', 'owner');
  await grantMembership(service.context, { storeId: service.storeId, email: 'dona@loja.example' }, 'editor', unaudited);
  expect(await accept(stale)).toBe('INVITATION_EXPIRED');
  await grantMembership(service.context, { storeId: service.storeId, email: 'dona@loja.example' }, 'owner', unaudited);
});

test('[AUT5] a store sends at most ten invitations a day, and its name becomes no link in them', async () => {
  service.pass(24 * 60 * 60_000);
  await service.context.db.query(`update stores set name = 'Voce ganhou! Veja http://mau.example/premio'`);
  service.context.directory.forget(service.storeId);
  const raw = new Promise<Buffer>((resolve) => void (arrived = resolve));
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
  const codes = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      owner.code(owner.post(`${at}/team`, { email: `x${index}@loja.example`, role: 'reader' })),
    ),
  );
  expect(codes.filter((code) => code === 200)).toHaveLength(10);
  expect(codes.filter((code) => code === 'TOO_MANY_INVITATIONS')).toHaveLength(2);
  const message = await PostalMime.parse(await raw);
  expect(`${message.subject} ${message.text}`).not.toContain('mau.example');
  expect(message.subject).toBe('Convite para a loja Voce ganhou! Veja na Retoma');
});

test('[AUT5] without a mail server the owner gets the link, and the invited person accepts with it', async () => {
  const withoutMail = await startTestService();
  try {
    await newUser(withoutMail, 'dona@loja.example', 'owner');
    const browser = new PanelBrowser(withoutMail);
    await browser.post('/sign-in', { email: 'dona@loja.example', password });
    const invitation = { email: 'novo@loja.example', role: 'reader' };
    const { body } = await browser.post(`/stores/${withoutMail.storeId}/team`, invitation);
    expect(body).toMatchObject({ invited: true, link: expect.stringContaining('/panel/invitation#') as string });
    expect(await withoutMail.count('users')).toBe(1);
    const token = (body['link'] as string).split('#')[1]!;
    const accepted = new PanelBrowser(withoutMail).post('/invitations/accept', {
      token,
      password: 'uma senha que escolhi',
    });
    expect((await accepted).body).toMatchObject({ success: true });
    expect(await withoutMail.count('users')).toBe(2);
  } finally {
    await withoutMail.stop();
  }
});

test('[COM8] a shopper’s data can be exported and erased, and the audit log does not identify the shopper', async () => {
  const email = 'marina@cliente.example';
  await owner.post('/reauthenticate', { password });
  await service.post({ ...smallCart, customer: { email, name: 'Marina' } });
  const exported = (await owner.post(`${at}/people/export`, { email })).body;
  expect(exported['found']).toBeGreaterThan(0);
  expect(JSON.stringify(exported['data'])).toContain('Marina');
  const erase = async () => (await owner.post(`${at}/people/erase`, { email })).body;
  expect(await erase()).toMatchObject({ finished: true, erased: expect.any(Number) });
  expect(await erase()).toMatchObject({ finished: true, erased: 0 });
  expect(await owner.code(owner.post(`${at}/people/export`, {}))).toBe('CONTACT_REQUIRED');
  expect(await owner.code(owner.post(`${at}/people/erase`, { phone: '12' }))).toBe('INVALID_PHONE');
  const { entries } = (await owner.get(`${at}/activity`)).body as { entries: { what: string }[] };
  expect(entries.map(({ what }) => what)).toContain('person_erased');
  expect(JSON.stringify(entries)).not.toContain('marina');
});
