import { localized } from '@retoma/commerce';
import { inBoth } from '../../../../base/settings-form.ts';
import { objectIn } from '../../json.ts';
import { triedAs } from '../../provider-response.ts';
import { parseBySecretPath } from '../../secret-path.ts';
import { whatsappGateway } from '../gateway.ts';
import { readResponse } from './errors.ts';
import { zApiForm } from './form.ts';
import { pairing } from './pairing.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** Z-API: WhatsApp over the store's phone. Its webhooks are not signed, so the webhook URL contains a secret. */
export const zApi = whatsappGateway({
  label: inBoth('Z-API'),
  isUnofficial: true,
  form: zApiForm,
  whereToFind: {
    text: localized(
      'No painel da Z-API, abra Instâncias Web → sua instância: o ID e o token dela estão lá. O token de segurança da conta fica em Segurança.',
      'In Z-API, open Web instances → your instance: its id and token are there. The security token of the account is under Security.',
    ),
    url: 'https://app.z-api.io/',
  },
  concurrency: 4,
  compose: ({ message, number }, { buttons }) => compose(message, number, buttons),
  address: (path, { settings, credentials: { token, clientToken } }) => ({
    url: `${settings.baseUrl}/instances/${encodeURIComponent(settings.instanceId)}/token/${encodeURIComponent(token)}/${path}`,
    headers: clientToken === undefined ? {} : { 'client-token': clientToken },
  }),
  readResponse,
  refusesBeforeSending: true,
  trial: {
    path: 'status',
    read(answer, { instanceId }) {
      const { connected } = objectIn(answer.json);
      if (answer.status === 200 && connected === true) return { outcome: 'works', account: instanceId };
      if (answer.status === 200 && connected === false) return { outcome: 'broken', reason: 'DISCONNECTED' };
      return triedAs(readResponse(answer), instanceId);
    },
  },
  pairing,
  webhooks: {
    setupHelp: localized(
      'No painel da Z-API, abra a instância → Webhooks e cole o endereço em: ao receber, status da mensagem, ao conectar e ao desconectar.',
      'In Z-API, open the instance → Webhooks, and paste the address under: on receiving, message status, on connecting and on disconnecting.',
    ),
    parse: parseBySecretPath(parseWebhook),
  },
});
