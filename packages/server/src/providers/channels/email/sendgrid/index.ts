import { localized } from '@retoma/commerce';
import { inBoth } from '../../../../base/settings-form.ts';
import { connectedBy } from '../../connected.ts';
import { ask, triedUnanswered } from '../../provider-response.ts';
import { fresh } from '../../replay-window.ts';
import { mailProvider } from '../transport/mail-provider.ts';
import { sendGridForm } from './form.ts';
import { sendersIn } from './senders.ts';
import { isSendGrids, keyMember, parseSendGridUpdates } from './webhook.ts';

/** SendGrid's changes to a message, switched off because Retoma makes them: tracking links, open pixel, footer. */
const off = { settings: { enable: 0 } };
const filters = { clicktrack: off, opentrack: off, subscriptiontrack: off };

/** SendGrid: it takes mail over SMTP, signs it with DKIM, and reports events by signed webhooks. */
export const sendGrid = mailProvider(
  {
    label: inBoth('SendGrid'),
    spfDomain: 'sendgrid.net',
    form: sendGridForm,
    whereToFind: {
      text: localized(
        'No SendGrid, abra Settings → API Keys → Create API Key e dê a permissão Mail Send. A chave aparece uma vez só.',
        'In SendGrid, open Settings → API Keys → Create API Key, and give it Mail Send. The key is shown once.',
      ),
      url: 'https://app.sendgrid.com/settings/api_keys',
    },
    webhooks: {
      setupHelp: localized(
        'No SendGrid, abra Settings → Mail Settings → Event Webhooks, cole o endereço e ligue a assinatura (Signed Event Webhook).',
        'In SendGrid, open Settings → Mail Settings → Event Webhooks, paste the address, and turn the signature on.',
      ),
      delivered: true,
    },
  },
  ({ callOut }) => ({
    route: ({ settings: { region }, credentials: { apiKey } }, key) => ({
      server: {
        host: region === 'eu' ? 'smtp.eu.sendgrid.net' : 'smtp.sendgrid.net',
        port: 587,
        security: 'starttls',
        user: 'apikey',
        pass: apiKey,
      },
      headers: { 'X-SMTPAPI': JSON.stringify({ unique_args: { [keyMember]: key }, filters }) },
    }),
    parseWebhook({ settings: { verificationKey: key } }, webhook) {
      if (webhook.method !== 'POST' || key === undefined || !isSendGrids(webhook, key))
        return { outcome: 'invalid_signature' };
      return { outcome: 'parsed', updates: fresh(parseSendGridUpdates(webhook.body), webhook.now) };
    },
    async senders(connection, signal) {
      const connected = connectedBy(sendGridForm)(connection);
      if (!connected) return { outcome: 'broken', reason: 'INVALID_SETTINGS' };
      const origin = connected.settings.region === 'eu' ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com';
      const headers = { authorization: `Bearer ${connected.credentials.apiKey}` };
      const answer = await ask(callOut, { method: 'GET', url: `${origin}/v3/verified_senders`, headers, signal });
      return 'status' in answer ? sendersIn(answer) : triedUnanswered(answer);
    },
  }),
);
