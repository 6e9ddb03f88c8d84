import type { MessageReason } from '@retoma/flow';
import type { SettingsForm } from '../../../../base/settings-form.ts';
import { connectedBy, type Connected } from '../../connected.ts';
import { broken } from '../../provider-response.ts';
import type {
  ChannelConnection,
  DeclaredWebhooks,
  ProviderCalls,
  ProviderDeclaration,
  ProviderDefinition,
  WebhookResult,
  WebhookRequest,
} from '../../provider.ts';
import { triedOf } from './errors.ts';
import { sendMail, type EmailDeps, type Route } from './send-mail.ts';
import { SmtpSession, type SmtpServer } from './session.ts';

/** What e-mail services over SMTP declare. */
type MailService<Form extends SettingsForm> = Pick<ProviderDeclaration, 'label' | 'spfDomain' | 'whereToFind'> & {
  readonly form: Form;
  /** `delivered`: whether they report that a message was delivered. */
  readonly webhooks: Pick<DeclaredWebhooks, 'setupHelp'> & { readonly delivered: boolean };
};

/** A route of a service; the transport adds what holds for every server of the process. */
type ServiceRoute = Omit<Route, 'server'> & { readonly server: Omit<SmtpServer, 'allowPrivate' | 'ca'> };

/** The parts of the requests in which e-mail services over SMTP differ. */
type MailRequests<Form extends SettingsForm> = Pick<ProviderCalls, 'senders'> & {
  /** The route of a message, or why there is none. `key`: of the message; absent: for a connection test. */
  route(connected: Connected<Form>, key?: string): ServiceRoute | MessageReason;
  parseWebhook(connected: Connected<Form>, webhook: WebhookRequest): WebhookResult | Promise<WebhookResult>;
};

type MailConnection = Partial<Pick<ChannelConnection, 'settings' | 'credentials'>>;

/** An e-mail provider that sends over SMTP. */
export const mailProvider = <Form extends SettingsForm>(
  { webhooks: { setupHelp, delivered }, ...service }: MailService<Form>,
  openRequests: (deps: EmailDeps) => MailRequests<Form>,
): ProviderDefinition<{ readonly email: EmailDeps }> => ({
  ...service,
  // SMTP has no idempotency key: after a crash no message is sent again (RUN13).
  deduplicates: false,
  concurrency: 10,
  windowHours: null,
  // Automations receive no replies by e-mail.
  webhooks: { setupHelp, reports: { delivered, replies: false } },
  open({ email }) {
    const connect = connectedBy(service.form);
    const requests = openRequests(email);
    const routeOf = (connection: MailConnection, key?: string): Route | MessageReason => {
      const connected = connect(connection);
      const found = connected ? requests.route(connected, key) : 'INVALID_SETTINGS';
      if (typeof found === 'string') return found;
      const { allowPrivate, ca, relay } = email;
      return { ...found, server: { ...found.server, ...relay, allowPrivate, ca } };
    };
    return {
      ...requests,
      async send(delivery, signal) {
        const found = routeOf(delivery, delivery.key);
        return typeof found === 'string' ? broken(found) : sendMail(email, delivery, found, signal);
      },
      parseWebhook(connection, webhook) {
        const connected = connect(connection);
        return connected ? requests.parseWebhook(connected, webhook) : { outcome: 'invalid_signature' };
      },
      async testConnection(connection, signal) {
        const found = routeOf(connection);
        if (typeof found === 'string') return { outcome: 'broken', reason: found };
        const session = await SmtpSession.open(found.server, signal);
        if (!(session instanceof SmtpSession)) return triedOf(session);
        session.close();
        return { outcome: 'works', account: found.server.user ?? found.server.host };
      },
    };
  },
});
