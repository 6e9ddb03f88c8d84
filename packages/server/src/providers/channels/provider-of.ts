import type { ChannelProvider, Providers } from './provider.ts';
import type { Channel } from '@retoma/flow';

/** The provider of a connection; undefined if this release has no provider with its name. */
export function providerOf(
  { providers }: { readonly providers: Providers },
  connection: { readonly channel: Channel; readonly provider: string },
): ChannelProvider | undefined {
  const ofChannel = providers[connection.channel];
  return Object.hasOwn(ofChannel, connection.provider) ? ofChannel[connection.provider] : undefined;
}
