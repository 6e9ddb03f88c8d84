import { createHmac } from 'node:crypto';
import type { Step } from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../../members/create-user.ts';
import { grantMembership } from '../../../members/memberships.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { account as cloudApiAccount } from '../../../providers/channels/whatsapp/cloud-api/testing/account.ts';
import { startCloudApi } from '../../../providers/channels/whatsapp/cloud-api/testing/cloud-api-server.ts';
import { account as evolutionAccount } from '../../../providers/channels/whatsapp/evolution/testing/account.ts';
import { startLocalGateway, type LocalGateway } from '../../../providers/channels/testing/local-gateway.ts';
import { connectionStatuses } from '../../../providers/queries/connections.ts';
import { channelFirstContacts } from '../../../providers/first-contact/read-first-contact.ts';
import { notifyOwners } from '../../../app/jobs/notify-owners.ts';
import { startChannelService, type ChannelService } from './testing/channel-service.ts';

const minute = 60_000;
const step = (message: string, more: object = {}): Step => ({
  type: 'action',
  name: 'send_whatsapp',
  data: { type: 'text', message },
  ...more,
});

/** The codes of the findings about the only connection of a store. */
const codesOf = async ({ context, storeId }: ChannelService): Promise<string[]> =>
  (await channelFirstContacts(context, storeId)).flatMap(({ findings }) => findings.map(({ code }) => code));

