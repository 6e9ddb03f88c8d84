import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { ChannelCard } from './channel-card.tsx';

/** The channels of a store: a card for each. */
export function ChannelsSection(): ReactNode {
  const { storeId } = useStore();
  const query = useApiQuery(
    'GET /panel/api/stores/:storeId/channels',
    { params: { storeId } },
    { refetchInterval: 30_000 },
  );
  return (
    <Loaded query={query} rows={6}>
      {({ channels }) => (
        <Stack gap="md">
          {channels.map((one) => (
            <ChannelCard key={one.channel} storeChannel={one} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}
