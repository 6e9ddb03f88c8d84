import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { ConversionLog } from './conversion-log.tsx';
import { DestinationRow } from './destination-row.tsx';
import { texts } from './texts.ts';

/** COM38: the advertising platforms of a store, and what was sent to them. */
export function ConversionsSection(): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/conversion-destinations', {});
  return (
    <Loaded query={query}>
      {(known) => (
        <Stack gap={32}>
          <Topic title={t.platforms} help={t.platformsHelp}>
            {known.destinations.map((destination) => (
              <DestinationRow key={destination.name} destination={destination} known={known} />
            ))}
          </Topic>
          <ConversionLog destinations={known.destinations} />
        </Stack>
      )}
    </Loaded>
  );
}