const post = async (service: ChannelService, path: string, body: object, headers: object = {}): Promise<number> =>
  (
    await fetch(service.baseUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  ).status;

describe('a number that exists only without its ninth digit', () => {
  const jid = '551187654321@s.whatsapp.net';
  let service: ChannelService;
  let gateway: LocalGateway;
  let path: string;
  beforeAll(async () => {
    gateway = await startLocalGateway({
      denied: () => null,
      trial: () => null,
      problem: () => null,
      accepted: (id, { json }) =>
        json.number === '551187654321'
          ? { status: 201, json: { key: { remoteJid: jid, id } } }
          : { status: 400, json: { response: { message: [{ exists: false, number: json.number }] } } },
      invalid: () => ({ status: 400, json: {} }),
      refused: { status: 400, json: {} },
      limited: { status: 429, json: {} },
      away: { status: 503, json: {} },
    });
    service = await startChannelService();
    const settings = { ...evolutionAccount.settings, baseUrl: gateway.url };
    const connected = await service.connect('whatsapp', 'evolution', {
      settings,
      credentials: evolutionAccount.credentials,
    });
    path = connected.notices!.path;
  });
  afterAll(() => Promise.all([service.stop(), gateway.stop()]));

  test('[RUN8] its reply from the number of 12 digits resumes the run', async () => {
    await service.begin([step('Seu PIX', { onResponse: [step('Que bom')] })]);
    await service.settle();
    expect(await service.messages()).toMatchObject([{ state: 'sent' }]);
    const data = {
      key: { remoteJid: jid, fromMe: false, id: 'IN-1' },
      message: { conversation: 'quero' },
      messageTimestamp: service.context.clock() / 1000,
    };
    expect(await post(service, path, { event: 'messages.upsert', data })).toBe(200);
    await service.settle();
    expect(gateway.received.map(({ json }) => [json.number, json.text])).toEqual([
      ['5511987654321', 'Seu PIX'],
      ['551187654321', 'Seu PIX'],
      ['5511987654321', 'Que bom'],
      ['551187654321', 'Que bom'],
    ]);
  });
});

describe('[COM43] the first days of a connection', () => {
  let service: ChannelService;
  let gateway: LocalGateway;
  let path: string;
  beforeAll(async () => {
    [service, gateway] = await Promise.all([startChannelService(), startCloudApi()]);
    const settings = { ...cloudApiAccount.settings, baseUrl: gateway.url };
    const { credentials } = cloudApiAccount;
    path = (await service.connect('whatsapp', 'cloud-api', { settings, credentials })).notices!.path;
  });
  afterAll(() => Promise.all([service.stop(), gateway.stop()]));

  const signed = (field: string, value: object): Promise<number> => {
    const time = service.context.clock() / 1000;
    const metadata = { phone_number_id: cloudApiAccount.settings.phoneNumberId };
    const changes = [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }];
    const entry = [{ id: cloudApiAccount.settings.wabaId, time, changes }];
    const body = { object: 'whatsapp_business_account', entry };
    const signature = createHmac('sha256', cloudApiAccount.credentials.appSecret)
      .update(JSON.stringify(body))
      .digest('hex');
    return post(service, path, body, { 'x-hub-signature-256': `sha256=${signature}` });
  };
  const template = (event: string, name = 'pix_lembrete'): Promise<number> =>
    signed('message_template_status_update', {
      event,
      message_template_name: name,
      message_template_language: 'pt_BR',
    });

  test('messages without a webhook, a rejected one, and a genuine one', async () => {
    expect(await codesOf(service)).toEqual([]);
    const steps = [1, 2, 3].map((index) => ({
      ...step(`PIX ${index}`),
      data: { type: 'text', message: `PIX ${index}`, template: { name: 'pix_lembrete' } },
    })) as Step[];
    await service.begin(steps);
    await service.settle();
    expect(gateway.received).toHaveLength(3);
    expect(await codesOf(service)).toEqual([]);
    service.pass(31 * minute);
    expect(await codesOf(service)).toEqual(['NO_WEBHOOK']);
    expect(await post(service, path, { object: 'whatsapp_business_account' })).toBe(401);
    expect(await codesOf(service)).toEqual(['NO_WEBHOOK', 'REJECTED_WEBHOOKS']);
    expect(await signed('messages', { statuses: [] })).toBe(200);
    expect(await codesOf(service)).toEqual(['NOTHING_DELIVERED']);
  });

  test('a status that is delivered ends the finding, and one failed for its file says so', async () => {
    const [first, second] = await service.messages();
    const at = String(Math.floor(service.context.clock() / 1000));
    const statuses = [
      { id: first!.providerId, status: 'delivered', timestamp: at },
      { id: second!.providerId, status: 'failed', timestamp: at, errors: [{ code: 131_053 }] },
    ];
    expect(await signed('messages', { statuses })).toBe(200);
    expect(await codesOf(service)).toEqual([]);
    expect(await service.messages()).toMatchObject([
      { state: 'delivered' },
      { state: 'failed', reason: 'MEDIA_UNAVAILABLE:131053' },
      { state: 'sent' },
    ]);
  });

  test('[COM44] a template that stops is shown, and its owner gets one e-mail that names it', async () => {
    const { context, storeId } = service;
    const { db } = context;
    await createUser(db, 'ana@loja.example', 'uma senha comprida');
    await grantMembership(context, { storeId, email: 'ana@loja.example' }, 'owner', unaudited);
    const mails: string[] = [];
    const notify = (): Promise<number> =>
      notifyOwners({
        db,
        usersDb: context.usersDb,
        clock: context.clock,
        mail: ({ text }) => Promise.resolve(void (text.includes('modelo') && mails.push(text))),
        baseUrl: () => 'https://retoma.example',
      });
    const pass = async (): Promise<void> => {
      await notify();
      service.pass(3 * minute);
      await notify();
    };
    expect([await template('PAUSED'), await template('PAUSED')]).toEqual([200, 200]);
    expect(await codesOf(service)).toEqual(['TEMPLATE_STOPPED']);
    expect(await connectionStatuses(db, storeId)).toMatchObject([{ stoppedTemplates: ['pix_lembrete (pt_BR)'] }]);
    await pass();
    await pass();
    expect(mails).toEqual([expect.stringContaining('pix_lembrete (pt_BR)')]);
    service.pass(minute);
    expect(await template('REJECTED', 'carrinho')).toBe(200);
    await pass();
    expect(mails).toEqual([mails[0], expect.stringContaining('carrinho (pt_BR), pix_lembrete (pt_BR)')]);
    service.pass(minute);
    expect([await template('APPROVED'), await template('APPROVED', 'carrinho')]).toEqual([200, 200]);
    await pass();
    expect([await codesOf(service), mails.length]).toEqual([[], 2]);
  });
});
