import { localized } from '@retoma/commerce';
import type { Connected } from '../../connected.ts';
import type { DkimKey } from '../build-mime.ts';
import { mailProvider } from '../transport/mail-provider.ts';
import { smtpForm } from './form.ts';
import { parseDeliveryReport } from './webhook.ts';

/** Any mail server that accepts messages over SMTP. */
export const smtp = mailProvider(
  {
    label: localized('Servidor SMTP', 'SMTP server'),
    form: smtpForm,
    whereToFind: {
      text: localized(
        'Procure por “SMTP” na ajuda do seu provedor de e-mail: servidor, porta, usuário e senha. Em alguns, como o Gmail, a senha é uma senha de app.',
        'Look for “SMTP” in the help of your e-mail provider: server, port, user and password. At some, such as Gmail, the password is an app password.',
      ),
    },
    webhooks: {
      setupHelp: localized(
        'No serviço que recebe os e-mails devolvidos, envie cada um, inteiro, para este endereço.',
        'In the service that receives returned mail, post each message whole to this address.',
      ),
      delivered: false,
    },
  },
  ({ allowPrivate }) => ({
    route(connected) {
      const { host, port, security = port === 465 ? 'tls' : 'starttls', envelopeFrom } = connected.settings;
      if (security === 'none' && !allowPrivate) return 'NO_ENCRYPTION';
      const { user, pass } = connected.credentials;
      return { server: { host, port, security, user, pass }, envelopeFrom, dkim: dkimOf(connected) };
    },
    parseWebhook: ({ credentials }, webhook) => parseDeliveryReport(credentials.noticeSecret, webhook),
  }),
);

/** The DKIM key of a connection; undefined: domain, selector or key is missing. */
function dkimOf({ settings, credentials }: Connected<typeof smtpForm>): DkimKey | undefined {
  const { dkimDomain: domain, dkimSelector: selector } = settings;
  const { dkimPrivateKey: privateKey } = credentials;
  return domain && selector && privateKey ? { domain, selector, privateKey } : undefined;
}
