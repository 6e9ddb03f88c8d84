import { createHmac } from 'node:crypto';
import type { Step } from '@retoma/flow';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProvider } from '../../../providers/channels/provider.ts';
import { smtp } from '../../../providers/channels/email/smtp/index.ts';
import { openEmailDeps, type EmailDeps } from '../../../providers/channels/email/transport/send-mail.ts';
import {
  startMailServer,
  testAuthority,
  type TestMailServer,
} from '../../../providers/channels/email/testing/mail-server.ts';
import { account as httpAccount } from '../../../providers/channels/sms/http/testing/account.ts';
import { startHttpSms } from '../../../providers/channels/sms/http/testing/http-server.ts';
import { account as twilioAccount } from '../../../providers/channels/sms/twilio/testing/account.ts';
import { startTwilio } from '../../../providers/channels/sms/twilio/testing/twilio-server.ts';
import { account as zenviaAccount } from '../../../providers/channels/sms/zenvia/testing/account.ts';
import { startZenvia } from '../../../providers/channels/sms/zenvia/testing/zenvia-server.ts';
import type { GatewayRequest, LocalGateway } from '../../../providers/channels/testing/local-gateway.ts';
import { account as cloudApiAccount } from '../../../providers/channels/whatsapp/cloud-api/testing/account.ts';
import { startCloudApi } from '../../../providers/channels/whatsapp/cloud-api/testing/cloud-api-server.ts';
import { account as evolutionAccount } from '../../../providers/channels/whatsapp/evolution/testing/account.ts';
import { startEvolution } from '../../../providers/channels/whatsapp/evolution/testing/evolution-server.ts';
import { account as uazapiAccount } from '../../../providers/channels/whatsapp/uazapi/testing/account.ts';
import { startUazapi } from '../../../providers/channels/whatsapp/uazapi/testing/uazapi-server.ts';
import { account as zApiAccount } from '../../../providers/channels/whatsapp/z-api/testing/account.ts';
import { startZApi } from '../../../providers/channels/whatsapp/z-api/testing/z-api-server.ts';
import { openOutgoing } from '../../../base/net/http-client.ts';
import { startChannelService, type ChannelService } from './testing/channel-service.ts';

// From an event to the provider's local server, and back through its webhook, as for a store.

const ana = '5511987654321';
const minute = 60_000;
const person = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/145.0.0.0 Mobile Safari/537.36';

type Post = { readonly body: string; readonly headers?: Record<string, string> };

/** A provider, and its requests. `address`: that of the webhook, as shown to its owner. */
type Case = {
  readonly channel: 'whatsapp' | 'sms';
  readonly provider: string;
  readonly start: () => Promise<LocalGateway>;
  readonly account: { readonly settings: object; readonly credentials: object };
  readonly urlMember?: string;
  readonly text: (request: GatewayRequest) => string;
  readonly reply: (id: string, text: string, answers: string, at: number, address: string) => Post;
  readonly delivered: (id: string, at: number, address: string) => Post;
};

const json = (body: object, headers: Record<string, string> = {}): Post => ({ body: JSON.stringify(body), headers });
const signedTwilio = (members: Record<string, string>, address: string): Post => {
  const form = { AccountSid: twilioAccount.settings.accountSid, ...members };
  const sorted = Object.entries(form).sort(([one], [other]) => (one < other ? -1 : 1));
  const signature = createHmac('sha1', twilioAccount.credentials.authToken)
    .update(address + sorted.flat().join(''))
    .digest('base64');
  const body = new URLSearchParams(form).toString();
  return { body, headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature } };
};
const signedHttp = (body: object, at: number): Post => {
  const [text, timestamp] = [JSON.stringify(body), String(Math.floor(at / 1000))];
  const secret = Buffer.from(httpAccount.credentials.webhookSecret.slice(6), 'base64');
  const signature = createHmac('sha256', secret).update(`msg_1.${timestamp}.${text}`).digest('base64');
  const signed = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return { body: text, headers: signed };
};
const signCloud = (body: string): Post => {
  const signature = createHmac('sha256', cloudApiAccount.credentials.appSecret).update(body).digest('hex');
  return { body, headers: { 'x-hub-signature-256': `sha256=${signature}` } };
};
const signedCloud = (value: object): Post => {
  const metadata = { display_phone_number: '551130000000', phone_number_id: '106540352242922' };
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }];
  return signCloud(
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] }),
  );
};
/** The same webhook with WhatsApp's own id of the person in place of each phone. */
const withoutPhone = ({ body, headers }: Post): Post => {
  const isSigned = headers !== undefined && Object.keys(headers).length > 0;
  const id = isSigned ? 'BR.1349120865530274' : '103899771998284@lid';
  const unnamed = body.replaceAll(`${ana}@s.whatsapp.net`, id).replaceAll(`"${ana}"`, `"${id}"`);
  return isSigned ? signCloud(unnamed) : { body: unnamed };
};
const evolutionKey = { remoteJid: `${ana}@s.whatsapp.net`, fromMe: false };
const iso = (at: number): string => new Date(at).toISOString();
const members = (request: GatewayRequest): string => String(request.json.message ?? request.json.text);

