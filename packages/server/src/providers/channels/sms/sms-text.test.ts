import { expect, test } from 'vitest';
import { ana, openForTest, type GatewayAccount } from '../testing/gateway-suite.ts';
import type { LocalGateway } from '../testing/local-gateway.ts';
import { httpSms } from './http/index.ts';
import { account as httpAccount } from './http/testing/account.ts';
import { startHttpSms } from './http/testing/http-server.ts';
import { account as twilioAccount } from './twilio/testing/account.ts';
import { startTwilio } from './twilio/testing/twilio-server.ts';
import { twilio } from './twilio/index.ts';
import { zenvia } from './zenvia/index.ts';
import { account as zenviaAccount } from './zenvia/testing/account.ts';
import { startZenvia } from './zenvia/testing/zenvia-server.ts';

const webhookUrl = 'https://pay.retoma.example/webhooks/channels/c';

/** The request that a provider receives. */
async function sent(
  definition: typeof zenvia,
  start: () => Promise<LocalGateway>,
  account: GatewayAccount,
  more: object,
): Promise<string> {
  const gateway = await start();
  try {
    const settings = { ...account.settings, baseUrl: gateway.url, url: gateway.url, ...more };
    const delivery = { key: 'run:passo ç#1', storeId: 's', channel: 'sms', to: '11 98765-4321', webhookUrl } as const;
    const content = { message: ' Olá, {{name}}!\u202e  Seu PIX “vence” hoje\r\n\0 ' };
    const delivered = await openForTest(definition).send(
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
