import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../../../api/call.ts';
import { useAsk } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { ChannelCard } from './channel-card.tsx';

/** A channel of the store, with its connection and the providers it could have. */
export type StoreChannel = AnswerOf<'GET /panel/api/stores/:storeId/channels'>['channels'][number];

/** How messages leave: a card for each channel. */
export function ChannelsSection(): ReactNode {
  const { storeId } = useStore();
  const query = useAsk('GET /panel/api/stores/:storeId/channels', { params: { storeId } }, { refetchInterval: 30_000 });
  return (
    <Loaded query={query} rows={6}>
      {({ channels }) => (
        <Stack gap="md">
          {channels.map((one) => (
            <ChannelCard key={one.channel} shown={one} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}
