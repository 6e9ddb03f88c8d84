// The webhooks of the Cloud API, as `@kapso/whatsapp-cloud-api` reads them, an SDK that others wrote for Meta's API. Meta publishes none
// itself.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadSdk } from '../../../../testing/official-sdk.ts';
import { isHubSigned } from '../../hub-signature.ts';
import { parseWebhook } from './webhook.ts';

type Read = Readonly<Record<string, unknown>>;
type Sdk = {
  readonly verifySignature: (signed: { appSecret: string; rawBody: Buffer; signatureHeader?: string }) => boolean;
  readonly normalizeWebhook: (webhook: unknown) => {
    readonly contacts: readonly Read[];
    readonly messages: readonly Read[];
    readonly statuses: readonly Read[];
  };
};
const { verifySignature, normalizeWebhook } = loadSdk('@kapso/whatsapp-cloud-api/server') as Sdk;

const now = Date.parse('2026-03-10T15:00:00Z');
const timestamp = String(now / 1000);
const [ana, bsuid] = ['5511987654321', 'BR.1349120865530274'];
const webhookOf = (value: object): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: 'WABA',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '551130000000', phone_number_id: 'PNID' },
            ...value,
          },
        },
      ],
    },
  ],
});
const text = { id: 'wamid.1', timestamp, type: 'text', text: { body: 'SAIR' } };
const context = { context: { from: '551130000000', id: 'wamid.O' } };
const status = { id: 'wamid.O', status: 'read', timestamp };

test('a signature that the SDK accepts is accepted, and no other', () => {
  const appSecret = 'um segredo de aplicativo';
  const body = Buffer.from(JSON.stringify(webhookOf({ messages: [{ ...text, from: ana, text: { body: 'não 🙏' } }] })));
  const right = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
  const other = `sha256=${createHmac('sha256', 'outro').update(body).digest('hex')}`;
  const sha1 = `sha1=${createHmac('sha1', appSecret).update(body).digest('hex')}`;
  for (const signatureHeader of [right, other, sha1, right.slice(0, -2), '', 'sha256='])
    expect([signatureHeader, isHubSigned(appSecret, signatureHeader, body)]).toEqual([
      signatureHeader,
      verifySignature({ appSecret, rawBody: body, signatureHeader }),
    ]);
  expect(isHubSigned(appSecret, right, body)).toBe(true);
});

test.each([
  [{ messages: [{ ...text, from: ana }], contacts: [{ wa_id: ana }] }],
  [{ messages: [{ ...text, ...context, from: ana, from_user_id: bsuid }], contacts: [{ wa_id: ana, user_id: bsuid }] }],
  [{ messages: [{ ...text, ...context, from_user_id: bsuid }], contacts: [{ user_id: bsuid }] }],
  [
    {
      messages: [{ ...text, type: 'button', button: { text: 'Sim', payload: 'S' }, from_user_id: bsuid }],
      contacts: [],
    },
  ],
])('the sender and the quoted message are those that the SDK reads: %j', (value) => {
  const webhook = webhookOf(value);
  const [message] = normalizeWebhook(webhook).messages;
  const { from, fromUserId, context: quoted, id } = message as Read & { context?: Read };
  expect(parseWebhook(webhook, 'PNID', now)).toMatchObject([
    {
      kind: 'reply',
      id,
      ...(from !== undefined && { from }),
      ...(fromUserId !== undefined && { alias: fromUserId }),
      ...(quoted && { answers: quoted['id'] }),
    },
  ]);
});

test.each([
  [{ recipient_id: ana, recipient_user_id: bsuid }],
  [{ recipient_user_id: bsuid }],
  [{ recipient_id: ana, recipient_user_id: bsuid, status: 'sent' }],
  [{ recipient_id: ana, recipient_user_id: bsuid, status: 'delivered' }],
])('the recipient and the status are those that the SDK reads: %j', (more) => {
  const webhook = webhookOf({ statuses: [{ ...status, ...more }] });
  const [read] = normalizeWebhook(webhook).statuses;
  const { id, recipientId, recipientUserId, status: reached } = read!;
  expect(parseWebhook(webhook, 'PNID', now)).toMatchObject([
    {
      kind: 'status',
      message: { providerId: id },
      status: reached,
      to: { ...(recipientId !== undefined && { from: recipientId }), alias: recipientUserId },
    },
  ]);
});
