import { z } from 'zod';
import type { CallOut } from '../../../platform/http-client.ts';
import { triedAs } from '../../provider-response.ts';
import { gatewayAddress, secretText } from '../../connection-shape.ts';
import { objectIn, textIn } from '../../json.ts';
import type { ChannelProvider } from '../../provider.ts';
import { openSmsGateway, smsSettings } from '../sms-gateway.ts';
import { readResponse } from './errors.ts';
import { payloadOf } from './payload.ts';
import { isTwilios } from './signature.ts';
import { parseWebhook } from './webhook.ts';

const settings = z
  .object({
    ...smsSettings,
    baseUrl: gatewayAddress.default('https://api.twilio.com'),
    accountSid: z.string().regex(/^AC[0-9a-fA-F]{32}$/),
    /** The number or name that sends. Absent: the messaging service chooses one. */
    from: z
      .string()
      .regex(/^(?:\+\d{8,15}|[A-Za-z0-9 ]{1,11}|\d{3,8})$/)
      .optional(),
    messagingServiceSid: z
      .string()
      .regex(/^MG[0-9a-fA-F]{32}$/)
      .optional(),
  })
  .refine(({ from, messagingServiceSid }) => (from === undefined) !== (messagingServiceSid === undefined), {
    message: 'either from or messagingServiceSid',
    path: ['from'],
  });

/** Twilio. Its webhooks are signed with the account's token. */
export const twilio = (callOut: CallOut): ChannelProvider =>
  openSmsGateway(callOut, {
    settings,
    credentials: z.object({ authToken: secretText }),
    call: ({ number, text, delivery }, { settings, credentials: { authToken } }) => ({
      url: `${settings.baseUrl}/2010-04-01/Accounts/${settings.accountSid}/Messages.json`,
      headers: basic(settings.accountSid, authToken),
      body: payloadOf(settings, number, text, delivery.webhookUrl),
    }),
    readResponse,
    trial: {
      call: ({ settings: { baseUrl, accountSid }, credentials: { authToken } }) => ({
        url: `${baseUrl}/2010-04-01/Accounts/${accountSid}.json`,
        headers: basic(accountSid, authToken),
      }),
      read(answer, { accountSid }) {
        const { status, friendly_name: name } = objectIn(answer.json);
        if (answer.status !== 200) return triedAs(readResponse(answer), accountSid);
        if (status !== 'active') return { outcome: 'broken', reason: 'ACCOUNT_RESTRICTED' };
        return { outcome: 'works', account: textIn(name) || accountSid };
      },
    },
    parseWebhook({ settings: { accountSid }, credentials: { authToken } }, webhook) {
      const form = [...new URLSearchParams(webhook.body.toString('utf8'))];
      const signature = webhook.headers['x-twilio-signature'] ?? '';
      if (webhook.method !== 'POST' || !isTwilios(authToken, signature, webhook.url, form))
        return { outcome: 'invalid_signature' };
      return { outcome: 'parsed', updates: parseWebhook(Object.fromEntries(form), accountSid, webhook.now) };
    },
  });

const basic = (user: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
