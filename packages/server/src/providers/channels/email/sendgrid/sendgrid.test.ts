import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { WebhookResult } from '../../provider.ts';
import { openOutgoing } from '../../../../base/net/http-client.ts';
import { openProvider } from '../../provider.ts';
import { openEmailDeps } from '../transport/send-mail.ts';
import { startMailServer, testAuthority } from '../testing/mail-server.ts';
import { sendGrid } from './index.ts';
import { isSendGrids } from './webhook.ts';

const now = Date.parse('2026-03-12T17:05:00Z');
const seconds = now / 1000;
const parts = openEmailDeps({ callOut: openOutgoing({ allowPrivate: false }), allowPrivate: true, ca: testAuthority });
afterAll(() => parts.sessions.close());

const credentials = { apiKey: 'SG.chave-de-teste' };
const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const verificationKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

type Signed = { body: Buffer; headers: Record<string, string | undefined> };

function signed(events: object[] | string, timestamp = String(seconds - 30), key = pair.privateKey): Signed {
  const body = Buffer.from(typeof events === 'string' ? events : `${JSON.stringify(events)}\r\n`);
  const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), key).toString('base64');
  return {
    body,
    headers: {
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
  };
}

const parseWebhook = async (received: Signed, settings: object = { verificationKey }): Promise<WebhookResult> =>
  openProvider(sendGrid, { email: parts }).parseWebhook(
    { connectionId: 'c', storeId: 's', settings: settings as Record<string, unknown>, credentials },
    { method: 'POST', url: 'https://app.example/webhooks/c', query: {}, now, ...received },
  );

const key = '0198c0de:steps[0]#1';
const event = (kind: string, more: object = {}): object => ({
  email: 'ana@cliente.example',
  timestamp: seconds - 60,
  'smtp-id': '<x@loja.example>',
  event: kind,
  sg_event_id: `id-${kind}`,
  sg_message_id: 'filter0001',
  retoma_key: key,
  ...more,
});
const at = now - 60_000;
const wrongTime = (shape: string): object => ({ kind: 'observation', code: 'wrong_time', shape });
const status = (state: string, reason?: string): object => ({
  kind: 'status',
  message: { key },
  status: state,
  ...(reason !== undefined && { reason }),
  at,
});

