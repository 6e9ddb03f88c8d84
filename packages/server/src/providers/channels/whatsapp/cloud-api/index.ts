import { localized } from '@retoma/commerce';
import { timingSafeEqual } from 'node:crypto';
import type { Connected } from '../../connected.ts';
import { isHubSigned } from '../../hub-signature.ts';
import { parseJson } from '../../../../base/json.ts';
import { objectIn, textIn } from '../../json.ts';
import { triedAs } from '../../provider-response.ts';
import type { WebhookResult, WebhookRequest } from '../../provider.ts';
import { whatsappGateway, type Outbound } from '../gateway.ts';
import { readResponse } from './errors.ts';
import { cloudApiForm } from './form.ts';
import type { Envelope } from './free-form.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** Without this subscription of the app to the account, the webhook of the app's dashboard gets nothing. */
const subscribedApps = '/subscribed_apps';

type Connection = Connected<typeof cloudApiForm>;

/**
 * The official API of WhatsApp. It accepts any message within 24 hours of the person's last message, after that only approved templates.
 */
export const cloudApi = whatsappGateway({
  label: localized('WhatsApp Cloud API (oficial)', 'WhatsApp Cloud API (official)'),
  form: cloudApiForm,
  whereToFind: {
    text: localized(
      'No painel da Meta, abra o aplicativo → WhatsApp → Configuração da API: o ID do número e o da conta (WABA) estão lá. O token que não vence é criado em Configurações do negócio → Usuários do sistema, com whatsapp_business_messaging e whatsapp_business_management; a chave secreta fica em Configurações do app → Básico. Número novo: registre-o antes, com POST /{ID do número}/register.',
      'In Meta’s dashboard, open the app → WhatsApp → API setup: the ids of the phone number and of the account (WABA) are there. A token that does not expire is made in Business settings → System users, with whatsapp_business_messaging and whatsapp_business_management; the app secret is in App settings → Basic. Register a new number first, with POST /{phone number id}/register.',
    ),
    url: 'https://developers.facebook.com/apps/',
  },
  concurrency: 40,
  windowHours: 24,
  compose: (outbound, settings) => compose(outbound, envelopeOf(outbound, settings), outbound.delivery.windowOpen),
  composeAgain: (outbound, settings) =>
    outbound.template && outbound.delivery.windowOpen === true
      ? compose(outbound, envelopeOf(outbound, settings), false)
      : null,
  address: (path, { settings: { baseUrl, version, phoneNumberId, wabaId = '' }, credentials }) => ({
    url: `${baseUrl}/${version}/${path === subscribedApps ? wabaId : phoneNumberId}${path}`,
    headers: { authorization: `Bearer ${credentials.accessToken}` },
  }),
  readResponse,
  subscription: ({ wabaId }) => (wabaId === undefined ? null : subscribedApps),
  trial: {
    path: '?fields=display_phone_number,verified_name',
    read(answer) {
      const { display_phone_number: phone, verified_name: name } = objectIn(answer.json);
      if (answer.status !== 200) return triedAs(readResponse(answer), '');
      return { outcome: 'works', account: [name, phone].map(textIn).filter(Boolean).join(' · ') };
    },
  },
  webhooks: {
    setupHelp: localized(
      'No painel da Meta, abra o aplicativo → WhatsApp → Configuração → Webhook, cole o endereço e o token, e assine os campos messages, user_preferences, account_update e message_template_status_update.',
      'In Meta’s dashboard, open the app → WhatsApp → Configuration → Webhook, paste the address and the token, and subscribe to the fields messages, user_preferences, account_update and message_template_status_update.',
    ),
    hasVerifyToken: true,
    parse: parseSigned,
  },
});

const envelopeOf = ({ number, delivery }: Outbound, { pix }: Connection['settings']): Envelope => ({
  number,
  key: delivery.key,
  pix,
});

/** A GET verifies that the webhook URL is ours, by the verify token; a POST is signed under the app's secret. */
function parseSigned({ settings, credentials }: Connection, webhook: WebhookRequest): WebhookResult {
  if (webhook.method === 'GET') {
    const { 'hub.mode': mode, 'hub.verify_token': token = '', 'hub.challenge': challenge } = webhook.query;
    const isOurs = mode === 'subscribe' && challenge !== undefined && isSame(token, credentials.noticeSecret);
    return isOurs ? { outcome: 'parsed', updates: [], answer: challenge } : { outcome: 'invalid_signature' };
  }
  return isHubSigned(credentials.appSecret, webhook.headers['x-hub-signature-256'], webhook.body)
    ? {
        outcome: 'parsed',
        updates: parseWebhook(parseJson(webhook.body), settings.phoneNumberId, webhook.now, settings.wabaId),
      }
    : { outcome: 'invalid_signature' };
}

function isSame(claimed: string, right: string): boolean {
  const [one, other] = [Buffer.from(claimed), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
