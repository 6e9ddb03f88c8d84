import type { Channel } from '@retoma/flow';
import { connectionChannels } from '../../channels/index.ts';
import type { ChannelProvider } from '../../channels/provider.ts';
import { connectionOverviews, type ConnectionOverview } from '../../queries/connections.ts';
import { noticesOf, type ConnectionDeps } from './connect.ts';
import { openCredentials } from '../../../base/crypto/open-credentials.ts';

/** A connection without its secrets. */
export type StoreConnection = Omit<ConnectionOverview, 'credentials'> & {
  /** The names of the stored credentials. */
  readonly storedCredentials: readonly string[];
  readonly notices: ReturnType<typeof noticesOf>;
  /** Whether a phone of the store must be paired. */
  readonly pairs: boolean;
};

/** A channel of a store, and the providers available for it. */
export type StoreChannel = {
  readonly channel: Channel;
  readonly connection: StoreConnection | null;
  readonly providers: readonly { readonly name: string; readonly provider: ChannelProvider }[];
};

/** The place of a provider in lists: those with the channel's permission first, the simulator last. */
const rank = ({ isSimulated, isUnofficial }: ChannelProvider): number => (isSimulated ? 2 : isUnofficial ? 1 : 0);

/** Every channel of a store, with its providers in the order in which owners see them. */
export async function storeChannels(
  { db, credentialsKey, channelProviders }: ConnectionDeps,
  storeId: string,
): Promise<StoreChannel[]> {
  const overviews = await connectionOverviews(db, storeId);
  return connectionChannels.map((channel) => {
    const row = overviews.find((one) => one.channel === channel);
    const providers = Object.entries(channelProviders[channel])
      .map(([name, provider]) => ({ name, provider }))
      .sort((one, other) => rank(one.provider) - rank(other.provider));
    const provider = row && channelProviders[channel][row.provider];
    if (!row || !provider) return { channel, connection: null, providers };
    const { credentials: sealed, ...rest } = row;
    const credentials = openCredentials(credentialsKey, row.connectionId, sealed);
    const storedCredentials = Object.keys(credentials).filter((name) => name !== 'noticeSecret');
    return {
      channel,
      connection: {
        ...rest,
        storedCredentials,
        notices: noticesOf(provider, row.connectionId, credentials),
        pairs: provider.pairing !== undefined,
      },
      providers,
    };
  });
}
