import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openOutgoing } from '../../platform/http-client.ts';
import type { ChannelConnection, WebhookRequest, ChannelProvider } from '../provider.ts';
import { channelSuite, type ChannelUnderTest } from '../testing/channel-suite.ts';
import type { LocalGateway } from '../testing/local-gateway.ts';
import { httpSms } from './http/index.ts';
import { httpAccount, startHttpSms } from './http/testing/http-server.ts';
import { startTwilio, twilioAccount } from './twilio/testing/twilio-server.ts';
import { twilio } from './twilio/index.ts';
import { zenvia } from './zenvia/index.ts';
import { startZenvia, zenviaAccount } from './zenvia/testing/zenvia-server.ts';

const ana = '5511987654321';
const now = Date.parse('2026-03-10T15:00:00Z');

type Account = Pick<ChannelConnection, 'settings' | 'credentials'>;
type Open = (callOut: ReturnType<typeof openOutgoing>) => ChannelProvider;

/** The common part of SMS providers. `wrong`: invalid credentials; `address`: the setting with the provider's address. */
function underTest(
  start: () => Promise<LocalGateway>,
  open: Open,
  account: Account,
  { wrong, address = 'baseUrl' }: { wrong: Account['credentials']; address?: string },
  notices: ChannelUnderTest['notices'],
): ChannelUnderTest {
  return {
    channel: 'sms',
    to: '+55 (11) 98765-4321',
    content: { message: 'Oi, Ana!' },
    open: (allowPrivate) => open(openOutgoing({ allowPrivate })),
    async start() {
      const gateway = await start();
      const settings = { ...account.settings, [address]: gateway.url };
      return {
        connection: { settings, credentials: account.credentials },
        strangers: { settings, credentials: { ...account.credentials, ...wrong } },
        received: () => gateway.received.length,
        behave: gateway.behave,
        stalled: gateway.stalled,
        stop: gateway.stop,
      };
    },
    notices,
  };
}

const post = (body: string, url: string, headers: Record<string, string> = {}): WebhookRequest => ({
  method: 'POST',
  url,
  headers,
  query: {},
  body: Buffer.from(body),
  now,
});

const fromZenvia = (body: object): WebhookRequest =>
  post(JSON.stringify(body), `https://pay.retoma.example/webhooks/c/${zenviaAccount.credentials.noticeSecret}`);
const zenviaMessage = (more: object, at: number): object => ({
  id: 'EV-1',
  timestamp: new Date(at).toISOString(),
  type: 'MESSAGE',
  channel: 'sms',
  direction: 'IN',
  message: {
    id: 'IN-2',
    from: ana,
    to: 'loja-aurora',
    direction: 'IN',
    channel: 'sms',
    contents: [{ type: 'text', text: 'Oi' }],
    timestamp: new Date(at).toISOString(),
    ...more,
  },
});

channelSuite(
  'Zenvia',
  underTest(
    startZenvia,
    zenvia,
    zenviaAccount,
    { wrong: { token: 'outro' } },
    {
      reply: (id, text, _answers, at) => fromZenvia(zenviaMessage({ id, contents: [{ type: 'text', text }] }, at)),
      status: (messageId, status, at) =>
        fromZenvia({
          id: 'EV-2',
          timestamp: new Date(at).toISOString(),
          type: 'MESSAGE_STATUS',
          channel: 'sms',
          messageId,
          messageStatus: { timestamp: new Date(at).toISOString(), code: status.toUpperCase(), description: '' },
        }),
      forge: (webhook) => ({ ...webhook, url: webhook.url.replace(/[^/]+$/, 'segredo-de-outra-loja') }),
      asides: (at) =>
        [
          zenviaMessage({ direction: 'OUT' }, at),
          { ...zenviaMessage({}, at), direction: 'OUT' },
          { ...zenviaMessage({}, at), channel: 'whatsapp' },
          { ...zenviaMessage({}, at), type: 'CONVERSATION' },
          zenviaMessage({ id: '' }, at),
          zenviaMessage({ from: 'loja-aurora' }, at),
        ].map(fromZenvia),
      answersNothing: true,
    },
  ),
);

const webhookUrl = 'https://pay.retoma.example/webhooks/channels/c';
const { accountSid } = twilioAccount.settings;
function fromTwilio(
  members: Record<string, string>,
  token: string = twilioAccount.credentials.authToken,
): WebhookRequest {
  const form = { AccountSid: accountSid, ...members };
  const joined = Object.entries(form)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('');
  const signature = createHmac('sha1', token)
    .update(webhookUrl + joined)
    .digest('base64');
  return post(new URLSearchParams(form).toString(), webhookUrl, { 'x-twilio-signature': signature });
}
const inbound = { From: `+${ana}`, To: '+14155552671', Body: 'Oi', NumMedia: '0' };

