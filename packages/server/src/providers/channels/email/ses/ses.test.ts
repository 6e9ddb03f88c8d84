import { sign } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { CallOut, OutgoingCall } from '../../../../base/net/http-client.ts';
import type { WebhookResult } from '../../provider.ts';
import { openProvider } from '../../provider.ts';
import { openEmailDeps } from '../transport/send-mail.ts';
import { startMailServer, testAuthority } from '../testing/mail-server.ts';
import { ses } from './index.ts';
import { isCertificateAddress } from './sns-signature.ts';
import { certificate, key } from './testing/certificate.ts';

const now = Date.parse('2027-03-12T17:05:00Z');
const credentials = { user: 'AKIA', pass: 'senha' };
const topicArn = 'arn:aws:sns:sa-east-1:123456789012:retoma';
const certificateUrl =
  'https://sns.sa-east-1.amazonaws.com/SimpleNotificationService-56e67fcb41f6fec09b0196692625d385.pem';

/** The requests to Amazon, which returns the certificate and accepts subscriptions. */
const called: OutgoingCall[] = [];
const amazon: CallOut = (call) => {
  called.push(call);
  const body = Buffer.from(call.url.endsWith('.pem') ? certificate : '<ConfirmSubscriptionResponse/>');
  return Promise.resolve({ outcome: 'answered', status: 200, headers: {}, body, url: call.url });
};
const parts = openEmailDeps({ callOut: amazon, allowPrivate: true, ca: testAuthority, clock: () => now });
afterAll(() => parts.sessions.close());

const members: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** A webhook of SNS, signed as Amazon documents it. */
function webhook(message: object | string, more: Record<string, string> = {}): Record<string, string> {
  const payload: Record<string, string> = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: topicArn,
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: '2027-03-12T17:04:06.655Z',
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    ...more,
  };
  const signed = members[payload['Type']!]!.filter((name) => payload[name] !== undefined)
    .map((name) => `${name}\n${payload[name]}\n`)
    .join('');
  const digest = payload['SignatureVersion'] === '1' ? 'sha1' : 'sha256';
  return { ...payload, Signature: sign(digest, Buffer.from(signed), key).toString('base64') };
}

const parseWebhook = (
  payload: Record<string, string> | string,
  settings: object = {},
  at = now,
): Promise<WebhookResult> =>
  Promise.resolve(
    openProvider(ses, { email: parts }).parseWebhook(
      { connectionId: 'c', storeId: 's', settings: { region: 'sa-east-1', topicArn, ...settings }, credentials },
      {
        method: 'POST',
        url: 'https://app.example/webhooks/c',
        headers: { 'content-type': 'text/plain; charset=UTF-8' },
        query: {},
        body: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
        now: at,
      },
    ),
  );

const mail = {
  timestamp: '2027-03-12T17:00:00.000Z',
  messageId: '010001-abc-000000',
  destination: ['ana@cliente.example'],
};
const bounce = {
  eventType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: 'ana@cliente.example', action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550' },
    ],
    timestamp: '2027-03-12T17:04:00.000Z',
    feedbackId: '01000157c44f053b',
  },
  mail,
};
const at = Date.parse('2027-03-12T17:04:00Z');
const failed = { kind: 'status', message: { providerId: mail.messageId }, status: 'failed', reason: 'BOUNCED', at };