const cases: Case[] = [
  {
    channel: 'whatsapp',
    provider: 'z-api',
    start: startZApi,
    account: zApiAccount,
    text: members,
    reply: (messageId, message, referenceMessageId, momment) =>
      json({ type: 'ReceivedCallback', messageId, referenceMessageId, phone: ana, momment, text: { message } }),
    delivered: (id, momment) => json({ type: 'MessageStatusCallback', status: 'RECEIVED', ids: [id], momment }),
  },
  {
    channel: 'whatsapp',
    provider: 'uazapi',
    start: startUazapi,
    account: uazapiAccount,
    text: members,
    reply: (messageid, text, quoted, messageTimestamp) =>
      json({
        EventType: 'messages',
        message: { messageid, text, quoted, messageTimestamp, chatid: `${ana}@s.whatsapp.net`, fromMe: false },
      }),
    delivered: (id, at) =>
      json({
        EventType: 'messages_update',
        event: { MessageIDs: [id], Type: 'Delivered', Timestamp: Math.floor(at / 1000) },
      }),
  },
  {
    channel: 'whatsapp',
    provider: 'evolution',
    start: startEvolution,
    account: evolutionAccount,
    text: members,
    reply: (id, text, stanzaId, at) =>
      json({
        event: 'messages.upsert',
        data: {
          key: { ...evolutionKey, id },
          message: { extendedTextMessage: { text, contextInfo: { stanzaId } } },
          messageTimestamp: Math.floor(at / 1000),
        },
        date_time: iso(at),
      }),
    delivered: (keyId, at) =>
      json({
        event: 'messages.update',
        data: { keyId, remoteJid: evolutionKey.remoteJid, fromMe: true, status: 'DELIVERY_ACK' },
        date_time: iso(at),
      }),
  },
  {
    channel: 'whatsapp',
    provider: 'cloud-api',
    start: startCloudApi,
    account: cloudApiAccount,
    text: ({ json: body }) => (body.text as { body: string }).body,
    reply: (id, body, answers, at) =>
      signedCloud({
        contacts: [{ profile: { name: 'Ana' }, wa_id: ana }],
        messages: [
          {
            from: ana,
            id,
            timestamp: String(Math.floor(at / 1000)),
            type: 'text',
            text: { body },
            context: { from: '551130000000', id: answers },
          },
        ],
      }),
    delivered: (id, at) =>
      signedCloud({
        statuses: [{ id, status: 'delivered', timestamp: String(Math.floor(at / 1000)), recipient_id: ana }],
      }),
  },
  {
    channel: 'sms',
    provider: 'zenvia',
    start: startZenvia,
    account: zenviaAccount,
    text: ({ json: body }) => (body.contents as [{ text: string }])[0].text,
    reply: (id, text, _answers, at) =>
      json({
        type: 'MESSAGE',
        channel: 'sms',
        direction: 'IN',
        message: { id, from: ana, contents: [{ type: 'text', text }], timestamp: iso(at) },
      }),
    delivered: (messageId, at) =>
      json({
        type: 'MESSAGE_STATUS',
        channel: 'sms',
        messageId,
        messageStatus: { timestamp: iso(at), code: 'DELIVERED' },
      }),
  },
  {
    channel: 'sms',
    provider: 'twilio',
    start: startTwilio,
    account: twilioAccount,
    text: ({ body }) => new URLSearchParams(body).get('Body')!,
    reply: (MessageSid, Body, _answers, _at, address) =>
      signedTwilio({ MessageSid, Body, From: `+${ana}`, To: twilioAccount.settings.from }, address),
    delivered: (MessageSid, _at, address) => signedTwilio({ MessageSid, MessageStatus: 'delivered' }, address),
  },
  {
    channel: 'sms',
    provider: 'http',
    start: startHttpSms,
    account: httpAccount,
    urlMember: 'url',
    text: members,
    reply: (id, text, _answers, at) => signedHttp({ id, text, from: `+${ana}`, at: iso(at) }, at),
    delivered: (id, at) => signedHttp({ id, status: 'delivered', at }, at),
  },
];

