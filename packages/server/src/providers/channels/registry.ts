import type { Channel } from '@retoma/flow';
import type { CallOut } from '../../base/net/http-client.ts';
import { emailSandbox } from './email/sandbox/index.ts';
import { sendGrid } from './email/sendgrid/index.ts';
import { ses } from './email/ses/index.ts';
import { smtp } from './email/smtp/index.ts';
import type { EmailDeps } from './email/transport/send-mail.ts';
import type { ProviderDefinition } from './provider.ts';
import type { Inbox } from './sandbox-inbox.ts';
import { httpSms } from './sms/http/index.ts';
import { smsSandbox } from './sms/sandbox/index.ts';
import { twilio } from './sms/twilio/index.ts';
import { zenvia } from './sms/zenvia/index.ts';
import { cloudApi } from './whatsapp/cloud-api/index.ts';
import { evolution } from './whatsapp/evolution/index.ts';
import { whatsappSandbox } from './whatsapp/sandbox/index.ts';
import { uazapi } from './whatsapp/uazapi/index.ts';
import { zApi } from './whatsapp/z-api/index.ts';

/** What the providers need of their process. `inbox`: of the sandboxes; `email`: what e-mail providers share. */
export type ChannelDeps = { readonly inbox: Inbox; readonly callOut: CallOut; readonly email: EmailDeps };

/** Every provider of every channel by its name, which is stored with connections. The only list of them. */
export const channelRegistry = {
  whatsapp: { sandbox: whatsappSandbox, 'z-api': zApi, uazapi, evolution, 'cloud-api': cloudApi },
  email: { sandbox: emailSandbox, smtp, ses, sendgrid: sendGrid },
  sms: { sandbox: smsSandbox, zenvia, twilio, http: httpSms },
} as const satisfies Record<Channel, Record<string, ProviderDefinition<ChannelDeps>>>;
