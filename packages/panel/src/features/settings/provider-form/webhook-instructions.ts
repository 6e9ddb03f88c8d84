import type { Locale } from '../../../ui/locale.tsx';

const localized = (pt: string, en: string): Record<Locale, string> => ({ 'pt-BR': pt, en });

/** Where to paste the webhook address, by provider. */
const instructions: Readonly<Record<string, Record<Locale, string>>> = {
  'cloud-api': localized(
    'No painel da Meta, abra o aplicativo → WhatsApp → Configuração → Webhook, cole o endereço e o token, e assine o campo messages.',
    'In Meta’s dashboard, open the app → WhatsApp → Configuration → Webhook, paste the address and the token, and subscribe to messages.',
  ),
  'z-api': localized(
    'No painel da Z-API, abra a instância → Webhooks e cole o endereço em: ao receber, status da mensagem, ao conectar e ao desconectar.',
    'In Z-API, open the instance → Webhooks, and paste the address under: on receiving, message status, on connecting and on disconnecting.',
  ),
  uazapi: localized(
    'No painel da uazapi, abra a instância → Webhook, cole o endereço e marque messages, messages_update e connection.',
    'In uazapi, open the instance → Webhook, paste the address, and select messages, messages_update and connection.',
  ),
  evolution: localized(
    'No painel da Evolution API, abra a instância → Events → Webhook, cole o endereço e marque MESSAGES_UPSERT, MESSAGES_UPDATE e CONNECTION_UPDATE.',
    'In Evolution API, open the instance → Events → Webhook, paste the address, and select MESSAGES_UPSERT, MESSAGES_UPDATE and CONNECTION_UPDATE.',
  ),
  smtp: localized(
    'No serviço que recebe os e-mails devolvidos, envie cada um, inteiro, para este endereço.',
    'In the service that receives returned mail, post each message whole to this address.',
  ),
  ses: localized(
    'No Amazon SNS, abra o tópico → Create subscription, escolha HTTPS e cole o endereço. A confirmação é automática.',
    'In Amazon SNS, open the topic → Create subscription, choose HTTPS, and paste the address. It is confirmed by itself.',
  ),
  sendgrid: localized(
    'No SendGrid, abra Settings → Mail Settings → Event Webhooks, cole o endereço e ligue a assinatura (Signed Event Webhook).',
    'In SendGrid, open Settings → Mail Settings → Event Webhooks, paste the address, and turn the signature on.',
  ),
  zenvia: localized(
    'Na Zenvia, abra Desenvolvedores → Webhooks e crie duas assinaturas do canal SMS com o endereço: MESSAGE e MESSAGE_STATUS.',
    'In Zenvia, open Developers → Webhooks, and create two subscriptions of the channel SMS with the address: MESSAGE and MESSAGE_STATUS.',
  ),
  twilio: localized(
    'Na Twilio, abra o número → Messaging e cole o endereço em “A message comes in”. Os status chegam sem configurar nada.',
    'In Twilio, open the number → Messaging, and paste the address under “A message comes in”. Statuses come by themselves.',
  ),
  http: localized(
    'No seu serviço, envie para este endereço os status e as respostas, assinados com o segredo dos avisos.',
    'In your service, post statuses and replies to this address, signed with the secret of webhooks.',
  ),
};

/** Where to paste the address; a general text for a provider without its own. */
export const webhookInstructions = (provider: string, locale: Locale): string =>
  instructions[provider]?.[locale] ?? general[locale];

const general = localized('Cole o endereço no painel do provedor.', 'Paste the address at the provider.');
