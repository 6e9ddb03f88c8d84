import type { CallOut } from '../../platform/http-client.ts';
import type { ChannelProvider } from '../provider.ts';
import { httpSms } from './http/index.ts';
import { twilio } from './twilio/index.ts';
import { zenvia } from './zenvia/index.ts';

/** Every SMS provider, by name. */
export const smsProviders = (callOut: CallOut): Readonly<Record<'zenvia' | 'twilio' | 'http', ChannelProvider>> => ({
  zenvia: zenvia(callOut),
  twilio: twilio(callOut),
  http: httpSms(callOut),
});
