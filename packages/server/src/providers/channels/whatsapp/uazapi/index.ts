import { localized } from '@retoma/commerce';
import { inBoth } from '../../../../base/settings-form.ts';
import { firstText, objectIn, textIn } from '../../json.ts';
import { triedAs } from '../../provider-response.ts';
import { parseBySecretPath } from '../../secret-path.ts';
import { whatsappGateway } from '../gateway.ts';
import { readResponse } from './errors.ts';
import { uazapiForm } from './form.ts';
import { pairing } from './pairing.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** uazapi (uazapiGO v2): WhatsApp over the store's phone. Its webhooks are not signed, so the webhook URL contains a secret. */
export const uazapi = whatsappGateway({
  label: inBoth('uazapi'),
  isUnofficial: true,
  form: uazapiForm,
  whereToFind: {
    text: localized(
      'No painel da uazapi, abra a instância: o endereço do servidor e o token da instância estão lá.',
      'In uazapi, open the instance: the address of the server and the token of the instance are there.',
    ),
    url: 'https://uazapi.dev/',
  },
  concurrency: 4,
  compose: ({ message, number, delivery }, { buttons }) =>
    compose(message, { number, key: delivery.key, showsButtons: buttons }),
  address: (path, { settings, credentials }) => ({
    url: `${settings.baseUrl}/${path}`,
    headers: { token: credentials.token },
  }),
  readResponse,
  refusesBeforeSending: true,
  trial: {
    path: 'instance/status',
    read(answer) {
      const { instance } = objectIn(answer.json);
      const { status, profileName, owner, name } = objectIn(instance);
      if (answer.status !== 200 || textIn(status) === '') return triedAs(readResponse(answer), '');
      if (status !== 'connected') return { outcome: 'broken', reason: 'DISCONNECTED' };
      return { outcome: 'works', account: firstText(profileName, name, owner) };
    },
  },
  pairing,
  webhooks: {
    setupHelp: localized(
      'No painel da uazapi, abra a instância → Webhook, cole o endereço e marque messages, messages_update e connection.',
      'In uazapi, open the instance → Webhook, paste the address, and select messages, messages_update and connection.',
    ),
    parse: parseBySecretPath(parseWebhook),
  },
});
