import { localized } from '@retoma/commerce';
import { inBoth } from '../../../../base/settings-form.ts';
import { objectIn, textIn } from '../../json.ts';
import { triedAs } from '../../provider-response.ts';
import { parseBySecretPath } from '../../secret-path.ts';
import { whatsappGateway } from '../gateway.ts';
import { readResponse } from './errors.ts';
import { evolutionForm } from './form.ts';
import { pairing } from './pairing.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** Evolution API, version 2: WhatsApp over the store's phone. Its webhooks are not signed, so the webhook URL contains a secret. */
export const evolution = whatsappGateway({
  label: inBoth('Evolution API'),
  isUnofficial: true,
  form: evolutionForm,
  whereToFind: {
    text: localized(
      'O endereço é o do seu servidor da Evolution API. O nome e a chave de API da instância estão no painel dele.',
      'The address is that of your Evolution API server. The name and the API key of the instance are in its panel.',
    ),
  },
  concurrency: 4,
  compose: ({ message, number }, { buttons }) => compose(message, number, buttons),
  address: (path, { settings, credentials }) => ({
    url:
      path === 'instance/fetchInstances'
        ? `${settings.baseUrl}/${path}?instanceName=${encodeURIComponent(settings.instance)}`
        : `${settings.baseUrl}/${path}/${encodeURIComponent(settings.instance)}`,
    headers: { apikey: credentials.apiKey },
  }),
  readResponse,
  refusesBeforeSending: true,
  trial: {
    path: 'instance/connectionState',
    read(answer, { instance: name }) {
      const { instance } = objectIn(answer.json);
      const state = textIn(objectIn(instance).state);
      if (answer.status !== 200 || state === '') return triedAs(readResponse(answer), name);
      return state === 'open' ? { outcome: 'works', account: name } : { outcome: 'broken', reason: 'DISCONNECTED' };
    },
  },
  pairing,
  webhooks: {
    setupHelp: localized(
      'No painel da Evolution API, abra a instância → Events → Webhook, cole o endereço e marque MESSAGES_UPSERT, MESSAGES_UPDATE e CONNECTION_UPDATE. Tanto faz se “Webhook by Events” está ligado.',
      'In Evolution API, open the instance → Events → Webhook, paste the address, and select MESSAGES_UPSERT, MESSAGES_UPDATE and CONNECTION_UPDATE. “Webhook by Events” may be on or off.',
    ),
    parse: parseBySecretPath(parseWebhook),
  },
});