channelSuite(
  'Twilio',
  underTest(
    startTwilio,
    twilio,
    twilioAccount,
    { wrong: { authToken: 'outro' } },
    {
      reply: (id, text) => fromTwilio({ ...inbound, MessageSid: id, SmsStatus: 'received', Body: text }),
      status: (id, status) => fromTwilio({ MessageSid: id, MessageStatus: status, To: `+${ana}`, From: inbound.To }),
      forge: (webhook) => ({
        ...fromTwilio(Object.fromEntries(new URLSearchParams(webhook.body.toString())), 'outro'),
        now: webhook.now,
      }),
      asides: () => [
        fromTwilio({ ...inbound, MessageSid: '' }),
        fromTwilio({ ...inbound, From: '', MessageSid: 'IN-2' }),
        fromTwilio({ MessageSid: 'ID-1', MessageStatus: 'queued' }),
        fromTwilio({ ...inbound, MessageSid: 'IN-2', AccountSid: 'AC00000000000000000000000000000000' }),
      ],
      answersNothing: true,
      timeless: true,
    },
  ),
);

function signed(body: object, secret: string = httpAccount.credentials.webhookSecret): WebhookRequest {
  const [id, timestamp, text] = ['msg_1', String(now / 1000), JSON.stringify(body)];
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${text}`)
    .digest('base64');
  return post(text, webhookUrl, {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  });
}

channelSuite(
  'a service of one’s own',
  underTest(
    startHttpSms,
    httpSms,
    httpAccount,
    { wrong: { headers: { Authorization: 'Bearer outro' } }, address: 'url' },
    {
      reply: (id, text, _answers, at) => signed({ id, from: `+${ana}`, text, at: new Date(at).toISOString() }),
      status: (id, status, at) => signed({ id, status, at }),
      forge: (webhook) => ({
        ...signed(JSON.parse(webhook.body.toString()) as object, `whsec_${Buffer.alloc(32).toString('base64')}`),
        now: webhook.now,
      }),
      asides: (at) => [
        signed({ id: 'ID-1', status: 'queued', at }),
        signed({ id: '', from: `+${ana}`, text: 'Oi', at }),
        signed({ id: 'IN-2', from: 'a loja', text: 'Oi', at }),
      ],
      answersNothing: true,
    },
  ),
);

/** The request that a provider receives. */
async function sent(open: Open, start: () => Promise<LocalGateway>, account: Account, more: object): Promise<string> {
  const gateway = await start();
  try {
    const settings = { ...account.settings, baseUrl: gateway.url, url: gateway.url, ...more };
    const delivery = { key: 'run:passo ç#1', storeId: 's', channel: 'sms', to: '11 98765-4321', webhookUrl } as const;
    const content = { message: ' Olá, {{name}}!\u202e  Seu PIX “vence” hoje\r\n\0 ' };
    const delivered = await open(openOutgoing({ allowPrivate: true })).send(
      { ...delivery, content, settings, credentials: account.credentials },
      new AbortController().signal,
    );
    expect(delivered.outcome).toBe('sent');
    return gateway.received[0]!.body;
  } finally {
    await gateway.stop();
  }
}

test('accents are removed unless the connection keeps them, and a text contains nothing hostile', async () => {
  const plain = 'Ola, { {name} }!  Seu PIX "vence" hoje';
  const accented = 'Olá, { {name} }!  Seu PIX “vence” hoje';
  expect(JSON.parse(await sent(zenvia, startZenvia, zenviaAccount, {}))).toEqual({
    from: 'loja-aurora',
    to: ana,
    contents: [{ type: 'text', text: plain }],
  });
  const form = new URLSearchParams(await sent(twilio, startTwilio, twilioAccount, { removeAccents: false }));
  expect(Object.fromEntries(form)).toEqual({
    To: `+${ana}`,
    From: '+14155552671',
    Body: accented,
    StatusCallback: webhookUrl,
  });
  expect(JSON.parse(await sent(httpSms, startHttpSms, httpAccount, {}))).toEqual({
    id: 'run:passo ç#1',
    to: `+${ana}`,
    text: plain,
    sender: 'Loja Aurora',
  });
});

test('[COM8] a keyword that Twilio handled is a preference, and STOP there is an opt-out', async () => {
  const provider = twilio(openOutgoing({ allowPrivate: true }));
  const connection = { ...twilioAccount, connectionId: 'c', storeId: 's' };
  const result = await provider.parseWebhook(
    connection,
    fromTwilio({ ...inbound, MessageSid: 'IN-3', Body: 'basta', OptOutType: 'STOP' }),
  );
  expect(result).toEqual({ outcome: 'parsed', updates: [{ kind: 'preference', from: ana, wants: false, at: now }] });
});

test('an undelivered message has a reason, with the provider’s code', async () => {
  const provider = twilio(openOutgoing({ allowPrivate: true }));
  const connection = { ...twilioAccount, connectionId: 'c', storeId: 's' };
  const failed = (ErrorCode: string): Promise<unknown> =>
    Promise.resolve(
      provider.parseWebhook(connection, fromTwilio({ MessageSid: 'ID-1', MessageStatus: 'undelivered', ErrorCode })),
    );
  expect(await failed('30007')).toMatchObject({ updates: [{ status: 'failed', reason: 'NOT_DELIVERED:30007' }] });
  expect(await failed('30006')).toMatchObject({ updates: [{ status: 'failed', reason: 'CANNOT_RECEIVE:30006' }] });
});