const stepOf = (channel: 'whatsapp' | 'sms', message: string, more: object = {}): Step =>
  channel === 'sms'
    ? { type: 'action', name: 'send_sms', data: { message }, ...more }
    : { type: 'action', name: 'send_whatsapp', data: { type: 'text', message }, ...more };

describe.each(cases)(
  '$channel by $provider',
  ({ channel, provider, start, account, urlMember = 'baseUrl', ...speaks }) => {
    let service: ChannelService;
    let gateway: LocalGateway;
    let notices: { path: string };
    beforeAll(async () => {
      [service, gateway] = await Promise.all([startChannelService(), start()]);
      const settings = { ...account.settings, [urlMember]: gateway.url };
      ({ notices } = (await service.connect(channel, provider, { settings, credentials: account.credentials })) as {
        notices: { path: string };
      });
      if (provider !== 'cloud-api') return;
      // Outside of the window a template would be needed, so Ana writes first.
      await postAll(speaks.reply('IN-0', 'Oi', '', service.context.clock() - minute, address()));
    });
    afterAll(() => Promise.all([service.stop(), gateway.stop()]));

    const address = (): string => service.context.baseUrl + notices.path;
    const postAll = async ({ body, headers }: Post, path = notices.path): Promise<number> =>
      (
        await fetch(service.baseUrl + path, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...headers },
        })
      ).status;
    const texts = (): string[] => gateway.received.map(speaks.text);

    test('[RUN8] event, message, webhook, response: the reply resumes the run, once, and silence has no effect', async () => {
      const handlers = {
        onResponse: [stepOf(channel, 'Que bom')],
        onNoReply: [stepOf(channel, 'Ainda da tempo')],
      };
      await service.begin([stepOf(channel, 'Seu PIX', handlers)]);
      await service.settle();
      expect(texts()).toEqual(['Seu PIX']);
      const [{ providerId } = { providerId: '' }] = await service.messages();
      const now = service.context.clock();
      expect(await postAll(speaks.delivered(providerId, now, address()))).toBe(200);
      expect(await service.messages()).toMatchObject([{ state: 'delivered' }]);

      const reply = speaks.reply('IN-1', 'quero', providerId, now, address());
      expect([await postAll(reply), await postAll(reply)]).toEqual([200, 200]);
      await service.settle();
      expect(texts()).toEqual(['Seu PIX', 'Que bom']);
      service.pass(25 * 60 * minute);
      await service.settle();
      expect(texts()).toEqual(['Seu PIX', 'Que bom']);
      expect(await service.timeline()).toContain('onResponse');
    });

    test('a forged webhook, or one for another connection, changes nothing', async () => {
      const now = service.context.clock();
      const before = await service.count('inbound_messages');
      const { body } = speaks.reply('IN-9', 'SAIR', '', now, address());
      const otherPath = notices.path.replace(/[0-9a-f]{12}(?=\/|$)/, '000000000000');
      const isSecret = /\/[\w-]+\/[\w-]+\/[\w-]+\//.test(notices.path);
      expect(
        await postAll({ body }, isSecret ? notices.path.replace(/[^/]+$/, 'segredo-de-outra-loja') : notices.path),
      ).toBe(401);
      expect(await postAll({ body }, otherPath)).toBe(404);
      expect(await postAll({ body }, '/webhooks/channels/nada')).toBe(404);
      expect(await service.count('inbound_messages')).toBe(before);
      expect(await service.count('opt_outs')).toBe(0);
    });

    if (channel === 'whatsapp')
      test('[COM8] a person without a phone number leaves by a quoted message, and returns by WhatsApp’s id', async () => {
        const [{ providerId } = { providerId: '' }] = await service.messages();
        const now = service.context.clock();
        expect(await postAll(withoutPhone(speaks.reply('IN-5', 'SAIR', providerId, now, address())))).toBe(200);
        expect(await service.count('opt_outs')).toBe(1);
        expect(await postAll(withoutPhone(speaks.reply('IN-6', 'VOLTAR', '', now, address())))).toBe(200);
        expect(await service.count('opt_outs')).toBe(0);
      });

    test('[COM8] SAIR ends the messages of the channel, except for one confirmation', async () => {
      const before = texts().length;
      expect(await postAll(speaks.reply('IN-3', 'Sair!', '', service.context.clock(), address()))).toBe(200);
      await service.begin([stepOf(channel, 'Outro PIX')]);
      await service.settle();
      expect(texts().slice(before)).toEqual([expect.stringContaining('responda VOLTAR')]);
      expect(await service.timeline()).toContain('OPTED_OUT');
    });
  },
);

