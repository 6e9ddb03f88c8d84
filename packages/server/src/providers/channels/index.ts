import type { Channel } from '@retoma/flow';
import { openEmailDeps, type EmailOptions } from './email/transport/send-mail.ts';
import {
  openProvider,
  type ChannelProvider,
  type ProviderDeclaration,
  type ProviderDefinition,
  type Providers,
} from './provider.ts';
import { channelRegistry, type ChannelDeps } from './registry.ts';

/** The channels that a store can connect. */
export const connectionChannels = Object.keys(channelRegistry) as Channel[];

/** The names of the providers of a channel, from which a store chooses. */
export const providerNames = (channel: Channel): string[] => Object.keys(channelRegistry[channel]);

/** What a provider declares; undefined: this release has no provider of that name. */
export const declarationOf = (channel: Channel, name: string): ProviderDeclaration | undefined => {
  const ofChannel: Readonly<Record<string, ProviderDeclaration>> = channelRegistry[channel];
  return Object.hasOwn(ofChannel, name) ? ofChannel[name] : undefined;
};

/** Whether a connection's provider sends nothing to anyone. */
export const isSimulated = ({ channel, provider }: { readonly channel: Channel; readonly provider: string }): boolean =>
  declarationOf(channel, provider)?.isSimulated ?? false;

/** The name of the channel's provider that sends nothing to anyone. */
export const simulatedProviderOf = (channel: Channel): string =>
  providerNames(channel).find((provider) => isSimulated({ channel, provider }))!;

/** The connections that send nothing to anyone, each as `channel provider`. */
export const simulatedConnections: readonly string[] = connectionChannels.map(
  (channel) => `${channel} ${simulatedProviderOf(channel)}`,
);

/** Opens the providers of one process. They share the thread that makes e-mails, and the SMTP sessions. */
export function openProviders({ inbox, ...options }: EmailOptions & Pick<ChannelDeps, 'inbox'>): Providers {
  const deps: ChannelDeps = { inbox, callOut: options.callOut, email: openEmailDeps(options) };
  const open = (channel: Channel): Readonly<Record<string, ChannelProvider>> =>
    Object.fromEntries(
      Object.entries<ProviderDefinition<ChannelDeps>>(channelRegistry[channel]).map(([name, definition]) => [
        name,
        openProvider(definition, deps),
      ]),
    );
  return { whatsapp: open('whatsapp'), email: open('email'), sms: open('sms') };
}
