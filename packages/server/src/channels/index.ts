import type { Channel } from '@retoma/flow';
import type { CallOut } from '../platform/http-client.ts';
import { emailProviders } from './email/index.ts';
import type { Inbox } from './sandbox-inbox.ts';
import type { Providers } from './provider.ts';
import { smsProviders } from './sms/index.ts';
import { smsSandbox } from './sms/sandbox/index.ts';
import { cloudApi } from './whatsapp/cloud-api/index.ts';
import { evolution } from './whatsapp/evolution/index.ts';
import { whatsappSandbox } from './whatsapp/sandbox/index.ts';
import { uazapi } from './whatsapp/uazapi/index.ts';
import { zApi } from './whatsapp/z-api/index.ts';

/**
 * The dependencies of the providers: the inbox of the sandbox providers, and the client for requests to URLs from stores. `allowPrivate`:
 * mail servers may be on a private network.
 */
export type ChannelParts = { readonly inbox: Inbox; readonly callOut: CallOut; readonly allowPrivate: boolean };

/** The names of the providers of each channel, from which a store chooses. */
export const providerNames = {
  whatsapp: ['sandbox', 'z-api', 'uazapi', 'evolution', 'cloud-api'],
  email: ['sandbox', 'smtp', 'ses', 'sendgrid'],
  sms: ['sandbox', 'zenvia', 'twilio', 'http'],
} as const satisfies { readonly [Name in Channel]: readonly (keyof ReturnType<typeof openProviders>[Name])[] };

/** Every provider of every channel, by the name that connections store. */
export function openProviders({ inbox, callOut, allowPrivate }: ChannelParts) {
  return {
    whatsapp: {
      sandbox: whatsappSandbox(inbox),
      'z-api': zApi(callOut),
      uazapi: uazapi(callOut),
      evolution: evolution(callOut),
      'cloud-api': cloudApi(callOut),
    },
    email: emailProviders({ callOut, allowPrivate }, inbox),
    sms: { sandbox: smsSandbox(inbox), ...smsProviders(callOut) },
  } satisfies Providers;
}