test('[RUN8] without a reply onNoReply fires a day later', async () => {
  const [service, gateway] = await Promise.all([startChannelService(), startZenvia()]);
  const settings = { ...zenviaAccount.settings, baseUrl: gateway.url };
  await service.connect('sms', 'zenvia', { settings, credentials: zenviaAccount.credentials });
  await service.begin([stepOf('sms', 'Seu PIX', { onNoReply: [stepOf('sms', 'Ainda da tempo')] })]);
  await service.settle();
  expect(gateway.received).toHaveLength(1);
  service.pass(24 * 60 * minute);
  await service.settle();
  expect(gateway.received).toHaveLength(2);
  await Promise.all([service.stop(), gateway.stop()]);
});

test('[RUN8] the link of an SMS is short, redirects, and resumes the run', async () => {
  const [service, gateway] = await Promise.all([startChannelService(), startZenvia()]);
  const settings = { ...zenviaAccount.settings, baseUrl: gateway.url };
  await service.connect('sms', 'zenvia', { settings, credentials: zenviaAccount.credentials });
  const target = `https://loja.example/carrinho?${'a'.repeat(90)}=1`;
  await service.begin([stepOf('sms', `Volte: ${target}`, { onClickLink: [stepOf('sms', 'Que bom')] })]);
  await service.settle();
  const texts = (): string[] => gateway.received.map(({ json: body }) => (body.contents as [{ text: string }])[0].text);
  const [, code = ''] = /^Volte: https:\/\/pay\.retoma\.example\/l\/([0-9A-Za-z]{10})$/.exec(texts()[0]!) ?? [];
  const follow = (path: string, method = 'GET'): Promise<Response> =>
    fetch(`${service.baseUrl}${path}`, { method, redirect: 'manual', headers: { 'user-agent': person } });
  expect((await follow('/l/AAAAAAAAAA')).status).toBe(404);
  expect((await follow("/l/'%20or%201=1--")).status).toBe(404);
  service.pass(minute);
  expect((await follow(`/l/${code}`, 'HEAD')).status).toBe(302);
  const answer = await follow(`/l/${code}`);
  expect([answer.status, answer.headers.get('location'), answer.headers.get('referrer-policy')]).toEqual([
    302,
    target,
    'no-referrer',
  ]);
  await expect.poll(() => service.count('inbound_messages')).toBe(1);
  await service.settle();
  expect(texts()).toHaveLength(2);
  await Promise.all([service.stop(), gateway.stop()]);
});

