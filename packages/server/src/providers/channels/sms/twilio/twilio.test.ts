import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WebhookRequest } from '../../provider.ts';
import { ana, gatewaySuite, now, openForTest, post } from '../../testing/gateway-suite.ts';
import { twilio } from './index.ts';
import { account as twilioAccount } from './testing/account.ts';
import { startTwilio } from './testing/twilio-server.ts';

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

gatewaySuite(twilio, {
  channel: 'sms',
  start: startTwilio,
  account: twilioAccount,
  wrong: { authToken: 'outro' },
  webhooks: {
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
});

test('[COM8] a keyword that Twilio handled is a preference, and STOP there is an opt-out', async () => {
  const provider = openForTest(twilio);
  const connection = { ...twilioAccount, connectionId: 'c', storeId: 's' };
  const result = await provider.parseWebhook(
    connection,
    fromTwilio({ ...inbound, MessageSid: 'IN-3', Body: 'basta', OptOutType: 'STOP' }),
  );
  expect(result).toEqual({ outcome: 'parsed', updates: [{ kind: 'preference', from: ana, wants: false, at: now }] });
});

test('an undelivered message has a reason, with the provider’s code', async () => {
  const provider = openForTest(twilio);
  const connection = { ...twilioAccount, connectionId: 'c', storeId: 's' };
  const failed = (ErrorCode: string): Promise<unknown> =>
    Promise.resolve(
      provider.parseWebhook(connection, fromTwilio({ MessageSid: 'ID-1', MessageStatus: 'undelivered', ErrorCode })),
    );
  expect(await failed('30007')).toMatchObject({ updates: [{ status: 'failed', reason: 'NOT_DELIVERED:30007' }] });
  expect(await failed('30006')).toMatchObject({ updates: [{ status: 'failed', reason: 'CANNOT_RECEIVE:30006' }] });
});
