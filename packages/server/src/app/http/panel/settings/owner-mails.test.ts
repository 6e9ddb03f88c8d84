// AUT8: e-mails to owners, from the change to the mail server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuedMails } from '../../../../members/audit/testing/queued-mails.ts';
import { mailName } from '../../../../members/audit/account-mails.ts';
import { sendAccountMails } from '../../../jobs/send-account-mails.ts';
import type { ServiceMail } from '../../../../base/service-mail.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';

let service: TestService;
let owner: PanelBrowser;
let at: string;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'dona@loja.example', 'owner');
  await newUser(service, 'socia@loja.example', 'owner');
  await newUser(service, 'leitor@loja.example', 'reader');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
  at = `/stores/${service.storeId}`;
  await service.context.db.query('delete from account_mails');
});
afterAll(() => service.stop());

const queued = async (): Promise<[string, string][]> => {
  const mails = await queuedMails(service.context.db);
  await service.context.db.query('delete from account_mails');
  return mails.map(({ kind, recipient }): [string, string] => [kind, recipient]);
};
const toOwners = (kind: string): [string, string][] => [
  [kind, 'dona@loja.example'],
  [kind, 'socia@loja.example'],
];

test('[AUT8] keys, payment accounts, team and exports: every owner gets an e-mail for each change', async () => {
  const { keyId } = (await owner.post(`${at}/keys`, { kind: 'secret' })).body;
  expect(await queued()).toEqual(toOwners('key_created'));
  await owner.post(`${at}/keys/${String(keyId)}/end`);
  expect(await queued()).toEqual(toOwners('key_ended'));
  const settings = { key: 'loja@loja.example', name: 'Aurora', city: 'Recife' };
  await owner.post(`${at}/payment-accounts`, { provider: 'pix-key', settings, methods: ['pix'] });
  expect(await queued()).toEqual(toOwners('payments_changed'));
  await owner.post(`${at}/payment-methods/pix/remove`);
  expect(await queued()).toEqual(toOwners('payments_changed'));
  await owner.post(`${at}/people/export`, { email: 'x@cliente.example' });
  expect(await queued()).toEqual(toOwners('person_exported'));
  await owner.get(`${at}/runs/export`);
  expect(await queued()).toEqual(toOwners('runs_exported'));
  await owner.get(`${at}/messages/export`);
  expect(await queued()).toEqual(toOwners('messages_exported'));
  await owner.get(`${at}/orders/export`);
  expect(await queued()).toEqual(toOwners('orders_exported'));
  await owner.get(`${at}/contacts/export`);
  expect(await queued()).toEqual(toOwners('contacts_exported'));
});

test('[AUT8] an export or erasure whose e-mails to owners cannot be written is neither audited nor completed', async () => {
  const { db } = service.context;
  const left = async () => {
    const { rows } = await db.query<{ kind: string; audited: number }>(
      `select kind, (select count(*) from audit_log where action in ('person_exported', 'person_erased')) as audited
       from privacy_requests where finished_at is null order by kind`,
    );
    return rows;
  };
  const [{ audited } = { audited: 0 }] = (
    await db.query<{ audited: number }>(
      `select count(*) as audited from audit_log where action in ('person_exported', 'person_erased')`,
    )
  ).rows;
  await service.asOwner('alter table account_mails rename to account_mails_away');
  for (const what of ['export', 'erase'])
    expect((await owner.post(`${at}/people/${what}`, { email: 'y@cliente.example' })).status).toBe(500);
  await service.asOwner('alter table account_mails_away rename to account_mails');
  expect(await left()).toEqual(['erase', 'export'].map((kind) => ({ kind, audited })));
  for (const what of ['export', 'erase'])
    expect((await owner.post(`${at}/people/${what}`, { email: 'y@cliente.example' })).status).toBe(200);
  expect(await left()).toEqual([]);
  expect(await queued()).toEqual([...toOwners('person_erased'), ...toOwners('person_exported')]);
});

test('[AUT8] a removed member gets an e-mail too; so does a user with a new browser or a new password', async () => {
  const reader = new PanelBrowser(service);
  await reader.post('/sign-in', { email: 'leitor@loja.example', password });
  const all = (kind: string): [string, string][] => [
    [kind, 'dona@loja.example'],
    [kind, 'leitor@loja.example'],
    [kind, 'socia@loja.example'],
  ];
  expect(await queued()).toEqual(all('signed_in_new_browser'));
  await reader.post('/sign-in', { email: 'leitor@loja.example', password });
  expect(await queued()).toEqual([]);
  await reader.post('/account/password', { current: password, password: 'outra senha comprida' });
  expect(await queued()).toEqual(all('password_changed'));
  const { members } = (await owner.get(`${at}/team`)).body as { members: { userId: string; email: string }[] };
  const { userId } = members.find(({ email }) => email === 'leitor@loja.example')!;
  await owner.post(`${at}/team/${userId}/revoke`);
  expect(await queued()).toEqual(all('member_revoked'));
});

test('[AUT8] an e-mail that no server accepts is retried, and sent once by two workers', async () => {
  await owner.post(`${at}/keys`, { kind: 'secret' });
  const { db, clock } = service.context;
  const sent: ServiceMail[] = [];
  let isDown = true;
  const parts = {
    db,
    usersDb: db,
    clock,
    baseUrl: () => 'https://pay.retoma.example',
    mail: (mail: ServiceMail) => {
      if (isDown) return Promise.reject(Object.assign(new Error('no route to dona@loja.example'), { code: 'EDNS' }));
      sent.push(mail);
      return Promise.resolve();
    },
  };
  const { signal } = new AbortController();
  await expect(sendAccountMails(parts, signal)).rejects.toThrow(/^account e-mail not sent: EDNS$/);
  isDown = false;
  expect(await sendAccountMails(parts, signal)).toBe(0);
  service.pass(60_000);
  const counts = await Promise.all([sendAccountMails(parts, signal), sendAccountMails(parts, signal)]);
  expect(counts[0] + counts[1]).toBe(2);
  expect(sent.map(({ to }) => to).sort()).toEqual(['dona@loja.example', 'socia@loja.example']);
  expect(sent[0]!.subject).toBe('Loja Aurora: chave de API criada');
  expect(sent[0]!.text).toContain('dona@loja.example criou uma chave de API.');
  expect(await service.count('account_mails')).toBe(0);
});

test.each([
  ['Loja Aurora', 'Loja Aurora'],
  ['Dr. Silva & Cia. Ltda.', 'Dr. Silva & Cia. Ltda.'],
  ['Voce ganhou! Veja http://mau.example/x', 'Voce ganhou! Veja'],
  ['mau.example', 'sua loja'],
  ['Fale com golpe@mau.example ou www.mau', 'Fale com ou'],
  ['linha\r\nBcc: x', 'linha Bcc: x'],
])('[AUT5][AUT8] in e-mails a store named %j is %j', (name, expected) => expect(mailName(name)).toBe(expected));