describe('e-mail by SMTP', () => {
  let service: ChannelService;
  let mail: TestMailServer;
  let email: EmailDeps;
  let path: string;
  beforeAll(async () => {
    mail = await startMailServer();
    const callOut = openOutgoing({ allowPrivate: true });
    service = await startChannelService(({ context }) => {
      email = openEmailDeps({ callOut, allowPrivate: true, ca: testAuthority, clock: context.clock });
      return { ...context.channelProviders, email: { smtp: openProvider(smtp, { email }) } };
    });
    const settings = { host: 'localhost', port: mail.port };
    const { notices } = await service.connect('email', 'smtp', { settings, credentials: {} });
    path = notices!.path;
  });
  afterAll(async () => {
    email.sessions.close();
    await Promise.all([service.stop(), mail.stop()]);
  });

  const step = (subject: string, more: object = {}): Step => ({
    type: 'action',
    name: 'send_email',
    data: {
      remetente_nome: 'Loja',
      remetente_email: 'contato@loja.example',
      subject,
      html: '<p><a href="https://loja.example/1">1</a></p>',
    },
    ...more,
  });
  const arrived = () => Promise.all(mail.received.map(({ raw }) => PostalMime.parse(raw)));
  const visit = (url: string): Promise<Response> =>
    fetch(url.replace(service.context.baseUrl, service.baseUrl), {
      redirect: 'manual',
      headers: { 'user-agent': person },
    });

  test('[RUN8] event, e-mail, picture and link: onOpen and onClickLink resume the run', async () => {
    await service.begin([step('Primeiro', { onOpen: [step('Abriu')], onClickLink: [step('Clicou')] })]);
    await service.settle();
    const { html = '' } = (await arrived())[0]!;
    service.pass(minute);
    await visit(/<img src="([^"]+)"/.exec(html)![1]!);
    await service.settle();
    const clicked = await visit(/href="([^"]+)"/.exec(html)![1]!);
    expect(clicked.headers.get('location')).toBe('https://loja.example/1');
    await expect.poll(() => service.count('inbound_messages')).toBe(2);
    await service.settle();
    expect((await arrived()).map(({ subject }) => subject)).toEqual(['Primeiro', 'Abriu', 'Clicou']);
    expect(await service.timeline()).toMatch(/onOpen.*onClickLink/);
  });

  test('[COM8] a hard bounce ends the e-mails to that address, and to no other', async () => {
    const sent = (await arrived())[0]!;
    const report = (messageId: string): string =>
      [
        'From: MAILER-DAEMON@mx.example',
        'To: contato@loja.example',
        'Subject: Undelivered',
        'MIME-Version: 1.0',
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'no',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example',
        '',
        'Final-Recipient: rfc822; ana@cliente.example',
        'Action: failed',
        'Status: 5.1.1',
        '',
        '--b',
        'Content-Type: text/rfc822-headers',
        '',
        `Message-ID: ${messageId}`,
        '',
        '--b--',
        '',
      ].join('\r\n');
    const postAll = (body: string): Promise<Response> =>
      fetch(service.baseUrl + path, { method: 'POST', body, headers: { 'content-type': 'message/rfc822' } });
    expect((await postAll(report('<outra@loja.example>'))).status).toBe(200);
    expect(await service.count('suppressions')).toBe(0);
    expect((await postAll(report(sent.messageId!))).status).toBe(200);
    expect(await service.count('suppressions')).toBe(1);
    const before = mail.received.length;
    await service.begin([step('Outro')]);
    await service.settle();
    expect(mail.received).toHaveLength(before);
    expect(await service.timeline()).toContain('SUPPRESSED');
  });

  test('[COM8] the address in its headers ends the e-mails by one POST of the mail program, not by a GET', async () => {
    const { headers } = (await arrived())[0]!;
    const header = (name: string): string => headers.find(({ key }) => key === name)!.value;
    const address = /<(https:[^>]+)>/.exec(header('list-unsubscribe'))![1]!;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect((await visit(address)).status).toBe(200);
    expect(await service.count('opt_outs')).toBe(0);
    const clicked = await fetch(address.replace(service.context.baseUrl, service.baseUrl), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: header('list-unsubscribe-post'),
    });
    expect(clicked.status).toBe(200);
    expect(await service.count('opt_outs')).toBe(1);
    await service.context.db.query('delete from suppressions');
    const before = mail.received.length;
    await service.begin([step('Mais um')]);
    await service.settle();
    expect(mail.received).toHaveLength(before);
    expect(await service.timeline()).toContain('OPTED_OUT');
  });
});
