// AUT13: the panel while the tables of users and those of stores are in different databases, neither of which has the tables of the other.
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverActivities } from '../../../members/audit/deliver-activities.ts';
import { base32, totpCode, totpStep } from '../../../members/totp.ts';
import { startMailServer, type TestMailServer } from '../../../providers/channels/email/testing/mail-server.ts';
import { sendAccountMails } from '../../jobs/send-account-mails.ts';
import { splitDatabase } from '../../../testing/split-database.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import type { PanelEndpoint } from '../../../http/endpoint.ts';
import { panelContract } from '../../../panel-contract.ts';
import { newUser, PanelBrowser, password } from '../panel/testing/browser.ts';
import { auditedCalls, callEndpoint, startAuditedStore, type AuditedCall } from './testing/audited-calls.ts';

let service: TestService;
let mail: TestMailServer;
let owner: PanelBrowser;
let at: string;
beforeAll(async () => {
  mail = await startMailServer({ disabledCommands: ['STARTTLS'] });
  const settings = { MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'painel@retoma.example' };
  service = await startTestService(settings, { split: splitDatabase });
  await newUser(service, 'dona@loja.example', 'owner');
  owner = new PanelBrowser(service);
  at = `/stores/${service.storeId}`;
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const codeOf = (browser: PanelBrowser, path: string, body?: object): Promise<unknown> =>
  browser.code(browser.post(path, body));
const log = async (): Promise<unknown[]> => {
  await deliverActivities(service.context, new AbortController().signal);
  return (await owner.get(`${at}/activity`)).body['entries'] as unknown[];
};

/** Invites a person, and returns the token from the e-mail. */
async function invite(email: string, role: string): Promise<string> {
  const before = mail.received.length;
  expect(await codeOf(owner, `${at}/team`, { email, role })).toBe(200);
  await expect.poll(() => mail.received.length).toBe(before + 1);
  const { text = '' } = await PostalMime.parse(mail.received.at(-1)!.raw);
  return /\/panel\/invitation#([\w-]+)\s/.exec(text)![1]!;
}

test('[AUT13] the databases are apart', async () => {
  const { context } = service;
  await expect(context.db.query('select from users')).rejects.toMatchObject({ code: '42P01' });
  await expect(context.usersDb.query('select from stores')).rejects.toMatchObject({ code: '42P01' });
});

test('[AUT13] a user signs in, sees their stores, creates one, and finds both in the audit log', async () => {
  const signedIn = await owner.post('/sign-in', { email: 'dona@loja.example', password });
  expect(signedIn.body).toMatchObject({ stores: [{ storeId: service.storeId, role: 'owner' }] });
  const { storeId } = (await owner.post('/stores', { name: 'Loja Brisa' })).body;
  const { stores } = (await owner.get('/me')).body as { stores: { storeId: string; name: string }[] };
  expect(stores.map(({ name }) => name)).toEqual(['Loja Aurora', 'Loja Brisa']);
  expect(await log()).toMatchObject([
    { what: 'signed_in_new_browser', by: 'dona@loja.example' },
    { what: 'member_granted' },
  ]);
  const entries = (await owner.get(`/stores/${String(storeId)}/activity`)).body['entries'];
  expect(entries).toMatchObject([{ what: 'store_created', by: 'dona@loja.example' }]);
});

test('[AUT13] a person is invited, accepts, has another role, and leaves', async () => {
  const token = await invite('edu@loja.example', 'editor');
  const edu = new PanelBrowser(service);
  expect((await edu.post('/invitations/read', { token })).body).toMatchObject({
    store: 'Loja Aurora',
    hasAccount: false,
  });
  const chosen = 'senha que o Edu escolheu';
  expect(await codeOf(edu, '/invitations/accept', { token, password: 'loja aurora 1' })).toBe('WEAK_PASSWORD');
  expect(await codeOf(edu, '/invitations/accept', { token, password: chosen })).toBe(200);
  const me = await edu.post('/sign-in', { email: 'edu@loja.example', password: chosen });
  expect(me.body).toMatchObject({ stores: [{ storeId: service.storeId, role: 'editor' }] });
  expect(await codeOf(owner, `${at}/team`, { email: 'edu@loja.example', role: 'reader' })).toBe(200);
  const { members } = (await owner.get(`${at}/team`)).body as {
    members: { userId: string; email: string; role: string }[];
  };
  expect(members.map(({ email, role }) => [email, role])).toEqual([
    ['dona@loja.example', 'owner'],
    ['edu@loja.example', 'reader'],
  ]);
  const userOf = (email: string): string => members.find((member) => member.email === email)!.userId;
  expect(await codeOf(owner, `${at}/team/${userOf('dona@loja.example')}/revoke`)).toBe('LAST_OWNER');
  expect(await codeOf(owner, `${at}/team/${userOf('edu@loja.example')}/revoke`)).toBe(200);
  expect((await edu.get('/me')).body).toMatchObject({ stores: [] });
  expect((await edu.get(`${at}/settings`)).status).toBe(404);
  const [first] = await log();
  expect(first).toMatchObject({ what: 'member_revoked', by: 'dona@loja.example', about: 'edu@loja.example' });
});

test('[AUT13] one who has an account accepts signed in to it', async () => {
  await newUser(service, 'bia@loja.example');
  const token = await invite('bia@loja.example', 'support');
  const bia = new PanelBrowser(service);
  expect(await codeOf(bia, '/invitations/accept', { token })).toBe('INVITATION_OF_OTHER_ACCOUNT');
  await bia.post('/sign-in', { email: 'bia@loja.example', password });
  expect(await codeOf(bia, '/invitations/accept', { token })).toBe(200);
  expect((await bia.get('/me')).body).toMatchObject({ stores: [{ role: 'support' }] });
});

test('[AUT13] second factor, sessions, name and password', async () => {
  const secret = (await owner.post('/totp')).body['secret'] as string;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  expect(base32(bytes)).toBe(secret);
  const code = (): string => totpCode(bytes, totpStep(service.context.clock()));
  expect(await codeOf(owner, '/totp/confirm', { code: code() })).toBe(200);
  expect(await codeOf(owner, '/recovery-codes')).toBe(200);
  expect(await codeOf(owner, `${at}/team/rules`, { requireSecondFactor: true, supportRefundLimit: null })).toBe(200);
  service.pass(60_000);
  const other = new PanelBrowser(service);
  const signIn = { email: 'dona@loja.example', password };
  expect(await codeOf(other, '/sign-in', signIn)).toBe('TOTP_REQUIRED');
  expect(await codeOf(other, '/sign-in', { ...signIn, code: code() })).toBe(200);
  const { sessions } = (await owner.get('/account')).body as { sessions: unknown[] };
  expect(sessions).toHaveLength(2);
  expect(await codeOf(owner, '/account/sessions/end-others')).toBe(200);
  expect(await codeOf(other, '/account/name', { name: 'Dona' })).toBe('NOT_SIGNED_IN');
  expect(await codeOf(owner, '/account/name', { name: 'Dona' })).toBe(200);
  const change = (next: string) => codeOf(owner, '/account/password', { current: password, password: next });
  // No password is the name of a store.
  expect(await change('loja brisa 1')).toBe('WEAK_PASSWORD');
  expect(await change('outra senha comprida')).toBe(200);
  expect((await log()).slice(0, 3)).toMatchObject([
    { what: 'password_changed' },
    { what: 'sessions_ended' },
    { what: 'signed_in_new_browser' },
  ]);
});

test('[AUT13][AUT8] the e-mails of both databases are sent', async () => {
  const { context } = service;
  const sent: string[] = [];
  const parts = {
    usersDb: context.usersDb,
    clock: context.clock,
    baseUrl: () => context.baseUrl,
    mail: ({ to, text }: { to: string; text: string }) => Promise.resolve(void sent.push(`${to}: ${text}`)),
  };
  const { signal } = new AbortController();
  for (const db of [context.usersDb, context.db]) await sendAccountMails({ ...parts, db }, signal);
  const about = (what: string) => sent.filter((one) => one.includes(what)).map((one) => one.split(':')[0]);
  expect(about('A senha de dona@loja.example foi trocada.')).toEqual(['dona@loja.example']);
  expect(new Set(about('edu@loja.example saiu da equipe.'))).toEqual(
    new Set(['dona@loja.example', 'edu@loja.example']),
  );
  expect(about('dona@loja.example convidou edu@loja.example.')).toEqual(['dona@loja.example']);
  expect(await service.count('account_mails')).toBe(0);
});

test('[AUT13] every endpoint of a store answers', async () => {
  const store = await startAuditedStore({ split: splitDatabase });
  try {
    for (const name of Object.keys(auditedCalls) as AuditedCall[]) {
      const answer = await callEndpoint(store, store.owner, panelContract[name], await auditedCalls[name](store));
      expect([name, answer.status]).toEqual([name, 200]);
    }
    const readings = Object.entries<PanelEndpoint>(panelContract).filter(([, { method }]) => method === 'GET');
    for (const [name, endpoint] of readings) {
      const { status } = await callEndpoint(store, store.owner, endpoint, {});
      expect([name, status < 500]).toEqual([name, true]);
    }
  } finally {
    await store.stop();
  }
});
