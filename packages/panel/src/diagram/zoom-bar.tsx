import { ActionIcon, Button, Group } from '@mantine/core';
import { useReactFlow, useStore } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import { useFormats } from '../ui/format/formats.ts';
import { useTexts } from '../ui/texts.ts';
import type { MapSwitch } from './map.tsx';
import { texts } from './texts.ts';

/** Zooms a diagram or fits it to the screen; a large diagram also has a map. */
export const ZoomBar = memo(({ map, onFit }: { map?: MapSwitch | undefined; onFit: () => void }): ReactNode => {
  const t = useTexts(texts);
  const { percent } = useFormats();
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const zoom = useStore(({ transform }) => Math.round(transform[2] * 100) / 100);
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon.Group>
        <ActionIcon variant="default" size={36} aria-label={t.zoomOut} onClick={() => void zoomOut()}>
          <Icon name="minus" size={16} />
        </ActionIcon>
        <Button
          variant="default"
          size="xs"
          h={36}
          w={58}
          px={0}
          aria-label={`${percent(zoom)}. ${t.zoomReset}`}
          onClick={() => void zoomTo(1)}
        >
          {percent(zoom)}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={t.zoomIn} onClick={() => void zoomIn()}>
          <Icon name="plus" size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={t.fit} onClick={onFit}>
          <Icon name="expand" size={16} />
        </ActionIcon>
        {map && (
          <ActionIcon
            variant={map.isVisible ? 'light' : 'default'}
            size={36}
            aria-label={t.map}
            aria-pressed={map.isVisible}
            onClick={map.toggle}
          >
            <Icon name="map" size={16} />
          </ActionIcon>
        )}
      </ActionIcon.Group>
    </Group>
  );
});
