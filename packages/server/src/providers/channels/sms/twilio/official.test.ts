import { expect, test } from 'vitest';
import { loadSdk } from '../../../../testing/official-sdk.ts';
import { openForTest } from '../../testing/gateway-suite.ts';
import { twilio } from './index.ts';
import { isTwilios } from './signature.ts';
import { account } from './testing/account.ts';
import { startTwilio } from './testing/twilio-server.ts';

type Form = Readonly<Record<string, string | string[]>>;
type SdkRequest = { method: string; uri: string; username: string; password: string; data: Record<string, unknown> };
type Client = { messages: { create(message: object): Promise<{ sid: string }> } };
type Sdk = {
  (
    accountSid: string,
    authToken: string,
    options: { httpClient: { request(sdkRequests: SdkRequest): Promise<object> } },
  ): Client;
  validateRequest(authToken: string, signature: string, url: string, form: Form): boolean;
};
const sdk = loadSdk('twilio') as Sdk;
const { getExpectedTwilioSignature: signatureOf } = loadSdk('twilio/lib/webhooks/webhooks') as {
  getExpectedTwilioSignature(this: void, authToken: string, url: string, form: Form): string;
};

const token = account.credentials.authToken;
const urls = [
  'https://pay.retoma.example/webhooks/channels/c',
  'https://pay.retoma.example:443/webhooks/channels/c',
  'https://pay.retoma.example:8443/webhooks/channels/c?x=1&y=%20z',
  'http://pay.retoma.example/webhooks/channels/c',
];
const forms: readonly Form[] = [
  {},
  { AccountSid: account.settings.accountSid, MessageSid: 'SM1', Body: 'Não quero, obrigado ✓', From: '+5511987654321' },
  { b: '2', a: '1', B: '3', MediaUrl: ['https://b', 'https://a', 'https://a'] },
];

/** Whether both accept a webhook: Twilio's own library, and ours. */
const accepts = (signature: string, url: string, form: Form) => {
  const members = Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  return {
    official: sdk.validateRequest(token, signature, url, form),
    ours: isTwilios(token, signature, url, members),
  };
};

test.each(urls)('[COM8] twilio and Retoma accept and refuse the same signatures: %s', (url) => {
  for (const form of forms)
    for (const signedOver of urls) {
      const signature = signatureOf(token, signedOver, form);
      const { official, ours } = accepts(signature, url, form);
      expect(ours, `signed over ${signedOver}`).toBe(official);
      expect(accepts(signature, url, { ...form, Body: 'SAIR' })).toEqual({ official: false, ours: false });
      expect(accepts(signatureOf('another', signedOver, form), url, form)).toEqual({ official: false, ours: false });
    }
  expect(accepts(signatureOf(token, url, forms[1]!), url, forms[1]!)).toEqual({ official: true, ours: true });
});

test('[RUN13] twilio and Retoma send the same message', async () => {
  const sdkRequests: SdkRequest[] = [];
  const httpClient = {
    request: (request: SdkRequest) => {
      sdkRequests.push(request);
      return Promise.resolve({ statusCode: 201, body: JSON.stringify({ sid: 'SM1' }) });
    },
  };
  const { accountSid, from } = account.settings;
  const webhookUrl = 'https://pay.retoma.example/webhooks/channels/c';
  await sdk(accountSid, token, { httpClient }).messages.create({
    to: '+5511987654321',
    from,
    body: 'Oi, Ana!',
    statusCallback: webhookUrl,
  });
  const server = await startTwilio();
  await openForTest(twilio).send(
    {
      settings: { ...account.settings, baseUrl: server.url },
      credentials: account.credentials,
      key: 'k',
      storeId: 's',
      channel: 'sms',
      to: '+55 (11) 98765-4321',
      content: { message: 'Oi, Ana!' },
      webhookUrl,
    },
    new AbortController().signal,
  );
  await server.stop();
  const [{ method, uri, data, username, password }] = sdkRequests as [SdkRequest];
  const [received] = server.received;
  expect(received).toMatchObject({ method: method.toUpperCase(), path: new URL(uri).pathname });
  expect(Object.fromEntries(new URLSearchParams(received!.body))).toEqual(data);
  expect(received!.headers.authorization).toBe(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
});