describe('notifications of Amazon SES through SNS', () => {
  test('a bounce is parsed, of events and of identities', async () => {
    const updates = [
      {
        kind: 'bounce',
        id: '01000157c44f053b:ana@cliente.example',
        address: 'ana@cliente.example',
        permanent: true,
        at,
      },
      failed,
    ];
    expect(await parseWebhook(webhook(bounce))).toEqual({ outcome: 'parsed', updates });
    const { eventType, ...rest } = bounce;
    expect(await parseWebhook(webhook({ ...rest, notificationType: eventType }))).toEqual({
      outcome: 'parsed',
      updates,
    });
    const transient = {
      ...bounce,
      bounce: { ...bounce.bounce, bounceType: 'Transient', bounceSubType: 'MailboxFull' },
    };
    expect(await parseWebhook(webhook(transient))).toMatchObject({ updates: [{ permanent: false }, failed] });
  });

  test('a complaint, a delivery and a refusal are parsed', async () => {
    const complaint = {
      eventType: 'Complaint',
      complaint: {
        complainedRecipients: [{ emailAddress: 'Ana <ana@cliente.example>' }],
        complaintFeedbackType: 'abuse',
        timestamp: '2027-03-12T17:04:00.000Z',
        feedbackId: 'f1',
      },
      mail,
    };
    expect(await parseWebhook(webhook(complaint))).toEqual({
      outcome: 'parsed',
      updates: [{ kind: 'complaint', id: 'f1:ana@cliente.example', address: 'ana@cliente.example', at }],
    });
    const delivery = { eventType: 'Delivery', delivery: { timestamp: '2027-03-12T17:04:00.000Z' }, mail };
    const message = { providerId: mail.messageId };
    expect(await parseWebhook(webhook(delivery))).toEqual({
      outcome: 'parsed',
      updates: [{ kind: 'status', message, status: 'delivered', at }],
    });
    expect(await parseWebhook(webhook({ eventType: 'Reject', reject: { reason: 'Bad content' }, mail }))).toMatchObject(
      {
        updates: [{ status: 'failed', reason: 'PROVIDER_REFUSED' }],
      },
    );
  });

  test.each([
    ['opens', { eventType: 'Open', open: {}, mail }],
    ['complaints taken back', { eventType: 'Complaint', complaint: { complaintFeedbackType: 'not-spam' }, mail }],
    ['a greeting', 'Successfully validated SNS topic for Amazon SES event publishing.'],
    ['what names no message', { eventType: 'Delivery', delivery: {} }],
    [
      'an event of long ago',
      { ...bounce, bounce: { ...bounce.bounce, timestamp: '2027-02-01T00:00:00.000Z' }, mail: {} },
    ],
  ])('%s are ignored', async (_, message) => {
    expect(await parseWebhook(webhook(message))).toEqual({ outcome: 'parsed', updates: [] });
  });

  test('both signature versions verify, with and without a subject', async () => {
    for (const more of [{ SignatureVersion: '1' }, { Subject: 'Amazon SES Email Event Notification' }] as const)
      expect(await parseWebhook(webhook(bounce, more))).toMatchObject({
        outcome: 'parsed',
        updates: [{ kind: 'bounce' }, failed],
      });
  });

  test.each<[string, Record<string, string> | string]>([
    ['another message', { ...webhook(bounce), Message: JSON.stringify({ ...bounce, mail: { messageId: 'x' } }) }],
    ['another instant', { ...webhook(bounce), Timestamp: '2027-03-12T17:04:07.000Z' }],
    ['another type', { ...webhook(bounce), Type: 'UnsubscribeConfirmation' }],
    ['no signature', { ...webhook(bounce), Signature: '' }],
    ['a signature of another digest', { ...webhook(bounce), SignatureVersion: '1' }],
    ['an unknown version', webhook(bounce, { SignatureVersion: '3' })],
    ['somebody else’s topic', webhook(bounce, { TopicArn: 'arn:aws:sns:sa-east-1:999999999999:retoma' })],
    ['one of two hours ago', webhook(bounce, { Timestamp: '2027-03-12T15:00:00.000Z' })],
    ['one of tomorrow', webhook(bounce, { Timestamp: '2027-03-13T17:00:00.000Z' })],
    [
      'a certificate of somebody else',
      webhook(bounce, {
        SigningCertURL: 'https://sns.sa-east-1.amazonaws.com.mau.example/SimpleNotificationService-56e67fcb41f6.pem',
      }),
    ],
    ['no JSON', 'Type=Notification'],
  ])('forged: %s', async (_, payload) => {
    const before = called.length;
    expect(await parseWebhook(payload)).toEqual({ outcome: 'invalid_signature' });
    expect(called.slice(before).every(({ url }) => url === certificateUrl)).toBe(true);
  });

  test('without a topic in the settings every webhook is refused', async () => {
    expect(await parseWebhook(webhook(bounce), { topicArn: undefined })).toEqual({ outcome: 'invalid_signature' });
  });

  test('a subscription of the topic is confirmed only at Amazon', async () => {
    const more = { Type: 'SubscriptionConfirmation', Token: 't' };
    const subscribe = `https://sns.sa-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=t`;
    expect(await parseWebhook(webhook('You have chosen…', { ...more, SubscribeURL: subscribe }))).toEqual({
      outcome: 'parsed',
      updates: [],
    });
    expect(called.at(-1)).toMatchObject({ method: 'GET', url: subscribe });
    const otherHost = webhook('x', { ...more, SubscribeURL: 'https://169.254.169.254/latest' });
    expect(await parseWebhook(otherHost)).toEqual({ outcome: 'invalid_signature' });
    expect(called.at(-1)!.url).not.toContain('169.254');
  });

  test('a certificate is fetched once; after a failure Amazon has to retry', async () => {
    const before = called.length;
    const provider = openProvider(ses, { email: parts });
    const connection = {
      connectionId: 'c',
      storeId: 's',
      settings: { region: 'sa-east-1', topicArn },
      credentials,
    };
    const body = Buffer.from(JSON.stringify(webhook(bounce)));
    const payload = { method: 'POST', url: 'https://app.example/', headers: {}, query: {}, body, now } as const;
    await provider.parseWebhook(connection, payload);
    await provider.parseWebhook(connection, payload);
    expect(called.length - before).toBe(1);
    const away = openProvider(ses, {
      email: { ...parts, callOut: () => Promise.resolve({ outcome: 'unsent', reason: 'UNREACHABLE' }) },
    });
    await expect(async () => away.parseWebhook(connection, payload)).rejects.toThrow('certificate not fetched');
  });

  test.each([
    ['https://sns.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem', true],
    ['https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem', true],
    ['https://sns.us-gov-west-1.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem', true],
    ['http://sns.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem', false],
    ['https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-f3ecfb7224c7233f.pem', false],
    ['https://sns.us-east-1.amazonaws.com@mau.example/SimpleNotificationService-f3ecfb7224c7233f.pem', false],
    ['https://mau.s3.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem', false],
    ['https://sns.us-east-1.amazonaws.com/mau/SimpleNotificationService-f3ecfb7224c7233f.pem', false],
    ['https://sns.us-east-1.amazonaws.com/?x=/SimpleNotificationService-f3ecfb7224c7233f.pem', false],
    ['nothing', false],
  ])('certificates come only from Amazon: %s', (address, is) => {
    expect(isCertificateAddress(address)).toBe(is);
  });
});

test('[RUN13] mail is sent over SMTP, with Amazon’s message id and the configuration set', async () => {
  const server = await startMailServer();
  server.answerWith('Ok 0100018e7b6d2f1a-5c1d-000000');
  const provider = openProvider(ses, {
    email: { ...parts, relay: { host: 'localhost', port: server.port, security: 'starttls' } },
  });
  const settings = { region: 'sa-east-1', configurationSet: 'retoma' };
  const sent = await provider.send(
    {
      key: 'k',
      storeId: 's',
      channel: 'email',
      to: 'ana@cliente.example',
      content: { remetente_nome: 'Loja', remetente_email: 'contato@loja.example', subject: 'Oi!', html: '<p>Oi</p>' },
      settings,
      credentials,
    },
    new AbortController().signal,
  );
  expect(sent).toEqual({ outcome: 'sent', providerId: '0100018e7b6d2f1a-5c1d-000000' });
  expect(server.received[0]!.raw.toString()).toMatch(/^X-SES-Configuration-Set: retoma\r$/im);
  const connection = { connectionId: 'c', storeId: 's', settings, credentials };
  expect(await provider.testConnection(connection, new AbortController().signal)).toEqual({
    outcome: 'works',
    account: 'AKIA',
  });
  await server.stop();
});
