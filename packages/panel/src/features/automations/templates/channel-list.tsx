import { Group, Text } from '@mantine/core';
import type { Flow } from '@retoma/flow';
import { channelsOf } from '@retoma/flow/templates';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** The channels that a flow sends through. */
export function ChannelList({ flow }: { flow: Flow }): ReactNode {
  const t = useTexts(texts);
  return (
    <Group gap="sm" mt={4}>
      {channelsOf(flow).map((channel) => (
        <Group key={channel} gap={4} c="dimmed">
          <Icon name={channel} size={16} />
          <Text size="sm">{t[channel]}</Text>
        </Group>
      ))}
    </Group>
  );
}