describe('webhooks of SendGrid', () => {
  test.each<[string, object, object[]]>([
    ['processed', event('processed'), [status('sent')]],
    ['delivered', event('delivered', { response: '250 OK' }), [status('delivered')]],
    [
      'bounce',
      event('bounce', { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 unknown' }),
      [
        { kind: 'bounce', id: 'id-bounce', address: 'ana@cliente.example', permanent: true, at },
        status('failed', 'BOUNCED'),
      ],
    ],
    [
      'blocked',
      event('bounce', { type: 'blocked', status: '5.7.1' }),
      [
        { kind: 'bounce', id: 'id-bounce', address: 'ana@cliente.example', permanent: false, at },
        status('failed', 'BOUNCED'),
      ],
    ],
    ['dropped', event('dropped', { reason: 'Bounced Address' }), [status('failed', 'BOUNCED')]],
    ['dropped for a wish', event('dropped', { reason: 'Unsubscribed Address' }), [status('failed', 'OPTED_OUT')]],
    [
      'dropped otherwise',
      event('dropped', { reason: 'Invalid SMTPAPI header' }),
      [status('failed', 'PROVIDER_REFUSED')],
    ],
    ['spam', event('spamreport'), [{ kind: 'complaint', id: 'id-spamreport', address: 'ana@cliente.example', at }]],
    ['a wish', event('unsubscribe'), [{ kind: 'preference', from: 'ana@cliente.example', wants: false, at }]],
    ['opens, which are ours to tell', event('open'), []],
    ['deferred', event('deferred'), []],
    ['of another sender in the account', event('spamreport', { retoma_key: undefined }), []],
    ['of long ago', event('spamreport', { timestamp: seconds - 30 * 86_400 }), [wrongTime('complaint-old')]],
    ['at no instant', event('delivered', { timestamp: 'x' }), []],
  ])('%s', async (_, one, updates) => {
    expect(await parseWebhook(signed([one]))).toEqual({ outcome: 'parsed', updates });
  });

  test('a batch is parsed, and invalid events are skipped', async () => {
    const received = await parseWebhook(signed([event('processed'), 1 as unknown as object, event('delivered')]));
    expect(received).toEqual({ outcome: 'parsed', updates: [status('sent'), status('delivered')] });
    expect(await parseWebhook(signed('no json'))).toEqual({ outcome: 'parsed', updates: [] });
  });
});

describe('signatures of SendGrid', () => {
  test('the published vector of its own library verifies', () => {
    const vector = {
      key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==',
      signature: 'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
      timestamp: '1588788367',
      body: Buffer.from('{"category":"example_payload","event":"test_event","message_id":"message_id"}'),
    };
    const webhook = (body: Buffer, signature: string, timestamp: string, late = 0) => ({
      method: 'POST' as const,
      url: '',
      query: {},
      headers: {
        'x-twilio-email-event-webhook-signature': signature,
        'x-twilio-email-event-webhook-timestamp': timestamp,
      },
      body,
      now: 1_588_788_367_000 + late,
    });
    const { body, signature, timestamp } = vector;
    expect(isSendGrids(webhook(body, signature, timestamp), vector.key)).toBe(true);
    expect(isSendGrids(webhook(body, signature, timestamp, 24 * 3_600_000), vector.key)).toBe(true);
    expect(isSendGrids(webhook(body, signature, timestamp, 26 * 3_600_000), vector.key)).toBe(false);
    expect(isSendGrids(webhook(Buffer.from('payload'), signature, timestamp), vector.key)).toBe(false);
    expect(isSendGrids(webhook(body, signature.replace('NH2', 'NH3'), timestamp), vector.key)).toBe(false);
    expect(isSendGrids(webhook(body, signature, 'timestamp'), vector.key)).toBe(false);
    expect(isSendGrids(webhook(body, signature, timestamp), verificationKey)).toBe(false);
  });

  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  test.each<[string, Signed]>([
    ['another key', signed([event('spamreport')], undefined, other)],
    ['another body', { ...signed([event('spamreport')]), body: Buffer.from('[]') }],
    ['no headers', { ...signed([event('spamreport')]), headers: {} }],
    ['one of two days ago', signed([event('spamreport')], String(seconds - 2 * 86_400))],
    ['one of tomorrow', signed([event('spamreport')], String(seconds + 86_400))],
  ])('forged: %s', async (_, received) => {
    expect(await parseWebhook(received)).toEqual({ outcome: 'invalid_signature' });
  });

  test('without a key in the settings every webhook is refused, and no other kind of key is accepted', async () => {
    expect(await parseWebhook(signed([event('spamreport')]), {})).toEqual({ outcome: 'invalid_signature' });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' });
    const { settings } = sendGrid.form;
    expect(settings.safeParse({ verificationKey: rsa.toString('base64') }).success).toBe(false);
    expect(settings.safeParse({ verificationKey }).success).toBe(true);
    expect(createPublicKey(pair.privateKey).asymmetricKeyType).toBe('ec');
  });
});

test('mail is sent over SMTP with the API key, and without the tracking of SendGrid', async () => {
  const users: unknown[] = [];
  const server = await startMailServer({
    onAuth: ({ username, password }, _session, callback) => {
      users.push(username, password);
      callback(null, { user: username });
    },
  });
  const provider = openProvider(sendGrid, {
    email: { ...parts, relay: { host: 'localhost', port: server.port, security: 'starttls' } },
  });
  const sent = await provider.send(
    {
      key,
      storeId: 's',
      channel: 'email',
      to: 'ana@cliente.example',
      content: { remetente_nome: 'Loja', remetente_email: 'contato@loja.example', subject: 'Oi!', html: '<p>Oi</p>' },
      settings: {},
      credentials,
    },
    new AbortController().signal,
  );
  expect(sent.outcome).toBe('sent');
  expect(users).toEqual(['apikey', 'SG.chave-de-teste']);
  const [, header] = /^X-SMTPAPI: (.*)\r$/im.exec(server.received[0]!.raw.toString())!;
  const off = { settings: { enable: 0 } };
  expect(JSON.parse(header!)).toEqual({
    unique_args: { retoma_key: key },
    filters: { clicktrack: off, opentrack: off, subscriptiontrack: off },
  });
  await server.stop();
});
