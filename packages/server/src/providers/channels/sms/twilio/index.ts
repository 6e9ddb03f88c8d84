import { localized } from '@retoma/commerce';
import { inBoth } from '../../../../base/settings-form.ts';
import { oneCall } from '../../gateway-format.ts';
import { objectIn, textIn } from '../../json.ts';
import { triedAs } from '../../provider-response.ts';
import { smsGateway } from '../sms-gateway.ts';
import { readResponse } from './errors.ts';
import { twilioForm } from './form.ts';
import { payloadOf } from './payload.ts';
import { isTwilios } from './signature.ts';
import { parseWebhook } from './webhook.ts';

/** Twilio. Its webhooks are signed with the account's token. */
export const twilio = smsGateway({
  label: inBoth('Twilio'),
  form: twilioForm,
  whereToFind: {
    text: localized(
      'Na página inicial do Console da Twilio estão o Account SID e o Auth Token.',
      'The first page of Twilio’s Console has the Account SID and the Auth Token.',
    ),
    url: 'https://console.twilio.com/',
  },
  compose: ({ number, text, delivery }, settings) =>
    oneCall('/Messages.json', payloadOf(settings, number, text, delivery.webhookUrl)),
  address: (path, { settings: { baseUrl, accountSid }, credentials: { authToken } }) => ({
    url: `${baseUrl}/2010-04-01/Accounts/${accountSid}${path}`,
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
  }),
  readResponse,
  trial: {
    path: '.json',
    read(answer, { accountSid }) {
      const { status, friendly_name: name } = objectIn(answer.json);
      if (answer.status !== 200) return triedAs(readResponse(answer), accountSid);
      if (status !== 'active') return { outcome: 'broken', reason: 'ACCOUNT_RESTRICTED' };
      return { outcome: 'works', account: textIn(name) || accountSid };
    },
  },
  webhooks: {
    setupHelp: localized(
      'Na Twilio, abra o número → Messaging e cole o endereço em “A message comes in”. Os status chegam sem configurar nada.',
      'In Twilio, open the number → Messaging, and paste the address under “A message comes in”. Statuses come by themselves.',
    ),
    parse({ settings: { accountSid }, credentials: { authToken } }, webhook) {
      const form = [...new URLSearchParams(webhook.body.toString('utf8'))];
      const signature = webhook.headers['x-twilio-signature'] ?? '';
      if (webhook.method !== 'POST' || !isTwilios(authToken, signature, webhook.url, form))
        return { outcome: 'invalid_signature' };
      return { outcome: 'parsed', updates: parseWebhook(Object.fromEntries(form), accountSid, webhook.now) };
    },
  },
});
