import { localized } from '@retoma/commerce';
import { inBoth } from '../../../../base/settings-form.ts';
import { oneCall } from '../../gateway-format.ts';
import { triedAs } from '../../provider-response.ts';
import { parseBySecretPath } from '../../secret-path.ts';
import { smsGateway } from '../sms-gateway.ts';
import { readResponse } from './errors.ts';
import { zenviaForm } from './form.ts';
import { payloadOf } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** Zenvia's API, version 2. Its webhooks are not signed, so the webhook URL contains a secret. */
export const zenvia = smsGateway({
  label: inBoth('Zenvia'),
  form: zenviaForm,
  whereToFind: {
    text: localized(
      'Na Zenvia, abra Desenvolvedores → Tokens e crie um token. O remetente é o nome da sua integração de SMS.',
      'In Zenvia, open Developers → Tokens, and create a token. The sender is the name of your SMS integration.',
    ),
    url: 'https://app.zenvia.com/',
  },
  compose: ({ number, text }, { from }) => oneCall('channels/sms/messages', payloadOf(from, number, text)),
  address: (path, { settings, credentials }) => ({
    url: `${settings.baseUrl}/v2/${path}`,
    headers: { 'x-api-token': credentials.token },
  }),
  readResponse,
  trial: {
    path: 'subscriptions',
    read: (answer, { from }) =>
      answer.status === 200 ? { outcome: 'works', account: from } : triedAs(readResponse(answer), from),
  },
  webhooks: {
    setupHelp: localized(
      'Na Zenvia, abra Desenvolvedores → Webhooks e crie duas assinaturas do canal SMS com o endereço: MESSAGE e MESSAGE_STATUS.',
      'In Zenvia, open Developers → Webhooks, and create two subscriptions of the channel SMS with the address: MESSAGE and MESSAGE_STATUS.',
    ),
    parse: parseBySecretPath(parseWebhook),
  },
});
