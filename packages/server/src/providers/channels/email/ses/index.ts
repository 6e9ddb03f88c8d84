import { localized } from '@retoma/commerce';
import type { CallOut } from '../../../../base/net/http-client.ts';
import { inBoth } from '../../../../base/settings-form.ts';
import { fresh } from '../../replay-window.ts';
import type { WebhookResult, WebhookRequest } from '../../provider.ts';
import { mailProvider } from '../transport/mail-provider.ts';
import { sesForm } from './form.ts';
import { isCertificateAddress, isSnsAddress, isSnsSigned, readSnsMessage, type SnsMessage } from './sns-signature.ts';
import { parseSesUpdates } from './webhook.ts';

/** SNS retries a notification for less time than this, so an older one is a replay. In milliseconds. */
const oldestMs = 60 * 60_000;
const aheadMs = 10 * 60_000;

/** Amazon SES: it takes mail over SMTP, signs it with DKIM, and reports events through SNS. */
export const ses = mailProvider(
  {
    label: inBoth('Amazon SES'),
    spfDomain: 'amazonses.com',
    form: sesForm,
    whereToFind: {
      text: localized(
        'No Amazon SES, abra SMTP settings → Create SMTP credentials. O usuário e a senha aparecem uma vez só, e não são os da sua conta da AWS.',
        'In Amazon SES, open SMTP settings → Create SMTP credentials. User and password are shown once, and are not those of your AWS account.',
      ),
      url: 'https://console.aws.amazon.com/ses/',
    },
    webhooks: {
      setupHelp: localized(
        'No Amazon SNS, abra o tópico → Create subscription, escolha HTTPS e cole o endereço. A confirmação é automática. Depois, no Amazon SES, faça o conjunto de configurações (Event destinations) ou a identidade (Notifications) enviar Bounce, Complaint e Delivery a esse tópico: sem isso nada chega.',
        'In Amazon SNS, open the topic → Create subscription, choose HTTPS, and paste the address. It is confirmed by itself. Then, in Amazon SES, let the configuration set (Event destinations) or the identity (Notifications) send Bounce, Complaint and Delivery to that topic: nothing arrives without it.',
      ),
      delivered: true,
    },
  },
  ({ callOut }) => {
    const certificateOf = openCertificates(callOut);
    return {
      route: ({ settings: { region, configurationSet, envelopeFrom }, credentials }) => ({
        server: { host: `email-smtp.${region}.amazonaws.com`, port: 587, security: 'starttls', ...credentials },
        envelopeFrom,
        headers: configurationSet === undefined ? {} : { 'X-SES-CONFIGURATION-SET': configurationSet },
        providerId: (response) => /^250 Ok ([0-9a-f][0-9a-f-]{10,120})\s*$/i.exec(response)?.[1],
      }),
      parseWebhook: ({ settings }, webhook) => parseNotification(callOut, certificateOf, settings.topicArn, webhook),
    };
  },
);

async function parseNotification(
  callOut: CallOut,
  certificateOf: (url: string) => Promise<string>,
  topicArn: string | undefined,
  { method, body, now }: WebhookRequest,
): Promise<WebhookResult> {
  const message = method === 'POST' ? readSnsMessage(body) : undefined;
  if (!message || topicArn === undefined || message.topicArn !== topicArn) return { outcome: 'invalid_signature' };
  if (message.at < now - oldestMs || message.at > now + aheadMs) return { outcome: 'invalid_signature' };
  if (!isCertificateAddress(message.certificateUrl)) return { outcome: 'invalid_signature' };
  if (!isSnsSigned(message, await certificateOf(message.certificateUrl), now)) return { outcome: 'invalid_signature' };
  if (message.type === 'SubscriptionConfirmation') return confirm(callOut, message);
  return {
    outcome: 'parsed',
    updates: message.type === 'Notification' ? fresh(parseSesUpdates(message.message), now) : [],
  };
}

/** Confirms the subscription of the topic in the settings, as Amazon requires before the first notification. */
async function confirm(callOut: CallOut, { subscribeUrl }: SnsMessage): Promise<WebhookResult> {
  if (!isSnsAddress(subscribeUrl)) return { outcome: 'invalid_signature' };
  const answer = await callOut({ method: 'GET', url: subscribeUrl, signal: AbortSignal.timeout(10_000) });
  if (answer.outcome !== 'answered' || answer.status !== 200) throw new Error('subscription not confirmed');
  return { outcome: 'parsed', updates: [] };
}

/** Opens a cache that fetches each certificate once. Throws if a certificate cannot be fetched: Amazon retries. */
function openCertificates(callOut: CallOut): (url: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (url) => {
    const cached = known.get(url);
    if (cached !== undefined) return cached;
    const limits = { timeoutMs: 10_000, answerBytes: 20_000 };
    const answer = await callOut({ method: 'GET', url, signal: AbortSignal.timeout(10_000), limits });
    if (answer.outcome !== 'answered' || answer.status !== 200) throw new Error('certificate not fetched');
    if (known.size >= 20) known.clear();
    const pem = answer.body.toString('latin1');
    known.set(url, pem);
    return pem;
  };
}
